package syntax

import (
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

// vague are declared types that say less than documentation may.
var vague = map[string]bool{"": true, "array": true, "?array": true, "iterable": true, "mixed": true, "object": true, "table": true}

func (a *assembler) docTags(text string) []lang.DocTag {
	if a.l.DocTags == nil || strings.IndexByte(text, '@') < 0 {
		return nil
	}
	return a.l.DocTags(text)
}

// documented gives symbol i the types that its documentation says and the code does not.
func (a *assembler) documented(i int32, s *fact.Symbol) {
	for _, tag := range a.docTags(s.Doc) {
		switch tag.Kind {
		case lang.DocParam:
			if a.docParams == nil {
				a.docParams = map[int32]map[string]string{}
			}
			if a.docParams[i] == nil {
				a.docParams[i] = map[string]string{}
			}
			a.docParams[i][tag.Name] = tag.Type
		case lang.DocReturn:
			if s.Kind.Callable() && vague[s.Type] {
				s.Type = tag.Type
			}
		case lang.DocVariable:
			if !s.Kind.Callable() && !s.Kind.IsType() && vague[s.Type] {
				s.Type = tag.Type
			}
		case lang.DocMember:
			if s.Kind.IsType() {
				a.bindings = append(a.bindings, fact.Binding{Name: tag.Name, Type: tag.Type, Start: s.NameRange.Start, Scope: a.scope[a.defs[i].m.node], Kind: fact.Member})
			}
		case lang.DocTypeParam:
			if !slices.Contains(s.TypeParams, tag.Name) {
				s.TypeParams = append(s.TypeParams, tag.Name)
			}
		}
	}
}

// paramType returns the declared type of a parameter, or the one that the documentation of its function says.
func (a *assembler) paramType(m *match, name int32) string {
	t := typeText(a.part(m, partType))
	if vague[t] && a.symbol[name] >= 0 && a.flags[name]&flagInLambda == 0 {
		if said := a.docParams[a.symbol[name]][a.text(name)]; said != "" {
			return said
		}
	}
	return t
}

// documentedVariables gives variables the types that comments before their assignments say.
func (a *assembler) documentedVariables() {
	if a.l.DocTags == nil {
		return
	}
	for _, c := range a.comments {
		if a.file.Scopes[a.scope[c]].Class {
			continue
		}
		for _, tag := range a.docTags(a.text(c)) {
			if tag.Kind == lang.DocVariable {
				a.documentedVariable(c, tag)
			}
		}
	}
}

// documentedVariable gives the variable that the statement behind comment c binds a type; a variable that it does not bind has it from here on.
func (a *assembler) documentedVariable(c int32, tag lang.DocTag) {
	if next := a.nextNamed(c); next >= 0 {
		n := a.nodes[next]
		for i := range a.bindings {
			b := &a.bindings[i]
			if b.Start < n.start || b.Start >= n.end || b.Kind != fact.Local || tag.Name != "" && b.Name != tag.Name {
				continue
			}
			if b.Type == "" {
				b.Type = tag.Type
			}
			return
		}
	}
	if tag.Name != "" {
		a.bindings = append(a.bindings, fact.Binding{Name: tag.Name, Type: tag.Type, Start: a.nodes[c].start, Scope: a.scope[c], Kind: fact.Narrow})
	}
}
