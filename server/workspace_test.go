package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/sibyl-ls/sibyl/internal/testkit"
)

func write(t *testing.T, archive string) *testkit.Workspace {
	return testkit.Write(t, txtar.Parse([]byte(archive)).Files)
}

// find returns the names that workspace/symbol finds, with their files.
func find(c *testkit.Client, query string) string {
	var found []struct{ Name, ContainerName string }
	c.Call("workspace/symbol", map[string]any{"query": query}, &found)
	var out []string
	for _, f := range found {
		out = append(out, f.Name+"@"+f.ContainerName)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func TestWorkspaceFolders(t *testing.T) {
	one, two := write(t, "-- a.py --\ndef only_one(): pass\n"), write(t, "-- b.py --\ndef only_two(): pass\n")
	c := testkit.Start(t, testkit.Setup{Roots: []string{one.Dir}})
	c.Idle()
	if got := find(c, "only_"); got != "only_one@a.py" {
		t.Errorf("with one folder: %s", got)
	}
	change := func(added, removed string) {
		folder := func(w string) []any {
			if w == "" {
				return []any{}
			}
			return []any{map[string]any{"uri": w, "name": "w"}}
		}
		c.Notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": folder(added), "removed": folder(removed)}})
		c.Idle()
	}
	uri := func(w *testkit.Workspace) string { return strings.TrimSuffix(w.URI("x"), "/x") }
	change(uri(two), "")
	if got := find(c, "only_"); !strings.Contains(got, "only_one") || !strings.Contains(got, "only_two") {
		t.Errorf("with two folders: %s", got)
	}
	change("", uri(one)+"/") // as some clients write it
	if got := find(c, "only_"); got != "only_two@b.py" {
		t.Errorf("with the other folder: %s", got)
	}
	change("", uri(two))
	if got := find(c, "only_"); got != "" {
		t.Errorf("without folders: %s", got)
	}
	c.Shutdown()
}

// TestFolderEvents: clients tell of folders as a whole, the workspace's own among them.
func TestFolderEvents(t *testing.T) {
	w := write(t, "-- lib/a.py --\ndef only_a(): pass\n-- lib/deep/b.py --\ndef only_b(): pass\n-- c.py --\ndef only_c(): pass\n")
	c := testkit.Start(t, testkit.Setup{Roots: []string{w.Dir}})
	c.Idle()
	root := strings.TrimSuffix(w.URI("x"), "/x")
	for _, step := range []struct {
		from, to, method string
		params           any
		want             string
	}{
		{"lib", "src", "workspace/didRenameFiles", map[string]any{"files": []any{map[string]any{"oldUri": w.URI("lib"), "newUri": w.URI("src")}}},
			"only_a@src/a.py only_b@src/deep/b.py only_c@c.py"},
		{"src/deep", "../deep", "workspace/didDeleteFiles", map[string]any{"files": []any{map[string]any{"uri": w.URI("src/deep")}}}, "only_a@src/a.py only_c@c.py"},
		{"../deep", "deep", "workspace/didCreateFiles", map[string]any{"files": []any{map[string]any{"uri": w.URI("deep")}}}, "only_a@src/a.py only_b@deep/b.py only_c@c.py"},
		{"src", "deep/lib", "workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": w.URI("src"), "type": 3}, map[string]any{"uri": w.URI("deep/lib"), "type": 1}}},
			"only_a@deep/lib/a.py only_b@deep/b.py only_c@c.py"},
		{"", "../away", "workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": root, "type": 3}}}, ""},
		{"../away", "", "workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": w.URI("c.py"), "type": 1}}},
			"only_a@deep/lib/a.py only_b@deep/b.py only_c@c.py"},
	} {
		if err := os.Rename(filepath.Join(w.Dir, step.from), filepath.Join(w.Dir, step.to)); err != nil {
			t.Fatal(err)
		}
		c.Notify(step.method, step.params)
		var status struct{ Notes []string }
		c.Call("sibyl/status", map[string]any{"wait": true}, &status)
		if got := find(c, "only_"); got != step.want {
			t.Errorf("%s to %s: got %s, want %s", step.from, step.to, got, step.want)
		}
		if gone := step.want == ""; gone != strings.Contains(strings.Join(status.Notes, " "), "does not exist") {
			t.Errorf("%s to %s: notes %q", step.from, step.to, status.Notes)
		}
	}
}

func TestFolderThatDoesNotExist(t *testing.T) {
	w := write(t, "-- a.py --\ndef f(): pass\n")
	c := testkit.Start(t, testkit.Setup{Roots: []string{w.Dir + "/gone", w.Dir}})
	c.Idle()
	if got := find(c, "f"); got != "f@a.py" {
		t.Error(got)
	}
}

// TestURIForms opens one document under the names that different clients give it.
func TestURIForms(t *testing.T) {
	w := write(t, "-- a b#%ü.py --\ndef f(): pass\n")
	plain := w.URI("a b#%ü.py")
	c := testkit.Start(t, testkit.Setup{Roots: []string{w.Dir}})
	c.Idle()
	for _, uri := range []string{
		plain, strings.ToUpper(plain[:4]) + plain[4:], strings.ReplaceAll(plain, "%C3%BC", "ü"), strings.ReplaceAll(plain, "%23", "%23"),
		strings.ReplaceAll(plain, "%C3%BC", "%c3%bc"), "file://localhost" + strings.TrimPrefix(plain, "file://"),
	} {
		c.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "python", "version": 1, "text": "def g(): pass\n"}})
		var found []struct {
			Name     string
			Location struct{ URI string }
		}
		c.Call("workspace/symbol", map[string]any{"query": "g"}, &found)
		if len(found) != 1 || found[0].Name != "g" || found[0].Location.URI != plain {
			t.Errorf("%s: %+v", uri, found)
		}
		c.Notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": uri}})
		if got := find(c, "f"); !strings.HasPrefix(got, "f@") {
			t.Errorf("%s closed: %s", uri, got)
		}
	}
}

// TestOtherSchemes: documents that are no files get empty answers when they are not open, and odd names no errors.
func TestOtherSchemes(t *testing.T) {
	c := testkit.Start(t, testkit.Setup{Roots: []string{testkit.TempDir(t)}})
	for _, uri := range []string{"untitled:Untitled-1", "vscode-notebook-cell:/w/a.ipynb#W0", "git:/w/a.py?ref=HEAD", "", "::", "file:", "file://", "%zz"} {
		document := map[string]any{"uri": uri}
		ask := func() (answered []string) {
			at := map[string]any{"textDocument": document, "position": position{0, 4}, "range": span{position{0, 0}, position{0, 1}}, "positions": []any{position{0, 0}},
				"context": map[string]any{"diagnostics": []any{}, "includeDeclaration": true}}
			for _, method := range []string{"documentSymbol", "definition", "implementation", "references", "hover", "prepareCallHierarchy", "prepareTypeHierarchy",
				"codeAction", "codeLens", "foldingRange", "selectionRange", "documentLink"} {
				var answer any
				c.Call("textDocument/"+method, at, &answer)
				if list, ok := answer.([]any); answer != nil && (!ok || len(list) > 0) {
					answered = append(answered, method)
				}
			}
			return answered
		}
		if got := ask(); len(got) > 0 {
			t.Errorf("%q, before it is open: answers to %v", uri, got)
		}
		c.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "python", "version": 1, "text": "def f(): pass\n"}})
		c.Notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": uri, "version": 2}, "contentChanges": []any{map[string]any{"text": "x"}}})
		ask()
		c.Notify("textDocument/didSave", map[string]any{"textDocument": document})
		c.Notify("textDocument/didClose", map[string]any{"textDocument": document})
		if got := ask(); len(got) > 0 {
			t.Errorf("%q, after it was closed: answers to %v", uri, got)
		}
	}
	c.Shutdown()
}

// TestPositionsBeyond asks at places that do not exist.
func TestPositionsBeyond(t *testing.T) {
	w := write(t, "-- a.py --\ndef f(): '🚀'\nf()\n-- empty.py --\n")
	c := testkit.Start(t, testkit.Setup{Roots: []string{w.Dir}})
	c.Idle()
	for _, file := range []string{"a.py", "empty.py"} {
		for _, p := range []position{{0, 11}, {0, 12}, {0, 1 << 31}, {99, 0}, {1<<32 - 1, 1<<32 - 1}} {
			for _, method := range []string{"definition", "references", "hover", "prepareCallHierarchy", "selectionRange"} {
				c.Call("textDocument/"+method, map[string]any{"textDocument": map[string]any{"uri": w.URI(file)}, "position": p, "positions": []any{p},
					"context": map[string]any{"includeDeclaration": true}}, nil)
			}
		}
	}
}

func TestPlainClient(t *testing.T) {
	w := write(t, "-- a.py --\nclass A:\n    def f(self): pass\n\n\ndef g(a: A):\n    a.f()\n")
	c := testkit.Start(t, testkit.Setup{Roots: []string{w.Dir}, Capabilities: `{}`})
	c.Idle()
	document := map[string]any{"uri": w.URI("a.py")}
	var flat []struct {
		Name, ContainerName string
		Location            location
	}
	c.Call("textDocument/documentSymbol", map[string]any{"textDocument": document}, &flat)
	if len(flat) != 3 || flat[1].Name != "f" || flat[1].ContainerName != "A" || flat[1].Location.Range.Start.Line != 1 {
		t.Errorf("flat symbols: %+v", flat)
	}
	var places []location
	c.Call("textDocument/definition", map[string]any{"textDocument": document, "position": position{5, 7}}, &places)
	if len(places) != 1 || places[0].URI != w.URI("a.py") || places[0].Range.Start != (position{1, 8}) {
		t.Errorf("definition: %+v", places)
	}
	var h struct{ Contents struct{ Kind, Value string } }
	c.Call("textDocument/hover", map[string]any{"textDocument": document, "position": position{5, 7}}, &h)
	if h.Contents.Kind != "plaintext" || strings.Contains(h.Contents.Value, "`") {
		t.Errorf("hover: %+v", h)
	}
	var actions []struct{ Title, Command string }
	c.Call("textDocument/codeAction", map[string]any{"textDocument": document, "range": span{position{0, 0}, position{1, 0}},
		"context": map[string]any{"diagnostics": []any{}}}, &actions)
	if len(actions) != 1 || actions[0].Command != "sibyl.ask" {
		t.Errorf("actions: %+v", actions)
	}
}

func TestCapabilitiesOff(t *testing.T) {
	w := write(t, "-- a.py --\ndef f(): pass\n-- b.go --\npackage b\n\nfunc F() {}\n")
	c := testkit.Connect(t, testkit.Options(testkit.TempDir(t), testkit.Setup{}))
	var r struct{ Capabilities map[string]any }
	c.Call("initialize", testkit.InitializeParams(testkit.Setup{Roots: []string{w.Dir},
		Settings: `{"capabilities": {"documentSymbol": {"off": ["python"]}, "codeLens": false, "workspaceSymbol": {"on": ["go"]}}}`}), &r)
	c.Notify("initialized", struct{}{})
	c.Idle()
	if _, there := r.Capabilities["codeLensProvider"]; there {
		t.Error("code lenses are announced though they are off")
	}
	for file, want := range map[string]int{"a.py": 0, "b.go": 1} {
		var symbols []any
		c.Call("textDocument/documentSymbol", map[string]any{"textDocument": map[string]any{"uri": w.URI(file)}}, &symbols)
		if len(symbols) != want {
			t.Errorf("%s: %d symbols, want %d", file, len(symbols), want)
		}
	}
	if got := find(c, "f"); got != "F@b.go" {
		t.Errorf("workspace symbols: %s", got)
	}

	// Settings that come later apply at once.
	c.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"sibyl": map[string]any{}}})
	var symbols []any
	c.Call("textDocument/documentSymbol", map[string]any{"textDocument": map[string]any{"uri": w.URI("a.py")}}, &symbols)
	if len(symbols) != 1 {
		t.Errorf("after the settings have changed: %d symbols", len(symbols))
	}
}

// TestSettingsShapeTheIndex changes a setting that the index depends on while a document is open.
func TestSettingsShapeTheIndex(t *testing.T) {
	w := write(t, "-- a.py --\ndef f(): pass\n-- long.py --\n"+strings.Repeat("x = 1\n", 100)+"def long(): pass\n")
	c := testkit.Start(t, testkit.Setup{Roots: []string{w.Dir}})
	c.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": w.URI("a.py"), "languageId": "python", "version": 1, "text": "def unsaved(): pass\n"}})
	c.Notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"sibyl": map[string]any{"maxFileBytes": 100, "nonsense": 1}}})
	c.Await("window/showMessage", func(p json.RawMessage) bool { return strings.Contains(string(p), "sibyl.nonsense") })
	c.Idle()
	if got := find(c, "unsaved"); got != "unsaved@a.py" {
		t.Errorf("the open document: %s", got)
	}
	var st struct {
		Files   int
		Skipped []struct{ Path, Reason string }
	}
	c.Call("sibyl/status", nil, &st)
	if len(st.Skipped) != 1 || !strings.HasSuffix(st.Skipped[0].Path, "long.py") || st.Skipped[0].Reason == "" {
		t.Errorf("skipped: %+v", st)
	}
}

func TestSettingsArePulled(t *testing.T) {
	w := write(t, "-- a.py --\ndef f(): pass\n")
	c := testkit.Connect(t, testkit.Options(testkit.TempDir(t), testkit.Setup{}))
	settings := []any{map[string]any{"capabilities": map[string]any{"hover": false}}}
	c.Answers["workspace/configuration"] = func(json.RawMessage) any { return settings }
	c.Call("initialize", testkit.InitializeParams(testkit.Setup{Roots: []string{w.Dir}, Capabilities: `{"workspace": {"configuration": true}}`}), nil)
	c.Notify("initialized", struct{}{})
	c.Await("workspace/configuration", nil)
	c.Idle()
	at := map[string]any{"textDocument": map[string]any{"uri": w.URI("a.py")}, "position": position{0, 4}}
	for { // the answer may be on its way
		var h any
		c.Call("textDocument/hover", at, &h)
		if h == nil {
			break
		}
	}
	settings = []any{nil}
	c.Notify("workspace/didChangeConfiguration", map[string]any{"settings": nil})
	c.Await("workspace/configuration", nil)
}

// TestItemsSurviveEdits asks for the callers of an item that an edit has moved, and of one that an edit has removed.
func TestItemsSurviveEdits(t *testing.T) {
	w := write(t, "-- a.py --\ndef f(): pass\n\n\ndef g(): f()\n")
	c := testkit.Start(t, testkit.Setup{Roots: []string{w.Dir}})
	c.Idle()
	document := map[string]any{"uri": w.URI("a.py")}
	var items []item
	c.Call("textDocument/prepareCallHierarchy", map[string]any{"textDocument": document, "position": position{0, 4}}, &items)
	if len(items) != 1 {
		t.Fatalf("%+v", items)
	}
	c.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": w.URI("a.py"), "languageId": "python", "version": 1,
		"text": "# one\n# two\ndef g(): f()\n\n\ndef f(): pass\n"}})
	callers := func() (calls []struct{ From item }) {
		c.Call("callHierarchy/incomingCalls", map[string]any{"item": items[0]}, &calls)
		return calls
	}
	if calls := callers(); len(calls) != 1 || calls[0].From.Name != "g" || calls[0].From.SelectionRange.Start.Line != 2 {
		t.Errorf("after a move: %+v", calls)
	}
	items[0].Data, items[0].SelectionRange = nil, span{position{5, 4}, position{5, 5}}
	if calls := callers(); len(calls) != 1 || calls[0].From.Name != "g" {
		t.Errorf("from a client that drops data: %+v", calls)
	}
	c.Call("textDocument/prepareCallHierarchy", map[string]any{"textDocument": document, "position": position{5, 4}}, &items)
	c.Notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": w.URI("a.py"), "version": 2}, "contentChanges": []any{map[string]any{"text": "x = 1\n"}}})
	err := c.TryCall("callHierarchy/incomingCalls", map[string]any{"item": items[0]}, nil)
	if codeOf(err) != -32803 || !strings.Contains(err.Error(), "f is not in a.py any more") {
		t.Errorf("of a function that is gone: %v", err)
	}
}

// TestEmptyListsSayWhy: the reason is in the item, and in the log after the list.
func TestEmptyListsSayWhy(t *testing.T) {
	w := write(t, "-- a.py --\nclass A:\n    def close(self): pass\n\n\nclass B:\n    def close(self): pass\n\n\ndef f(x):\n    x.close()\n")
	c := testkit.Start(t, testkit.Setup{Roots: []string{w.Dir}})
	c.Idle()
	var items []item
	c.Call("textDocument/prepareCallHierarchy", map[string]any{"textDocument": map[string]any{"uri": w.URI("a.py")}, "position": position{1, 8}}, &items)
	const reason = "no callers; 1 unresolved call named close"
	if len(items) != 1 || items[0].Detail != "a.py · "+reason {
		t.Fatalf("%+v", items)
	}
	var calls []any
	c.Call("callHierarchy/incomingCalls", map[string]any{"item": items[0]}, &calls)
	if logs := strings.Join(c.Logs(), "\n"); len(calls) != 0 || !strings.Contains(logs, "A.close: "+reason) {
		t.Errorf("%v, logs %s", calls, logs)
	}
}

// TestAnswersFromTheStart asks at once; whatever is indexed by then, there is an answer, and it says when it may not be whole.
func TestAnswersFromTheStart(t *testing.T) {
	w := testkit.Write(t, nil)
	for i := range 300 {
		w.WriteFile(t, fmt.Sprintf("d%d/m%d.py", i%10, i), fmt.Sprintf("def f%d(): f%d()\n", i, i+1))
	}
	c := testkit.Start(t, testkit.Setup{Roots: []string{w.Dir}})
	c.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": w.URI("d0/m0.py"), "languageId": "python", "version": 1, "text": "def f0(): f1()\n"}})
	var items []item
	c.Call("textDocument/prepareCallHierarchy", map[string]any{"textDocument": map[string]any{"uri": w.URI("d0/m0.py")}, "position": position{0, 4}}, &items)
	var st struct{ Complete bool }
	c.Call("sibyl/status", nil, &st)
	if len(items) != 1 || !st.Complete && !strings.Contains(items[0].Detail, "not indexed yet") {
		t.Errorf("%+v, complete %v", items, st.Complete)
	}
	c.Idle()
	if c.Call("sibyl/status", nil, &st); !st.Complete {
		t.Error("not complete when idle")
	}
}

func TestCommands(t *testing.T) {
	w := write(t, "-- a.py --\ndef f(): pass\n\n\ndef g(): f()\n")
	c := testkit.Connect(t, testkit.Options(testkit.TempDir(t), testkit.Setup{}))
	var r struct {
		Capabilities struct {
			ExecuteCommandProvider struct{ Commands []string }
		}
	}
	c.Call("initialize", testkit.InitializeParams(testkit.Setup{Roots: []string{w.Dir}}), &r)
	c.Notify("initialized", struct{}{})
	c.Idle()
	if got := strings.Join(r.Capabilities.ExecuteCommandProvider.Commands, " "); got != "sibyl.ask sibyl.callPath sibyl.callTree sibyl.refresh sibyl.search sibyl.status" {
		t.Errorf("commands: %s", got)
	}
	for method, params := range map[string]any{
		"search": map[string]any{"query": "f"}, "callTree": map[string]any{"name": "f"}, "callPath": map[string]any{"from": "g", "to": map[string]any{"name": "f"}},
		"refresh": nil,
	} {
		var own, twin any
		c.Call("sibyl/"+method, params, &own)
		c.Call("workspace/executeCommand", map[string]any{"command": "sibyl." + method, "arguments": []any{params}}, &twin)
		if a, b := fmt.Sprint(own), fmt.Sprint(twin); a != b {
			t.Errorf("%s: %s, its twin %s", method, a, b)
		}
	}
	var answer struct{ Answer, Conversation string }
	c.Call("workspace/executeCommand", map[string]any{"command": "sibyl.ask", "workDoneToken": "t", "arguments": []any{map[string]any{"question": "who calls f?"}}}, &answer)
	if answer.Answer == "" || answer.Conversation == "" {
		t.Errorf("%+v", answer)
	}
	if n := len(c.Drain("$/progress")); n != 2 {
		t.Errorf("%d progress messages, want begin and end", n)
	}
	for command, code := range map[string]int{"sibyl.nothing": -32602, "other": -32602} {
		if got := codeOf(c.TryCall("workspace/executeCommand", map[string]any{"command": command}, nil)); got != code {
			t.Errorf("%s: code %d", command, got)
		}
	}
	if err := c.TryCall("sibyl/callTree", map[string]any{"name": "nobody"}, nil); codeOf(err) != -32803 {
		t.Errorf("an unknown name: %v", err)
	}
	if err := c.TryCall("sibyl/callTree", map[string]any{"name": "f", "tier": "sure"}, nil); codeOf(err) != -32602 {
		t.Errorf("an unknown tier: %v", err)
	}
}

// TestAskStreams asks a model over HTTP; its pieces come as progress and the citation is a location.
func TestAskStreams(t *testing.T) {
	w := write(t, "-- src/auth.py --\ndef verify_token(token):\n    return token == 'secret word'\n")
	pieces := []string{"Tokens are compared in ", "`verify_token` [src/auth.py:1-2]", "."}
	model := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		out.Header().Set("Content-Type", "text/event-stream")
		for _, p := range pieces {
			b, _ := json.Marshal(map[string]any{"choices": []any{map[string]any{"delta": map[string]any{"content": p}}}})
			fmt.Fprintf(out, "data: %s\n\n", b)
		}
		fmt.Fprint(out, "data: [DONE]\n\n")
	}))
	c := testkit.Start(t, testkit.Setup{Roots: []string{w.Dir}, Settings: fmt.Sprintf(`{"llm": {"baseUrl": %q, "model": "m"}}`, model.URL+"/v1")})
	c.Idle()
	var r struct {
		Answer, Model string
		Dropped       int
		Citations     []struct {
			URI, Symbol string
			Range       span
		}
	}
	c.Call("sibyl/ask", map[string]any{"question": "explain how a token is verified", "partialResultToken": 5}, &r)
	var streamed strings.Builder
	for _, m := range c.Drain("$/progress") {
		var p struct{ Value struct{ Delta string } }
		if err := json.Unmarshal(m.Params, &p); err != nil {
			t.Fatal(err)
		}
		streamed.WriteString(p.Value.Delta)
	}
	if streamed.String() != strings.Join(pieces, "") || r.Model != "m" {
		t.Errorf("streamed %q, model %q", streamed.String(), r.Model)
	}
	if len(r.Citations) != 1 || r.Citations[0].URI != w.URI("src/auth.py") || r.Citations[0].Range.Start.Line != 0 {
		t.Errorf("citations: %+v", r)
	}
	model.Close() // its connections with it, before the client looks for goroutines
}

// TestTwoServers: a second process on the same store answers too.
func TestTwoServers(t *testing.T) {
	w, data := write(t, "-- a.py --\ndef f(): pass\n"), testkit.TempDir(t)
	one := testkit.Start(t, testkit.Setup{Roots: []string{w.Dir}, DataDir: data})
	one.Idle()
	two := testkit.Start(t, testkit.Setup{Roots: []string{w.Dir}, DataDir: data})
	two.Idle()
	for _, c := range []*testkit.Client{one, two} {
		if got := find(c, "f"); got != "f@a.py" {
			t.Error(got)
		}
	}
	if err := os.WriteFile(w.Path("a.py"), []byte("def renamed(): pass\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []*testkit.Client{two, one} {
		c.Call("sibyl/refresh", nil, nil)
		c.Idle()
		if got := find(c, "renamed"); got != "renamed@a.py" {
			t.Error(got)
		}
	}
}

// TestOlderRoots: clients that send no workspaceFolders.
func TestOlderRoots(t *testing.T) {
	w := write(t, "-- a.py --\ndef f(): pass\n")
	for name, params := range map[string]map[string]any{
		"rootUri":  {"rootUri": strings.TrimSuffix(w.URI("x"), "/x")},
		"rootPath": {"rootUri": nil, "rootPath": w.Dir},
		"null":     {"rootUri": strings.TrimSuffix(w.URI("x"), "/x"), "workspaceFolders": nil},
	} {
		c := testkit.Connect(t, testkit.Options(testkit.TempDir(t), testkit.Setup{}))
		params["processId"], params["capabilities"] = nil, struct{}{}
		c.Call("initialize", params, nil)
		c.Idle()
		if got := find(c, "f"); got != "f@a.py" {
			t.Errorf("%s: %q", name, got)
		}
		c.Close()
	}
}
