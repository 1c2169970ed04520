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

// executeCommand runs our own method of that name with the arguments as its params.
func executeCommand(ctx context.Context, v *view, p *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	name, own := strings.CutPrefix(p.Command, "sibyl.")
	h, known := methods[ownMethods+name]
	if !own || !known {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "%s is no command of sibyl (known: %s)", p.Command, strings.Join(commandNames(), ", "))
	}
	params, err := merged(p.Arguments)
	if err != nil {
		return nil, err
	}
	if p.WorkDoneToken != nil {
		params = withToken(params, p.WorkDoneToken)
	}
	r, err := h.run(ctx, v, params)
	raw, _ := r.(jsonrpc2.RawMessage)
	return protocol.LSPAny(raw), err
}

// merged returns the first argument with the fields of those behind it: some editors can fill in a whole argument, such as a place, but no field of one.
func merged(arguments []protocol.LSPAny) ([]byte, error) {
	if len(arguments) == 1 && string(arguments[0]) != "null" {
		return arguments[0], nil
	}
	object := map[string]json.RawMessage{}
	for _, a := range arguments {
		if err := json.Unmarshal(a, &object); err != nil {
			return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the arguments of a command are objects: %s", err)
		}
	}
	if object == nil { // null
		return []byte("{}"), nil
	}
	return json.Marshal(object)
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
