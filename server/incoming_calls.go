package server

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/sibyl-ls/sibyl/graph"
)

func incomingCalls(ctx context.Context, v *view, p *protocol.CallHierarchyIncomingCallsParams) ([]protocol.CallHierarchyIncomingCall, error) {
	calls, id, err := v.callsOf(ctx, &p.Item, (*graph.Graph).Incoming)
	if err != nil {
		return nil, err
	}
	out := make([]protocol.CallHierarchyIncomingCall, 0, len(calls.Edges))
	for _, e := range calls.Edges {
		out = append(out, protocol.CallHierarchyIncomingCall{From: v.edgeItem(e.Caller, e), FromRanges: v.sites(e)})
	}
	if len(out) == 0 {
		v.explain(title(id), v.callersText(id, calls))
	}
	return out, nil
}

// callsOf asks for the calls of an item in one direction.
func (v *view) callsOf(ctx context.Context, item *protocol.CallHierarchyItem,
	ask func(*graph.Graph, context.Context, graph.ID, graph.Filter) (graph.Calls, error)) (graph.Calls, graph.ID, error) {
	g, id, err := v.symbolOf(ctx, item.Data, item.URI, item.SelectionRange.Start)
	if err != nil {
		return graph.Calls{}, id, err
	}
	calls, err := ask(g, ctx, id, graph.Filter{Tier: graph.Likely})
	return calls, id, err
}

// explain says in the client's log why a list is empty; the protocol has no better place behind a prepare request.
func (v *view) explain(name, text string) {
	v.server.notify(protocol.MethodWindowLogMessage, &protocol.LogMessageParams{Type: protocol.MessageTypeInfo, Message: name + ": " + text})
}
