package server_test

import (
	"strings"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/testkit"
)

// askAnswer is what the tests look at in an answer of sibyl/ask.
type askAnswer struct {
	Answer       string
	Conversation string
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
	c.Shutdown()
}
