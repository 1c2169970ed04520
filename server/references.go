package server

import (
	"bytes"
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
)

// references lists where the name under the cursor is used.
func references(ctx context.Context, v *view, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	g, f, err := v.fileIn(ctx, "references", p.TextDocument.URI)
	if f == nil {
		return []protocol.Location{}, err
	}
	at := v.offset(f, p.Position)
	targets, local := g.DefinitionAt(f, at)
	if len(local) > 0 {
		return v.localReferences(g, f, at, local, p.Context.IncludeDeclaration), nil
	}
	found := places{seen: map[string]bool{}}
	for _, t := range surest(targets) {
		uses, err := g.Uses(ctx, t.ID, graph.Likely)
		if err != nil {
			return nil, err
		}
		if p.Context.IncludeDeclaration {
			found.add(v, t.ID.File, nameRange(t.ID))
		}
		for _, u := range uses {
			found.add(v, u.File, u.Range)
		}
	}
	return found.sorted(), nil
}

// places are locations without repetition.
type places struct {
	list []protocol.Location
	seen map[string]bool
}

func (p *places) add(v *view, f *graph.File, r fact.Range) {
	key := f.Path + "\x00" + string(appendOffset(nil, r.Start))
	if !p.seen[key] {
		p.seen[key] = true
		p.list = append(p.list, v.location(f, r))
	}
}

func appendOffset(b []byte, n uint32) []byte {
	return append(b, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
}

func (p *places) sorted() []protocol.Location {
	slices.SortFunc(p.list, func(a, b protocol.Location) int {
		if a.URI != b.URI {
			return bytes.Compare([]byte(a.URI), []byte(b.URI))
		}
		return comparePositions(a.Range.Start, b.Range.Start)
	})
	if p.list == nil {
		return []protocol.Location{}
	}
	return p.list
}

// localReferences finds the uses of a local variable. Facts do not hold them: the occurrences of its name in the definition around
// it are asked one by one whether they mean the same variable.
func (v *view) localReferences(g *graph.Graph, f *graph.File, at uint32, binding []fact.Range, declaration bool) []protocol.Location {
	d, ok := v.text(f)
	found := places{seen: map[string]bool{}}
	if !ok || int(binding[0].End) > len(d.Bytes) {
		return found.sorted()
	}
	around := fact.Range{End: uint32(len(d.Bytes))}
	if i := f.Facts.SymbolAt(at); i >= 0 {
		around = f.Facts.Symbols[i].Range
	}
	name := d.Bytes[binding[0].Start:binding[0].End]
	for _, r := range words(d.Bytes, around, name) {
		_, local := g.DefinitionAt(f, r.Start)
		if len(local) > 0 && local[0] == binding[0] && (declaration || r != binding[0]) {
			found.add(v, f, r)
		}
	}
	return found.sorted()
}
