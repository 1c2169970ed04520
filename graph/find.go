package graph

import (
	"cmp"
	"context"
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// folderOf returns the folder that a file stands in.
func folderOf(f *File) string { return f.Path[:max(strings.LastIndexByte(f.Path, '/'), 1)] }

// Lookup finds symbols as a person names them: "name", "Class.name" (or "::", "#"), "path/to/file.py:12" (the innermost symbol on that
// line, the module if there is none), "path/to/file.py:name", and "path/to/file.py" (the module).
func (g *Graph) Lookup(query string) []ID {
	query = strings.TrimSuffix(strings.TrimSpace(query), "()")
	if file, rest, ok := cutLast(query, ":"); ok && !strings.HasSuffix(file, ":") {
		if files := g.withSuffix(file); len(files) > 0 {
			var out []ID
			for _, f := range files {
				if line, err := strconv.Atoi(rest); err == nil {
					out = append(out, f.onLine(line))
				} else {
					out = append(out, slices.DeleteFunc(g.dotted(rest), func(id ID) bool { return id.File != f })...)
				}
			}
			return out
		}
	}
	if ids := g.dotted(query); len(ids) > 0 {
		return ids
	}
	var out []ID
	if strings.ContainsAny(query, "./") {
		for _, f := range g.withSuffix(query) {
			out = append(out, ID{f, -1})
		}
	}
	return out
}

func cutLast(s, sep string) (before, after string, ok bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// onLine returns the innermost callable or type on a 1-based line, preferring one that is declared there.
func (f *File) onLine(line int) ID {
	if line < 1 || line > len(f.Facts.Lines) {
		return ID{f, -1}
	}
	for i := range f.Facts.Symbols {
		if s := &f.Facts.Symbols[i]; f.Facts.Line(s.NameRange.Start) == line-1 && (s.Kind.Callable() || s.Kind.IsType()) {
			return ID{f, int32(i)}
		}
	}
	end := uint32(f.Facts.Size)
	if line < len(f.Facts.Lines) {
		end = f.Facts.Lines[line]
	}
	return ID{f, f.around(max(end, 1) - 1)}
}

// around returns the innermost callable or type around an offset.
func (f *File) around(offset uint32) int32 {
	s := f.Facts.SymbolAt(offset)
	for s >= 0 && !f.Facts.Symbols[s].Kind.Callable() && !f.Facts.Symbols[s].Kind.IsType() {
		s = f.Facts.Symbols[s].Parent
	}
	return s
}

// dotted finds symbols by a name whose containers may stand before it.
func (g *Graph) dotted(query string) []ID {
	q := strings.NewReplacer("::", ".", "#", ".", "->", ".").Replace(query)
	_, name, dotted := cutLast(q, ".")
	if !dotted {
		name = q
	}
	var out []ID
	for _, id := range g.Named("default") { // what stands for its file is known by the file's name
		if id.Def().StandsForFile() && id.Title() == q {
			out = append(out, id)
		}
	}
	for _, id := range g.Named(name) {
		if !dotted {
			out = append(out, id)
			continue
		}
		full := strings.ReplaceAll(id.File.Facts.Qualified(id.Symbol), "::", ".")
		stem := strings.TrimSuffix(path.Base(id.File.Path), path.Ext(id.File.Path))
		pkg := strings.ReplaceAll(id.File.Facts.Package, "/", ".")
		for _, prefix := range []string{"", stem + ".", pkg + ".", path.Base(folderOf(id.File)) + "."} {
			if whole := prefix + full; whole == q || strings.HasSuffix(whole, "."+q) {
				out = append(out, id)
				break
			}
		}
	}
	return out
}

// Find returns at most limit symbols whose name matches query fuzzily (case-insensitive subsequence; whole names, prefixes and
// word starts count more; tests, vendored and generated files less), best first. An empty query finds nothing.
func (g *Graph) Find(ctx context.Context, query string, limit int) []ID {
	query = strings.TrimSpace(query)
	if query == "" || limit <= 0 {
		return nil
	}
	container, last, _ := cutLast(strings.NewReplacer("::", ".", "#", ".").Replace(query), ".")
	if last == "" {
		last, container = query, ""
	} else if container == query || !strings.ContainsAny(query, ".:#") {
		container = ""
	}
	type hit struct {
		id    ID
		score int
	}
	var hits []hit
	n := 0
	g.Files(func(f *File) bool {
		if n++; n&63 == 0 && ctx.Err() != nil {
			return false
		}
		for i := range f.Facts.Symbols {
			s := &f.Facts.Symbols[i]
			score := fuzzy(last, s.Name)
			if s.StandsForFile() {
				score = fuzzy(last, f.stem())
			}
			if score == 0 {
				continue
			}
			if container != "" {
				c := fuzzy(container, strings.TrimSuffix(f.Facts.Qualified(int32(i)), "."+s.Name))
				if c == 0 {
					continue
				}
				score += c / 4
			}
			if f.Marks.Test || s.Test {
				score -= 40
			}
			if f.Marks.Vendored || f.Marks.Generated {
				score -= 60
			}
			if s.Kind == fact.Field || s.Kind == fact.Variable || s.Kind == fact.Section || s.Kind == fact.EnumMember {
				score -= 10
			}
			hits = append(hits, hit{ID{f, int32(i)}, score})
		}
		return true
	})
	slices.SortFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.id.Def().Name, b.id.Def().Name), cmp.Compare(a.id.File.Path, b.id.File.Path), cmp.Compare(a.id.Symbol, b.id.Symbol))
	})
	out := make([]ID, 0, min(limit, len(hits)))
	for _, h := range hits[:min(limit, len(hits))] {
		out = append(out, h.id)
	}
	return out
}

// fuzzy scores how well name matches query; 0: not at all.
func fuzzy(query, name string) int {
	if query == name {
		return 400
	}
	if strings.EqualFold(query, name) {
		return 380
	}
	if len(name) < len(query) {
		return 0
	}
	if len(name) >= len(query) && strings.EqualFold(name[:len(query)], query) {
		return 300 - min(len(name)-len(query), 60)
	}
	score, at, run := 100, 0, 0
	for _, q := range query {
		if q == ' ' || q == '_' || q == '-' {
			continue
		}
		found := false
		for at < len(name) {
			c, size := utf8.DecodeRuneInString(name[at:])
			start := at == 0 || name[at-1] == '_' || name[at-1] == '-' || unicode.IsUpper(c) && !unicode.IsUpper(rune(name[at-1]))
			at += size
			if unicode.ToLower(c) == unicode.ToLower(q) {
				if start {
					score += 12
				}
				if run > 0 {
					score += 6
				}
				run++
				found = true
				break
			}
			run = 0
			score--
		}
		if !found {
			return 0
		}
	}
	return max(score-(len(name)-at)/2, 1)
}

// SymbolAt returns the symbol whose name stands at offset or, failing that, the innermost callable or type around it; the module when
// there is none.
func (g *Graph) SymbolAt(f *File, offset uint32) (id ID, onName bool) {
	for s := f.Facts.SymbolAt(offset); s >= 0; s = f.Facts.Symbols[s].Parent {
		if r := f.Facts.Symbols[s].NameRange; r.Start <= offset && offset <= r.End {
			return ID{f, s}, true
		}
	}
	for i := range f.Facts.Symbols {
		if r := f.Facts.Symbols[i].NameRange; r.Start <= offset && offset <= r.End {
			return ID{f, int32(i)}, true
		}
	}
	return ID{f, f.around(offset)}, false
}

// ReferenceAt returns the index of the reference whose name contains offset, -1 when there is none.
func (f *File) ReferenceAt(offset uint32) int {
	refs := f.Facts.References
	i := sort.Search(len(refs), func(i int) bool { return refs[i].Start > offset }) - 1
	if i >= 0 && offset <= refs[i].Range().End {
		return i
	}
	return -1
}

// DefinitionAt returns what the name at offset stands for: a reference's targets, the symbol itself on a definition, the file of an
// import, the symbols that a mention names, or the places that bind a local variable.
func (g *Graph) DefinitionAt(f *File, offset uint32) (targets []Target, local []fact.Range) {
	r := newResolver(g)
	if i := f.ReferenceAt(offset); i >= 0 {
		u := &f.Facts.References[i]
		targets, _ = r.resolve(f, i, Possible)
		targets = slices.DeleteFunc(targets, func(t Target) bool { return t.Dispatch })
		sortTargets(targets)
		if len(targets) > 0 && targets[0].Tier > Possible {
			targets = slices.DeleteFunc(targets, func(t Target) bool { return t.Tier == Possible })
		}
		if len(targets) > 0 || u.Recv != "" && u.Kind != fact.Read {
			return targets, nil
		}
		if u.Recv != "" {
			return nil, r.memberPlaces(f, u)
		}
		return nil, g.localAt(f, u.Name, offset)
	}
	if targets, _, ok := g.MentionAt(f, offset); ok {
		return targets, nil
	}
	if id, on := g.SymbolAt(f, offset); on {
		return []Target{{ID: id, Tier: Exact}}, nil
	}
	for i := range f.Facts.Imports {
		imp := &f.Facts.Imports[i]
		end := uint32(f.Facts.Size)
		if line := f.Facts.Line(imp.Start); line+1 < len(f.Facts.Lines) {
			end = f.Facts.Lines[line+1]
		}
		if offset < imp.Start || offset >= end {
			continue
		}
		if v := r.importValue(f, imp, 0); v.kind == isFunc || v.kind == isType {
			for _, id := range v.ids {
				targets = append(targets, Target{ID: id, Tier: Exact})
			}
		} else if m := r.importModule(f, imp.Path); m != nil && len(m.files) > 0 && len(targets) == 0 {
			targets = append(targets, Target{ID: ID{m.files[0], m.scope}, Tier: Exact})
		}
	}
	if len(targets) > 0 {
		return targets, nil
	}
	for i := range f.Facts.Bindings {
		if b := &f.Facts.Bindings[i]; b.Start <= offset && offset <= b.Start+uint32(len(b.Name)) && b.Kind != fact.Narrow {
			return nil, g.localAt(f, b.Name, b.Start)
		}
	}
	return nil, nil
}

// memberPlaces returns where self.name is assigned.
func (r *resolver) memberPlaces(f *File, u *fact.Reference) []fact.Range {
	v := r.eval(f, u.Recv, u.Start)
	for _, id := range v.ids {
		if id.File != f || v.kind != instance && v.kind != isType {
			continue
		}
		scope, ok := f.names().classes[id.Symbol]
		for _, i := range f.named(u.Name).bindings() {
			if b := &f.Facts.Bindings[i]; ok && b.Scope == scope {
				return []fact.Range{{Start: b.Start, End: b.Start + uint32(len(b.Name))}}
			}
		}
	}
	return nil
}

// localAt returns the first binding of a name in the innermost scope around offset that binds it.
func (g *Graph) localAt(f *File, name string, offset uint32) []fact.Range {
	for s := f.Facts.ScopeAt(offset); s >= 0; s = f.Facts.Scopes[s].Parent {
		for _, i := range f.named(name).bound(s) {
			if b := &f.Facts.Bindings[i]; b.Kind != fact.Narrow && b.Kind != fact.Global {
				return []fact.Range{{Start: b.Start, End: b.Start + uint32(len(name))}}
			}
		}
	}
	return nil
}

// Use is one place where a symbol is named.
type Use struct {
	File  *File
	Range fact.Range
	Tier  Tier
	Kind  fact.RefKind
}

// Uses returns the places that refer to id, without its definition, by path and place. The error is the context's.
func (g *Graph) Uses(ctx context.Context, id ID, tier Tier) ([]Use, error) {
	r := newResolver(g)
	var out []Use
	err := r.candidates(ctx, id, func(f *File, i int) bool {
		targets, _ := r.resolve(f, i, tier)
		for _, t := range targets {
			same := t.ID == id
			if !same && id.Def() != nil && id.Def().Kind.IsType() && t.ID.Def() != nil && lastOwner(t.ID) == id.Def().Name && t.ID.File == id.File {
				same = f.Facts.References[i].Name == id.Def().Name // a constructor's call names its class
			}
			if same && t.Tier >= tier {
				u := &f.Facts.References[i]
				out = append(out, Use{f, u.Range(), t.Tier, u.Kind})
				break
			}
		}
		return true
	})
	slices.SortFunc(out, func(a, b Use) int {
		return cmp.Or(cmp.Compare(a.File.Path, b.File.Path), cmp.Compare(a.Range.Start, b.Range.Start))
	})
	return out, err
}
