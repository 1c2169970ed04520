package server

import (
	"cmp"
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
)

// references lists where the name under the cursor is used: first the declaration and the uses that are certain, then the likely ones.
func references(ctx context.Context, v *view, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	g, f, err := v.fileIn(ctx, "references", p.TextDocument.URI)
	if f == nil {
		return []protocol.Location{}, err
	}
	at := v.offset(f, p.Position)
	targets, local := v.definitionAt(g, f, at)
	if len(local) > 0 {
		return v.localReferences(g, f, at, local, p.Context.IncludeDeclaration).sorted(), nil
	}
	found, likely := &places{}, &places{}
	for _, t := range surest(targets) {
		uses, err := g.Uses(ctx, t.ID, graph.Likely)
		if err != nil {
			return nil, err
		}
		if p.Context.IncludeDeclaration {
			found.add(v, t.ID.File, nameRange(t.ID))
		}
		for _, u := range uses {
			if u.Tier == graph.Exact {
				found.add(v, u.File, u.Range)
			} else {
				likely.add(v, u.File, u.Range)
			}
		}
	}
	likely.remove(found)
	return append(found.sorted(), likely.sorted()...), nil
}

// places are locations, each once.
type places struct {
	list []protocol.Location
	seen map[spot]bool
}

type spot struct {
	file  *graph.File
	start uint32
}

func (p *places) add(v *view, f *graph.File, r fact.Range) {
	if p.seen == nil {
		p.seen = map[spot]bool{}
	}
	if s := (spot{f, r.Start}); !p.seen[s] {
		p.seen[s] = true
		p.list = append(p.list, v.location(f, r))
	}
}

// remove takes out what others has.
func (p *places) remove(others *places) {
	p.list = slices.DeleteFunc(p.list, func(l protocol.Location) bool { return slices.Contains(others.list, l) })
}

// sorted returns them by file and position.
func (p *places) sorted() []protocol.Location {
	slices.SortFunc(p.list, func(a, b protocol.Location) int {
		return cmp.Or(cmp.Compare(a.URI, b.URI), comparePositions(a.Range.Start, b.Range.Start))
	})
	return append([]protocol.Location{}, p.list...)
}
