package server

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/sibyl-ls/sibyl/graph"
)

// prepareCallHierarchy starts a hierarchy at the name under the cursor or the definition around it. Its detail says what
// there will be to see: an empty hierarchy explains itself before it is opened.
func prepareCallHierarchy(ctx context.Context, v *view, p *protocol.CallHierarchyPrepareParams) ([]protocol.CallHierarchyItem, error) {
	g, f, err := v.fileIn(ctx, "callHierarchy", p.TextDocument.URI)
	if f == nil {
		return nil, err
	}
	var items []protocol.CallHierarchyItem
	for _, id := range v.symbolsAt(g, f, v.offset(f, p.Position), callsOrModule) {
		callers, err := v.countCallers(ctx, g, id)
		if err != nil {
			return nil, err
		}
		items = append(items, v.callItem(id, v.snap.Rel(id.File.Path)+" · "+callers, dataOf(id)))
	}
	return items, nil
}

func callsOrModule(id graph.ID) bool { return id.Symbol < 0 || countsCallers(id) }

func (v *view) callItem(id graph.ID, detail string, data symbolData) protocol.CallHierarchyItem {
	return protocol.CallHierarchyItem{
		Name: title(id), Kind: kindOf(id), Detail: &detail, URI: uriOf(id.File), Data: data.encode(),
		Range: v.rangeIn(id.File, wholeRange(id)), SelectionRange: v.rangeIn(id.File, nameRange(id)),
	}
}

// edgeItem is one end of a call, with how sure the call is.
func (v *view) edgeItem(id graph.ID, e graph.Edge) protocol.CallHierarchyItem {
	data := dataOf(id)
	data.Tier, data.Dispatch = e.Tier.String(), e.Dispatch
	detail := v.snap.Rel(id.File.Path) + " · " + data.Tier
	if e.Dispatch {
		detail += " · " + dispatchText
	}
	return v.callItem(id, detail, data)
}

// dispatchText marks a call that may run a method through one that it overrides or implements.
const dispatchText = "through an interface or base class"

func (v *view) sites(e graph.Edge) []protocol.Range {
	out := make([]protocol.Range, 0, len(e.Sites))
	for _, s := range e.Sites {
		out = append(out, v.rangeIn(e.Caller.File, s))
	}
	return out
}
