package server

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/sibyl-ls/sibyl/graph"
)

func prepareTypeHierarchy(ctx context.Context, v *view, p *protocol.TypeHierarchyPrepareParams) ([]protocol.TypeHierarchyItem, error) {
	g, f, err := v.fileIn(ctx, "typeHierarchy", p.TextDocument.URI)
	if f == nil {
		return nil, err
	}
	var targets []graph.Target
	for _, id := range v.symbolsAt(g, f, v.offset(f, p.Position), isType) {
		targets = append(targets, graph.Target{ID: id, Tier: graph.Exact})
	}
	return v.typeItems(targets), nil
}

func isType(id graph.ID) bool { return id.Symbol >= 0 && id.Def().Kind.IsType() }

func supertypes(ctx context.Context, v *view, p *protocol.TypeHierarchySupertypesParams) ([]protocol.TypeHierarchyItem, error) {
	g, id, err := v.symbolOf(ctx, p.Item.Data, p.Item.URI, p.Item.SelectionRange.Start)
	if err != nil {
		return nil, err
	}
	return v.typeItems(g.Supertypes(id)), nil
}

func subtypes(ctx context.Context, v *view, p *protocol.TypeHierarchySubtypesParams) ([]protocol.TypeHierarchyItem, error) {
	g, id, err := v.symbolOf(ctx, p.Item.Data, p.Item.URI, p.Item.SelectionRange.Start)
	if err != nil {
		return nil, err
	}
	return v.typeItems(g.Subtypes(ctx, id)), ctx.Err()
}

// typeItems leaves out what is only possible, as the call hierarchy does.
func (v *view) typeItems(targets []graph.Target) []protocol.TypeHierarchyItem {
	out := []protocol.TypeHierarchyItem{}
	for _, t := range targets {
		if t.Tier < graph.Likely {
			continue
		}
		data := dataOf(t.ID)
		data.Tier = t.Tier.String()
		detail := v.snap.Rel(t.ID.File.Path)
		if t.Tier < graph.Exact {
			detail += " · " + data.Tier
		}
		out = append(out, protocol.TypeHierarchyItem{
			Name: title(t.ID), Kind: kindOf(t.ID), Detail: &detail, URI: uriOf(t.ID.File), Data: data.encode(),
			Range: v.rangeIn(t.ID.File, wholeRange(t.ID)), SelectionRange: v.rangeIn(t.ID.File, nameRange(t.ID)),
		})
	}
	return out
}
