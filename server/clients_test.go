package server_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/testkit"
)

// What clients that cannot be run in tests say in initialize, as far as an answer depends on it, with some that we must pass over. Kate's is what Kate 25.04 sent;
// Sublime Text's (LSP 2.13) and Zed's are from their sources.
const (
	kateClient = `{"textDocument": {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "refactor", "source"]}}},
		"documentSymbol": {"hierarchicalDocumentSymbolSupport": true}, "hover": {"contentFormat": ["markdown", "plaintext"]}, "inlayHint": {"dynamicRegistration": false},
		"selectionRange": {"dynamicRegistration": false}, "synchronization": {"didSave": true}},
		"window": {"showMessage": {"messageActionItem": {"additionalPropertiesSupport": true}}, "workDoneProgress": true}}`
	sublimeClient = `{"general": {"staleRequestSupport": {"cancel": true, "retryOnContentModified": []}, "markdown": {"parser": "marko", "version": "2"}, "positionEncodings": ["utf-16"]},
		"textDocument": {"definition": {"dynamicRegistration": true, "linkSupport": true}, "implementation": {"dynamicRegistration": true, "linkSupport": true},
		"hover": {"contentFormat": ["markdown", "plaintext"]}, "documentSymbol": {"hierarchicalDocumentSymbolSupport": true, "symbolKind": {"valueSet": [1, 12]}, "tagSupport": {"valueSet": [1]}},
		"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "source.fixAll"]}}, "tagSupport": {"valueSet": [1]}, "resolveSupport": {"properties": ["edit"]}},
		"codeLens": {"resolveSupport": {"properties": ["command"]}}, "signatureHelp": {"signatureInformation": {"noActiveParameterSupport": true}},
		"foldingRange": {"dynamicRegistration": true, "foldingRangeKind": {"valueSet": ["comment", "imports", "region"]}}, "callHierarchy": {"dynamicRegistration": true}, "typeHierarchy": {},
		"diagnostic": {"markupMessageSupport": true}},
		"workspace": {"applyEdit": true, "symbol": {"resolveSupport": {"properties": ["location.range"]}}, "configuration": true, "workspaceFolders": true, "codeLens": {"refreshSupport": true},
		"fileOperations": {"didRename": true, "willRename": true}, "textDocumentContent": {"dynamicRegistration": true}, "workspaceEdit": {"metadataSupport": true, "snippetEditSupport": true}},
		"window": {"workDoneProgress": true, "showDocument": {"support": true}}}`
	zedClient = `{"general": {"positionEncodings": ["utf-16"]}, "experimental": {"serverStatusNotification": true, "localDocs": true},
		"textDocument": {"definition": {"linkSupport": true}, "hover": {"contentFormat": ["markdown"]}, "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
		"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["refactor", "quickfix", "source"]}}, "dataSupport": true, "resolveSupport": {"properties": ["kind", "edit", "command"]}},
		"codeLens": {"dynamicRegistration": false}, "synchronization": {"didSave": true}},
		"workspace": {"configuration": true, "didChangeConfiguration": {"dynamicRegistration": true}, "workspaceFolders": true, "symbol": {}, "codeLens": {"refreshSupport": true},
		"workspaceEdit": {"snippetEditSupport": true}, "executeCommand": {"dynamicRegistration": false}},
		"window": {"workDoneProgress": true, "showMessage": {}}}`
)

// TestClients asks as each client would and looks at the form of the answers.
func TestClients(t *testing.T) {
	for name, c := range map[string]struct {
		capabilities string
		links, shows bool
	}{
		"kate":    {capabilities: kateClient},
		"sublime": {capabilities: sublimeClient, links: true, shows: true},
		"zed":     {capabilities: zedClient, links: true},
	} {
		t.Run(name, func(t *testing.T) {
			root := testkit.TempDir(t)
			w := testkit.Workspace{Dir: root}
			w.WriteFile(t, "a.py", "class A:\n    def low(self):\n        pass\n\n\ndef mid():\n    A().low()\n")
			var file, page string
			client := testkit.Start(t, testkit.Setup{Roots: []string{root}, Capabilities: c.capabilities})
			if c.shows {
				showing(t, client, &file, &page)
			}
			client.Idle()
			at := map[string]any{"textDocument": map[string]any{"uri": w.URI("a.py")}, "position": map[string]any{"line": 6, "character": 9}}
			answer := func(method string, params any) string {
				var raw json.RawMessage
				client.Call(method, params, &raw)
				return string(raw)
			}
			if got := answer("textDocument/definition", at); strings.Contains(got, "targetSelectionRange") != c.links || !strings.Contains(got, `"line":1`) {
				t.Errorf("definition: %s", got)
			}
			if got := answer("textDocument/documentSymbol", at); !strings.Contains(got, `"children":[{"name":"low"`) {
				t.Errorf("symbols are no tree: %s", got)
			}
			if got := answer("textDocument/hover", at); !strings.Contains(got, "```python") {
				t.Errorf("hover is no Markdown: %s", got)
			}
			if got := answer("workspace/symbol", map[string]any{"query": "mid"}); !strings.Contains(got, `"name":"mid"`) {
				t.Errorf("workspace symbols: %s", got)
			}
			client.Call("workspace/executeCommand", map[string]any{"command": "sibyl.callTree", "arguments": []any{map[string]any{"name": "low", "show": true}}}, nil)
			if !c.shows {
				client.Await("window/showMessage", func(p json.RawMessage) bool { return strings.Contains(string(p), "the answer is in") })
			} else if client.Drain("window/showDocument"); !strings.Contains(page, "- `mid`") {
				t.Errorf("the document is %q", page)
			}
			for _, method := range []string{"window/workDoneProgress/create", "$/progress", "workspace/configuration", "workspace/codeLens/refresh"} {
				client.Drain(method)
			}
			client.Shutdown()
		})
	}
}
