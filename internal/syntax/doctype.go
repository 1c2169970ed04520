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

// documented gives symbol i the types that the comments before it say and the code does not.
func (a *assembler) documented(i int32, s *fact.Symbol, comments string) {
	for _, tag := range a.docTags(comments) {
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
			if s.Kind.IsType() && len(a.docClasses) == 0 {
				a.bindings = append(a.bindings, fact.Binding{Name: tag.Name, Type: tag.Type, Start: s.NameRange.Start, Scope: a.scope[a.defs[i].m.node], Kind: fact.Member})
			}
		case lang.DocBase:
			if s.Kind.IsType() {
				s.Bases = append(s.Bases, tag.Type)
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
	t := a.typePart(m)
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

// docClass is a class that a comment declares.
type docClass struct {
	tag   lang.DocTag
	node  int32 // the comment
	after int32 // what stands behind the comments; -1: nothing
	own   bool  // it has a definition of its own
}

// documentedOwners adds to owners the variables that comments before them declare as classes, and notes these classes.
func (a *assembler) documentedOwners(owners map[string]bool) {
	if a.l.DocTags == nil {
		return
	}
	for i := range a.all {
		m := &a.all[i]
		if m.pattern.main != roleComment {
			continue
		}
		for _, tag := range a.docTags(a.text(m.node)) {
			if tag.Kind != lang.DocClass {
				continue
			}
			c := docClass{tag: tag, node: m.node, after: a.behindComments(m.node), own: true}
			if c.after >= 0 && declares(a.text(c.after), tag.Name) {
				owners[tag.Name], c.own = true, false
			}
			a.docClasses = append(a.docClasses, c)
			break
		}
	}
}

// behindComments returns the node that stands below comment n and those that follow it without an empty line, -1 when none does.
func (a *assembler) behindComments(n int32) int32 {
	for next := a.nextNamed(n); next >= 0; n, next = next, a.nextNamed(next) {
		if strings.Count(a.str[a.nodes[n].end:a.nodes[next].start], "\n") > 1 {
			return -1
		}
		if !a.g.is(a.nodes[next].kind, traitComment) {
			return next
		}
	}
	return -1
}

// declares reports whether a statement starts with a variable's name, a word before it or not.
func declares(statement, name string) bool {
	words := strings.FieldsFunc(cut(statement, 200), func(c rune) bool { return c != '_' && !isNameRune(c) })
	return len(words) > 0 && words[0] == name || len(words) > 1 && words[1] == name && words[0] != "function"
}

// documentedClasses adds the classes that comments alone declare, as definitions whose node is the comment.
func (a *assembler) documentedClasses() {
	for _, c := range a.docClasses {
		if c.own {
			p := &pattern{main: roles["def.class"], props: map[string]string{"rename": c.tag.Name}}
			a.defs = append(a.defs, def{m: &match{pattern: p, node: c.node, captures: []capture{{partName, c.node}}}, name: c.node})
			a.flags[c.node] |= flagNamed | flagType
		}
	}
}

// documentedMembers gives the classes that comments declare their base, the fields that the comments behind say, and, where a table of another
// name follows, that as a base: it has the methods.
func (a *assembler) documentedMembers() {
	for _, c := range a.docClasses {
		i := a.classOf(c)
		if i < 0 {
			continue
		}
		s := &a.file.Symbols[i]
		s.Exported = true
		if c.tag.Type != "" {
			s.Bases = append(s.Bases, c.tag.Type)
		}
		a.fields(c, i)
		if !c.own || c.after < 0 {
			continue
		}
		for j := range a.file.Symbols {
			if o := &a.file.Symbols[j]; o.Range.Start >= a.nodes[c.after].start && o.Range.Start < a.nodes[c.after].end && !o.Kind.Callable() {
				s.Bases = append(s.Bases, o.Name)
				a.fields(c, int32(j)) // its methods have them as well
				break
			}
		}
	}
}

// fields gives symbol i the fields that the comments of class c say.
func (a *assembler) fields(c docClass, i int32) {
	scope := a.scope[a.defs[i].m.node]
	for n := c.node; n >= 0 && a.g.is(a.nodes[n].kind, traitComment); n = a.nextNamed(n) {
		tags := a.docTags(a.text(n))
		if n != c.node && slices.ContainsFunc(tags, func(t lang.DocTag) bool { return t.Kind == lang.DocClass }) {
			return
		}
		for _, tag := range tags {
			if tag.Kind == lang.DocMember && a.file.Scopes[scope].Class {
				a.bindings = append(a.bindings, fact.Binding{Name: tag.Name, Type: tag.Type, Start: a.nodes[n].start, Scope: scope, Kind: fact.Member})
			}
		}
	}
}

// classOf returns the symbol of a class that a comment declares, -1 when there is none.
func (a *assembler) classOf(c docClass) int32 {
	if c.own {
		return a.symbol[c.node]
	}
	return int32(slices.IndexFunc(a.file.Symbols, func(s fact.Symbol) bool {
		return s.Name == c.tag.Name && s.Kind.IsType() && s.Range.Start >= a.nodes[c.after].start && s.Range.Start < a.nodes[c.after].end
	}))
}
