package server

import (
	"bytes"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
)

// definitionAt is the graph's DefinitionAt with what needs the text: a cursor behind a name means that name, and reads of local
// variables, which facts leave out, are looked up by their name.
func (v *view) definitionAt(g *graph.Graph, f *graph.File, offset uint32) (targets []graph.Target, local []fact.Range) {
	targets, local = g.DefinitionAt(f, offset)
	if len(targets) > 0 || len(local) > 0 {
		return targets, local
	}
	d, ok := v.text(f)
	if !ok {
		return nil, nil
	}
	w := wordRange(d.Bytes, offset)
	if w.Start < offset {
		targets, local = g.DefinitionAt(f, w.Start)
	}
	if len(targets) > 0 || len(local) > 0 || w.Start == w.End || isMember(d.Bytes[:w.Start]) {
		return targets, local
	}
	return nil, g.LocalAt(f, string(d.Bytes[w.Start:w.End]), w.Start)
}

// isMember reports whether what stands before a name makes it a member of something.
func isMember(before []byte) bool {
	for _, s := range []string{".", "->", "::"} {
		if bytes.HasSuffix(before, []byte(s)) {
			return true
		}
	}
	return false
}

// localReferences finds the uses of a local variable: the occurrences of its name in the definition around it that mean
// the same variable.
func (v *view) localReferences(g *graph.Graph, f *graph.File, at uint32, binding []fact.Range, declaration bool) *places {
	found := &places{}
	d, ok := v.text(f)
	if !ok || int(binding[0].End) > len(d.Bytes) {
		return found
	}
	around := fact.Range{End: uint32(len(d.Bytes))}
	if i := f.Facts.SymbolAt(at); i >= 0 {
		around = f.Facts.Symbols[i].Range
	}
	name := d.Bytes[binding[0].Start:binding[0].End]
	for _, r := range words(d.Bytes, around, name) {
		_, local := v.definitionAt(g, f, r.Start)
		if len(local) > 0 && local[0] == binding[0] && (declaration || r != binding[0]) {
			found.add(v, f, r)
		}
	}
	return found
}
