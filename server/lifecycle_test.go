package server_test

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"strings"
	"testing"

	"github.com/sibyl-ls/sibyl/indexer"
	"github.com/sibyl-ls/sibyl/internal/ask"
	"github.com/sibyl-ls/sibyl/internal/config"
	"github.com/sibyl-ls/sibyl/internal/testkit"
	"github.com/sibyl-ls/sibyl/server"
)

// codeOf returns the code of an error answer, 0 for none.
func codeOf(err error) int {
	if e, ok := errors.AsType[*testkit.Error](err); ok {
		return e.Code
	}
	return 0
}

func TestBeforeInitialize(t *testing.T) {
	c := testkit.Connect(t, testkit.Options(testkit.TempDir(t), testkit.Setup{}))
	for _, method := range []string{"textDocument/hover", "shutdown", "sibyl/status", "no/such"} {
		if code := codeOf(c.TryCall(method, map[string]any{}, nil)); code != -32002 {
			t.Errorf("%s before initialize: code %d, want ServerNotInitialized", method, code)
		}
	}
	c.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": "file:///a.py", "text": "", "languageId": "python", "version": 1}})
	c.Call("initialize", testkit.InitializeParams(testkit.Setup{}), nil)
	if code := codeOf(c.TryCall("initialize", testkit.InitializeParams(testkit.Setup{}), nil)); code != -32600 {
		t.Errorf("second initialize: code %d, want InvalidRequest", code)
	}
}

func TestExitBeforeInitialize(t *testing.T) {
	c := testkit.Connect(t, testkit.Options(testkit.TempDir(t), testkit.Setup{}))
	c.Notify("exit", nil)
	if code := c.Wait(); code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
}

func TestShutdown(t *testing.T) {
	c := testkit.Start(t, testkit.Setup{})
	c.Call("shutdown", nil, nil)
	for _, method := range []string{"textDocument/hover", "shutdown", "initialize", "no/such"} {
		if code := codeOf(c.TryCall(method, map[string]any{}, nil)); code != -32600 {
			t.Errorf("%s after shutdown: code %d, want InvalidRequest", method, code)
		}
	}
	c.Notify("exit", nil)
	if code := c.Wait(); code != 0 {
		t.Errorf("exit code %d, want 0", code)
	}
}

func TestExitWithoutShutdown(t *testing.T) {
	c := testkit.Start(t, testkit.Setup{})
	c.Notify("exit", nil)
	if code := c.Wait(); code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
}

func TestInputEnds(t *testing.T) {
	c := testkit.Start(t, testkit.Setup{Roots: []string{testkit.TempDir(t)}})
	c.Hangup()
	if code := c.Wait(); code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
}

func TestContextEnds(t *testing.T) {
	near, far := net.Pipe()
	defer near.Close()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if code := server.Serve(ctx, far, testkit.Options(testkit.TempDir(t), testkit.Setup{})); code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
}

func TestUnknownMethods(t *testing.T) {
	c := testkit.Start(t, testkit.Setup{})
	for _, method := range []string{"textDocument/completion", "textDocument/formatting", "textDocument/diagnostic", "$/unknown", "sibyl/nothing"} {
		if code := codeOf(c.TryCall(method, map[string]any{}, nil)); code != -32601 {
			t.Errorf("%s: code %d, want MethodNotFound", method, code)
		}
	}
	c.Notify("$/unknown", map[string]any{})
	c.Notify("workspace/unknown", nil)
	c.Notify("textDocument/hover", map[string]any{}) // a request without an id: nobody to answer
	c.Call("sibyl/status", nil, nil)
}

func TestParamsThatDoNotFit(t *testing.T) {
	c := testkit.Start(t, testkit.Setup{})
	for _, params := range []any{[]int{1}, map[string]any{"textDocument": 1}, "text"} {
		if code := codeOf(c.TryCall("textDocument/hover", params, nil)); code != -32602 {
			t.Errorf("hover %v: code %d, want InvalidParams", params, code)
		}
	}
	c.Notify("textDocument/didOpen", map[string]any{"textDocument": 1})
	c.Notify("textDocument/didChange", []int{})
	c.Call("sibyl/status", nil, nil)
}

func TestPositionEncoding(t *testing.T) {
	for offered, want := range map[string]string{
		`{}`: "utf-16",
		`{"general": {"positionEncodings": ["utf-16"]}}`:                    "utf-16",
		`{"general": {"positionEncodings": ["utf-16", "utf-8"]}}`:           "utf-8",
		`{"general": {"positionEncodings": ["utf-32", "utf-8"]}}`:           "utf-8",
		`{"general": {"positionEncodings": ["utf-32", "utf-16"]}}`:          "utf-32",
		`{"general": {"positionEncodings": ["utf-7", "utf-16", "utf-32"]}}`: "utf-16",
		`{"general": {"positionEncodings": ["utf-7"]}}`:                     "utf-16",
	} {
		c := testkit.Connect(t, testkit.Options(testkit.TempDir(t), testkit.Setup{}))
		var r struct {
			Capabilities struct{ PositionEncoding string }
		}
		c.Call("initialize", testkit.InitializeParams(testkit.Setup{Capabilities: offered}), &r)
		if r.Capabilities.PositionEncoding != want {
			t.Errorf("offered %s: %q, want %q", offered, r.Capabilities.PositionEncoding, want)
		}
		c.Close()
	}
}

// asks returns options whose questions are answered by f.
func asks(t *testing.T, f server.Asker) server.Options {
	o := testkit.Options(testkit.TempDir(t), testkit.Setup{})
	o.Ask = func(config.Config) server.Asker { return f }
	o.Log = nil // a panic on purpose need not be seen
	return o
}

func start(t *testing.T, o server.Options) *testkit.Client {
	c := testkit.Connect(t, o)
	c.Call("initialize", testkit.InitializeParams(testkit.Setup{Roots: []string{testkit.TempDir(t)}}), nil)
	c.Notify("initialized", struct{}{})
	return c
}

func TestPanicInAHandler(t *testing.T) {
	c := start(t, asks(t, func(context.Context, *indexer.Snapshot, ask.Request, func(string)) (ask.Answer, error) {
		panic("on purpose")
	}))
	if code := codeOf(c.TryCall("sibyl/ask", map[string]any{"question": "why"}, nil)); code != -32603 {
		t.Errorf("code %d, want InternalError", code)
	}
	c.Call("sibyl/status", nil, nil)
	c.Shutdown()
}

func TestCancel(t *testing.T) {
	started := make(chan struct{})
	c := start(t, asks(t, func(ctx context.Context, _ *indexer.Snapshot, _ ask.Request, _ func(string)) (ask.Answer, error) {
		started <- struct{}{}
		<-ctx.Done()
		return ask.Answer{Text: "half an"}, ctx.Err()
	}))
	p := c.Go("sibyl/ask", map[string]any{"question": "why"})
	<-started
	p.Cancel()
	if code := codeOf(p.Wait(nil)); code != -32800 {
		t.Errorf("code %d, want RequestCancelled", code)
	}
	p.Cancel() // answered already
	p = c.Go("sibyl/ask", map[string]any{"question": "why", "workDoneToken": 7})
	<-started
	c.Notify("window/workDoneProgress/cancel", map[string]any{"token": "another"})
	c.Notify("window/workDoneProgress/cancel", map[string]any{"token": 7})
	if code := codeOf(p.Wait(nil)); code != -32800 {
		t.Errorf("code %d after its progress was cancelled, want RequestCancelled", code)
	}
	c.Notify("window/workDoneProgress/cancel", map[string]any{"token": 7})
	c.Notify("$/cancelRequest", map[string]any{"id": "nobody"})
	c.Call("sibyl/status", nil, nil)
	c.Drain("$/progress")

	// What waits for its turn can be cancelled too, and what runs ends with the connection.
	var running []*testkit.Pending
	for range 4 {
		running = append(running, c.Go("sibyl/ask", map[string]any{"question": "why"}))
		<-started
	}
	waiting := c.Go("workspace/executeCommand", map[string]any{"command": "sibyl.ask", "arguments": []any{map[string]any{"question": "why"}}})
	waiting.Cancel()
	if code := codeOf(waiting.Wait(nil)); code != -32800 {
		t.Errorf("code %d of a request that waited, want RequestCancelled", code)
	}
	running[0].Cancel()
	if code := codeOf(running[0].Wait(nil)); code != -32800 {
		t.Errorf("code %d, want RequestCancelled", code)
	}
	// Who says exit without waiting gets the answers that are due.
	c.Notify("exit", nil)
	for _, p := range running[1:] {
		if code := codeOf(p.Wait(nil)); code != -32800 {
			t.Errorf("code %d after exit, want RequestCancelled", code)
		}
	}
	c.Wait()
}

func TestEditDoesNotCancel(t *testing.T) {
	started, finish := make(chan struct{}), make(chan struct{})
	c := start(t, asks(t, func(ctx context.Context, _ *indexer.Snapshot, _ ask.Request, _ func(string)) (ask.Answer, error) {
		close(started)
		<-finish
		return ask.Answer{Text: "because"}, ctx.Err()
	}))
	p := c.Go("sibyl/ask", map[string]any{"question": "why"})
	<-started
	c.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": "file:///nowhere/a.py", "text": "x = 1\n", "languageId": "python", "version": 1}})
	c.Notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": "file:///nowhere/a.py", "version": 2}, "contentChanges": []any{map[string]any{"text": "y = 1\n"}}})
	c.Call("sibyl/status", nil, nil) // the edit has been applied
	close(finish)
	var r struct{ Answer string }
	if err := p.Wait(&r); err != nil || r.Answer != "because" {
		t.Errorf("%q, %v", r.Answer, err)
	}
	c.Notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": "file:///nowhere/a.py"}})
}

func TestPartialAnswerIsKept(t *testing.T) {
	c := start(t, asks(t, func(_ context.Context, _ *indexer.Snapshot, r ask.Request, delta func(string)) (ask.Answer, error) {
		delta("half ")
		return ask.Answer{Text: "half ", Model: "m"}, errors.New("the stream was cut")
	}))
	var r struct{ Answer, Error, Conversation string }
	c.Call("sibyl/ask", map[string]any{"question": "why", "partialResultToken": "p", "workDoneToken": 7}, &r)
	if r.Answer != "half " || r.Error != "the stream was cut" || r.Conversation == "" {
		t.Errorf("%+v", r)
	}
	var values []string
	for _, m := range c.Drain("$/progress") {
		values = append(values, string(m.Params))
	}
	want := []string{
		`{"token":7,"value":{"kind":"begin","title":"Answering","cancellable":true}}`,
		`{"token":"p","value":{"delta":"half "}}`,
		`{"token":7,"value":{"kind":"end","message":"done"}}`,
	}
	if got := strings.Join(values, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("progress:\n%s", got)
	}
}

func TestConversation(t *testing.T) {
	var histories []int
	c := start(t, asks(t, func(_ context.Context, _ *indexer.Snapshot, r ask.Request, _ func(string)) (ask.Answer, error) {
		histories = append(histories, len(r.History))
		return ask.Answer{Text: "because"}, nil
	}))
	var r struct{ Conversation string }
	for range 12 {
		c.Call("sibyl/ask", map[string]any{"question": "why", "conversation": r.Conversation}, &r)
	}
	c.Call("sibyl/ask", map[string]any{"question": "why", "conversation": "never heard of"}, &r)
	if got, _ := json.Marshal(histories); string(got) != "[0,1,2,3,4,5,6,7,8,8,8,8,0]" {
		t.Errorf("turns that each question knew of: %s", got)
	}
}

func TestFirstIndexShowsProgress(t *testing.T) {
	w := testkit.Write(t, nil)
	w.WriteFile(t, "a.py", "def f(): pass\n")
	c := testkit.Start(t, testkit.Setup{Roots: []string{w.Dir}, Capabilities: `{"window": {"workDoneProgress": true},
		"workspace": {"configuration": true, "didChangeWatchedFiles": {"dynamicRegistration": true}, "codeLens": {"refreshSupport": true}}}`})
	c.Await("client/registerCapability", func(p json.RawMessage) bool { return strings.Contains(string(p), `"**/*"`) })
	c.Await("workspace/configuration", func(p json.RawMessage) bool { return strings.Contains(string(p), `"sibyl"`) })
	c.Await("workspace/codeLens/refresh", nil)
	// How much of it is seen depends on how fast the index is made; what is begun must be ended.
	begun, ended := 0, 0
	for _, m := range c.Drain("$/progress") {
		begun += strings.Count(string(m.Params), `"begin"`)
		ended += strings.Count(string(m.Params), `"end"`)
	}
	if created := len(c.Drain("window/workDoneProgress/create")); created != begun || begun != ended {
		t.Errorf("%d created, %d begun, %d ended", created, begun, ended)
	}
}
