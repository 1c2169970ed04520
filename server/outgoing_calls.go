package server

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/sibyl-ls/sibyl/graph"
)

func outgoingCalls(ctx context.Context, v *view, p *protocol.CallHierarchyOutgoingCallsParams) ([]protocol.CallHierarchyOutgoingCall, error) {
	calls, id, err := v.callsOf(ctx, &p.Item, (*graph.Graph).Outgoing)
	if err != nil {
		return nil, err
	}
	out := make([]protocol.CallHierarchyOutgoingCall, 0, len(calls.Edges))
	for _, e := range calls.Edges {
		out = append(out, protocol.CallHierarchyOutgoingCall{To: v.edgeItem(e.Callee, e), FromRanges: v.sites(e)})
	}
	if len(out) == 0 {
		v.explain(title(id), v.calleesText(calls))
	}
	return out, nil
}
