package server

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// ownMethods begin the names of what is not in the protocol.
const ownMethods = "sibyl/"

// commandNames are the twins of our own methods, for clients without code of ours: "sibyl.ask" is "sibyl/ask".
func commandNames() (names []string) {
	for method := range methods {
		if name, ok := strings.CutPrefix(method, ownMethods); ok {
			names = append(names, "sibyl."+name)
		}
	}
	slices.Sort(names)
	return names
}

// executeCommand runs our own method of that name with the first argument as its params.
func executeCommand(ctx context.Context, v *view, p *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	name, own := strings.CutPrefix(p.Command, "sibyl.")
	h, known := methods[ownMethods+name]
	if !own || !known {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s is no command of sibyl (known: %s)", p.Command, strings.Join(commandNames(), ", "))
	}
	params := []byte("{}")
	if len(p.Arguments) > 0 && string(p.Arguments[0]) != "null" {
		params = p.Arguments[0]
	}
	if p.WorkDoneToken != nil {
		params = withToken(params, p.WorkDoneToken)
	}
	r, err := h.run(ctx, v, params)
	raw, _ := r.(jsonrpc2.RawMessage)
	return protocol.LSPAny(raw), err
}

// withToken puts the command's progress token into the params.
func withToken(params []byte, token protocol.ProgressToken) []byte {
	var object map[string]json.RawMessage
	t, err := protocol.Marshal(token)
	if err != nil || json.Unmarshal(params, &object) != nil || object == nil || object["workDoneToken"] != nil {
		return params
	}
	object["workDoneToken"] = t
	b, err := json.Marshal(object)
	if err != nil {
		return params
	}
	return b
}
