package server

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// askKind is the kind of "Ask about this code". It is no part of the protocol's kinds, so that no editor runs it on save.
const askKind protocol.CodeActionKind = "sibyl.ask"

// codeAction offers to ask about a selection. It does not depend on the index.
func codeAction(ctx context.Context, v *view, p *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	none := []protocol.CommandOrCodeAction{}
	if p.Range.Start == p.Range.End || !wants(p.Context.Only, askKind) {
		return none, nil
	}
	f, err := v.file(ctx, "codeAction", p.TextDocument.URI)
	if f == nil {
		return none, err
	}
	command, err := askCommand("Ask about this code", p.TextDocument.URI, p.Range)
	if err != nil {
		return nil, err
	}
	if !v.client.literals {
		return []protocol.CommandOrCodeAction{&command}, nil
	}
	return []protocol.CommandOrCodeAction{&protocol.CodeAction{Title: command.Title, Kind: ptr(askKind), Command: command}}, nil
}

// askCommand asks about a range of a document. Clients that have a place for the question may ask another one.
func askCommand(title string, u uri.URI, r protocol.Range) (protocol.Command, error) {
	argument, err := json.Marshal(map[string]any{
		"question": "What does this code do, and who uses it?", "textDocument": map[string]any{"uri": u}, "range": rangeJSON(r),
		"show": true,
	})
	return protocol.Command{Title: title, Command: "sibyl.ask", Arguments: []protocol.LSPAny{argument}}, err
}

// wants reports whether a client that asks only for some kinds wants kind, which may be below one of them.
func wants(only []protocol.CodeActionKind, kind protocol.CodeActionKind) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(k protocol.CodeActionKind) bool {
		return k == "" || k == kind || strings.HasPrefix(string(kind), string(k)+".")
	})
}

func rangeJSON(r protocol.Range) json.RawMessage {
	b, _ := protocol.Marshal(&r) // numbers only: cannot fail
	return json.RawMessage(b)
}
