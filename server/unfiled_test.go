package server_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/testkit"
)

const pasted = `from a import helper


class Mine:
    def run(self):
        helper()


def mine():
    Mine().run()
    helper()
`

// TestUnfiled: a document without a file has its outline, its hierarchies and what it calls in the workspace. Nobody finds it who does not ask about it.
func TestUnfiled(t *testing.T) {
	for i, name := range []string{"untitled:Untitled-1", "untitled:{root}/lib/new%20one.py", "file://", "zipfile://{root}/x.zip::a/b.py", "git:/elsewhere/a.py?ref=HEAD"} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			w := write(t, "-- a.py --\ndef helper(): pass\n\n\ndef other():\n    helper()\n-- lib/x.py --\n")
			c := testkit.Start(t, testkit.Setup{Roots: []string{w.Dir}})
			c.Idle()
			u := &unfiledDocument{t, c, w, strings.ReplaceAll(name, "{root}", filepath.ToSlash(w.Dir))}
			u.open("def f(): pass\n")
			u.open(pasted) // what some editors call by one name may be two documents
			u.check()
			u.save()
			c.Shutdown()
		})
	}
}

type unfiledDocument struct {
	t   *testing.T
	c   *testkit.Client
	w   *testkit.Workspace
	uri string
}

func (u *unfiledDocument) open(content string) {
	u.c.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": u.uri, "languageId": "python", "version": 1, "text": content}})
}

// at returns params for the place where word stands for the first time.
func (u *unfiledDocument) at(word string) map[string]any {
	i := strings.Index(pasted, word)
	line := uint32(strings.Count(pasted[:i], "\n"))
	return map[string]any{"textDocument": map[string]any{"uri": u.uri}, "context": map[string]any{"includeDeclaration": true},
		"position": position{line, uint32(i - strings.LastIndexByte(pasted[:i], '\n') - 1)}}
}

// ask returns the answer as JSON with short names for the document and the workspace.
func (u *unfiledDocument) ask(method string, params any) string {
	u.t.Helper()
	var raw json.RawMessage
	u.c.Call(method, params, &raw)
	return strings.NewReplacer(`"`+u.uri+`"`, `"DOCUMENT"`, strings.TrimSuffix(u.w.URI("x"), "/x"), "ROOT", "\n", "").Replace(string(raw))
}

func (u *unfiledDocument) check() {
	u.t.Helper()
	for _, q := range []struct {
		method, word string
		has, not     string
	}{
		{"textDocument/documentSymbol", "mine", `"name":"mine"`, ""},
		{"textDocument/foldingRange", "mine", `"startLine":3`, ""},
		{"textDocument/definition", "helper()", `"ROOT/a.py"`, "DOCUMENT"},
		{"textDocument/definition", "Mine()", `"DOCUMENT"`, "a.py"},
		{"textDocument/hover", "Mine()", "class Mine", ""},
		{"textDocument/references", "Mine()", `"DOCUMENT"`, "a.py"},
		{"textDocument/prepareTypeHierarchy", "Mine()", `"DOCUMENT"`, ""},
		{"sibyl/callTree", "run(self)", `"name":"mine"`, "other"},
	} {
		if got := u.ask(q.method, u.at(q.word)); !strings.Contains(got, q.has) || q.not != "" && strings.Contains(got, q.not) {
			u.t.Errorf("%s at %s: want %s, not %q:\n%s", q.method, q.word, q.has, q.not, got)
		}
	}
	var items []json.RawMessage
	u.c.Call("textDocument/prepareCallHierarchy", u.at("mine()"), &items)
	if len(items) != 1 {
		u.t.Fatalf("%d items", len(items))
	}
	outgoing := u.ask("callHierarchy/outgoingCalls", map[string]any{"item": items[0]})
	if !strings.Contains(outgoing, `"name":"helper"`) || !strings.Contains(outgoing, `"ROOT/a.py"`) || !strings.Contains(outgoing, `"name":"Mine.run"`) {
		u.t.Errorf("outgoing calls %s", outgoing)
	}
	var lenses []json.RawMessage
	u.c.Call("textDocument/codeLens", u.at("mine()"), &lenses)
	for _, l := range lenses {
		if got := u.ask("codeLens/resolve", l); strings.Contains(got, "no longer") {
			u.t.Errorf("lens %s", got)
		}
	}
	u.unseen()
}

// unseen fails when anything that is not about the document names it.
func (u *unfiledDocument) unseen() {
	u.t.Helper()
	helper := map[string]any{"textDocument": map[string]any{"uri": u.w.URI("a.py")}, "position": position{0, 5}, "context": map[string]any{"includeDeclaration": true}}
	for method, params := range map[string]any{
		"workspace/symbol": map[string]any{"query": "mine"}, "sibyl/search": map[string]any{"query": "mine run helper"},
		"sibyl/callTree": helper, "textDocument/references": helper, "textDocument/hover": helper, "sibyl/status": map[string]any{"wait": true},
	} {
		if got := u.ask(method, params); strings.Contains(strings.ToLower(got), "mine") || strings.Contains(got, "DOCUMENT") || strings.Contains(got, "untitled") {
			u.t.Errorf("%s: %s", method, got)
		}
	}
}

// save does what editors do: the document is closed, and a file of its text is opened.
func (u *unfiledDocument) save() {
	u.t.Helper()
	u.c.Notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": u.uri}})
	u.unseen()
	if got := u.ask("textDocument/documentSymbol", u.at("mine()")); got != "[]" {
		u.t.Errorf("outline of the closed document: %s", got)
	}
	if err := os.WriteFile(u.w.Path("saved.py"), []byte(pasted), 0o644); err != nil {
		u.t.Fatal(err)
	}
	uri := u.w.URI("saved.py")
	u.c.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "python", "version": 1, "text": pasted}})
	if got := find(u.c, "mine"); got != "Mine@saved.py mine@saved.py" && got != "mine@saved.py Mine@saved.py" {
		u.t.Error(got)
	}
	if got := u.ask("sibyl/callTree", map[string]any{"name": "helper"}); strings.Count(got, `"name":"mine"`) != 2 { // through run, and itself
		u.t.Error(fmt.Sprint("callers of helper: ", got))
	}
}
