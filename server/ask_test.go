package server_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/testkit"
)

// askAnswer is what the tests look at in an answer of sibyl/ask.
type askAnswer struct {
	Answer       string
	Conversation string
	Model        string
	Dropped      int
	Citations    []struct{ Path, Symbol string }
	Prompt       *struct {
		Endpoint string
		Tokens   int
		Messages []struct{ Role, Content string }
	}
}

func TestAskGoesOn(t *testing.T) {
	root := testkit.TempDir(t)
	w := testkit.Workspace{Dir: root}
	w.WriteFile(t, "a.py", "def low():\n    pass\n\n\ndef mid():\n    low()\n\n\ndef top():\n    mid()\n")
	c := testkit.Start(t, testkit.Setup{Roots: []string{root}})
	c.Idle()
	ask := func(params map[string]any) (a askAnswer) {
		t.Helper()
		c.Call("sibyl/ask", params, &a)
		return a
	}
	first := ask(map[string]any{"question": "who calls low?"})
	again := ask(map[string]any{"question": "and who calls it?", "conversation": first.Conversation})
	if again.Conversation != first.Conversation || !strings.Contains(again.Answer, "Callers of `low`") || !strings.Contains(again.Answer, "`mid`") {
		t.Errorf("the conversation does not go on: %+v", again)
	}
	selected := ask(map[string]any{"question": "who calls this?", "textDocument": map[string]any{"uri": w.URI("a.py")},
		"range": map[string]any{"start": map[string]any{"line": 5, "character": 4}, "end": map[string]any{"line": 5, "character": 9}}})
	if !strings.Contains(selected.Answer, "Callers of `mid`") {
		t.Errorf("the selection is not what it is about: %s", selected.Answer)
	}
	dry := ask(map[string]any{"question": "what is at the top?", "dryRun": true})
	if dry.Answer != "" || dry.Prompt == nil || dry.Prompt.Endpoint != "" || dry.Prompt.Tokens == 0 || len(dry.Prompt.Messages) != 2 {
		t.Errorf("a dry run: %+v", dry)
	}
	if local := ask(map[string]any{"question": "who calls low?", "dryRun": true}); local.Prompt == nil || len(local.Prompt.Messages) > 0 || local.Answer == "" {
		t.Errorf("a dry run of a question about calls: %+v", local)
	}
	written := ask(map[string]any{"question": "what is at the top?", "written": map[string]any{"answer": "`top` calls `mid` [a.py:9-10], `mid` prints it [a.py:1-2].", "model": "theirs"}})
	if written.Model != "theirs" || written.Dropped != 1 || len(written.Citations) != 1 || written.Citations[0].Symbol != "top" || !strings.Contains(written.Answer, "not confirmed: a.py:1-2") {
		t.Errorf("a written answer: %+v", written)
	}
	if after := ask(map[string]any{"question": "and what is that good for?", "dryRun": true, "conversation": written.Conversation}); len(after.Prompt.Messages) != 4 {
		t.Errorf("a written answer is not part of the conversation: %+v", after.Prompt)
	}
	c.Shutdown()
}

// showing makes a client that opens documents write their text to page and their name to file.
func showing(t *testing.T, c *testkit.Client, file, page *string) {
	c.Answers["window/showDocument"] = func(params json.RawMessage) any {
		var p struct{ URI string }
		if err := json.Unmarshal(params, &p); err != nil {
			t.Error(err)
		}
		*file, _ = strings.CutPrefix(p.URI, "file://")
		b, err := os.ReadFile(*file)
		if err != nil {
			t.Error(err)
		}
		*page = string(b)
		return map[string]any{"success": true}
	}
}

// Clients without code of ours run the twins and the command of a lens: what comes of it is opened as a document.
func TestCommandsShowDocuments(t *testing.T) {
	root := testkit.TempDir(t)
	w := testkit.Workspace{Dir: root}
	w.WriteFile(t, "a.py", "def low():\n    pass\n\n\ndef mid():\n    low()\n")
	c := testkit.Start(t, testkit.Setup{Roots: []string{root}, Capabilities: `{"window": {"showDocument": {"support": true}}}`})
	var file, page string
	showing(t, c, &file, &page)
	c.Idle()
	run := func(command string, arguments ...any) {
		page = ""
		c.Call("workspace/executeCommand", map[string]any{"command": command, "arguments": arguments}, nil)
		c.Drain("window/showDocument")
	}
	u := w.URI("a.py")
	var lens struct{ Command struct{ Arguments []any } }
	var lenses []map[string]any
	c.Call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": u}}, &lenses)
	c.Call("codeLens/resolve", lenses[0], &lens)
	for _, step := range []struct {
		command  string
		argument any
		want     string
	}{
		{"sibyl.callTree", lens.Command.Arguments[0], "# `low`: 1 caller\n\n- `low` [a.py:1](" + u + "#L1)\n  - `mid` [a.py:5](" + u + "#L5)\n\n"},
		{"sibyl.callPath", map[string]any{"from": "mid", "to": "low", "show": true}, "# `mid` to `low`\n\n- `mid` [a.py:5](" + u + "#L5)\n- calls `low` [a.py:1](" + u + "#L1)\n\n"},
		{"sibyl.callPath", map[string]any{"from": "low", "to": "mid", "show": true}, "no chain of calls"},
		{"sibyl.search", map[string]any{"query": "mid", "limit": 1, "show": true}, "# mid\n\n- [a.py:5-6](" + u + "#L5) `mid` "},
		{"sibyl.search", map[string]any{"query": "mid"}, ""},
	} {
		if run(step.command, step.argument); !strings.HasPrefix(page, step.want) || step.want == "" && page != "" {
			t.Errorf("%s %v shows\n%s", step.command, step.argument, page)
		}
	}
	if run("sibyl.callTree", map[string]any{"name": "low"}, map[string]any{"show": true, "direction": "outgoing"}); !strings.HasPrefix(page, "# `low`: no callees") {
		t.Errorf("two arguments show\n%s", page)
	}
	if err := c.TryCall("workspace/executeCommand", map[string]any{"command": "sibyl.search", "arguments": []any{map[string]any{}, 7}}, nil); codeOf(err) != -32602 {
		t.Errorf("an argument that is no object: %v", err)
	}
	c.Shutdown()
}

// A client without code of ours runs the code action: the answer is opened as a document, which goes with the server.
func TestAnswerIsShownAsADocument(t *testing.T) {
	root := testkit.TempDir(t)
	w := testkit.Workspace{Dir: root}
	w.WriteFile(t, "a.py", "def low():\n    pass\n\n\ndef mid():\n    low()\n")
	c := testkit.Start(t, testkit.Setup{Roots: []string{root}, Capabilities: `{"window": {"showDocument": {"support": true}}}`})
	var shown, page string
	showing(t, c, &shown, &page)
	c.Idle()
	all := map[string]any{"start": map[string]any{"line": 0, "character": 0}, "end": map[string]any{"line": 1, "character": 8}}
	var actions []struct {
		Command   string
		Arguments []json.RawMessage
	}
	c.Call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": w.URI("a.py")}, "range": all, "context": map[string]any{"diagnostics": []any{}}}, &actions)
	if len(actions) != 1 {
		t.Fatalf("%d actions", len(actions))
	}
	c.Call("workspace/executeCommand", map[string]any{"command": actions[0].Command, "arguments": actions[0].Arguments}, nil)
	c.Drain("window/showDocument")
	if !strings.Contains(page, "`low`") || !strings.Contains(page, "[a.py:1-2]("+w.URI("a.py")+"#L1)") || !strings.Contains(page, "no model was asked") {
		t.Errorf("the document is\n%s", page)
	}
	c.Answers["window/showDocument"] = nil // a client that promises more than it does is told where the answer is
	c.Call("workspace/executeCommand", map[string]any{"command": actions[0].Command, "arguments": actions[0].Arguments}, nil)
	c.Await("window/showMessage", func(p json.RawMessage) bool { return strings.Contains(string(p), "Sibyl: the answer is in ") })
	c.Drain("window/showDocument")
	c.Shutdown()
	if _, err := os.Stat(shown); err == nil {
		t.Errorf("%s is left", shown)
	}
}
