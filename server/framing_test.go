package server_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/testkit"
)

// TestMalformedFrames sends a bad frame and then a good one, which must be answered.
func TestMalformedFrames(t *testing.T) {
	body := func(s string) string { return string(testkit.Frame([]byte(s))) }
	for name, test := range map[string]struct {
		send   string
		answer int // code of the error with id null; 0: none
	}{
		"not JSON":              {body(`{"jsonrpc": nonsense}`), -32700},
		"cut JSON":              {body(`{"jsonrpc": "2.0", "id": 9`), -32700},
		"JSON but no message":   {body(`{"a": 1}`), -32600},
		"a number":              {body(`7`), -32600},
		"batch":                 {body(`[{"jsonrpc": "2.0", "id": 9, "method": "shutdown"}]`), -32600},
		"wrong version":         {body(`{"jsonrpc": "1.0", "method": "x"}`), -32600},
		"no length":             {"Content-Type: x\r\n\r\n", -32700},
		"length zero":           {"Content-Length: 0\r\n\r\n", -32700},
		"negative length":       {"Content-Length: -5\r\n\r\n", -32700},
		"length is no number":   {"Content-Length: ten\r\n\r\n", -32700},
		"length beyond reason":  {"Content-Length: 99999999999999999999\r\n\r\n", -32700},
		"no colon":              {"what is this\r\n\r\n", -32700},
		"garbage":               {"\x00\xff{}}}\r\n\r\n", -32700},
		"endless header":        {strings.Repeat("x", 10_000) + "\r\n", -32700},
		"length too small":      {"Content-Length: 5\r\n\r\n" + `{"jsonrpc": "2.0"}`, -32700},
		"line end between":      {"\r\n\r\n", 0},
		"other fields":          {"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length: 40\r\n\r\n" + `{"jsonrpc":"2.0","method":"$/x"        }`, 0},
		"bare line feeds":       {"Content-Length: 33\n\n" + `{"jsonrpc":"2.0","method":"$/x" }`, 0},
		"answer nobody asked":   {body(`{"jsonrpc": "2.0", "id": 99, "result": null}`), 0},
		"answer with id null":   {body(`{"jsonrpc": "2.0", "id": null, "error": {"code": 1, "message": "m"}}`), 0},
		"request with id null":  {body(`{"jsonrpc": "2.0", "id": null, "method": "no/such"}`), 0},
		"id with a fraction":    {body(`{"jsonrpc": "2.0", "id": 1.5, "method": "shutdown"}`), -32600},
		"duplicate names":       {body(`{"jsonrpc": "2.0", "method": "$/x", "method": "$/y"}`), 0},
		"text that is no UTF-8": {body("{\"jsonrpc\": \"2.0\", \"method\": \"$/\xff\"}"), 0},
	} {
		t.Run(name, func(t *testing.T) {
			c := testkit.Start(t, testkit.Setup{})
			if err := c.Raw([]byte(test.send)); err != nil {
				t.Fatal(err)
			}
			c.Call("sibyl/status", nil, nil)
			errors := c.Drain("")
			if test.answer == 0 && len(errors) == 0 {
				return
			}
			if len(errors) == 0 || errors[0].Error == nil || errors[0].Error.Code != test.answer {
				t.Errorf("answers %v, want code %d", errors, test.answer)
			}
		})
	}
}

// TestErrorKeepsID sends what has an id but is not in order.
func TestErrorKeepsID(t *testing.T) {
	c := testkit.Start(t, testkit.Setup{})
	p := c.Go("no/such", nil)
	if code := codeOf(p.Wait(nil)); code != -32601 {
		t.Errorf("code %d", code)
	}
	p = c.Expect()
	if err := c.Raw(testkit.Frame(fmt.Appendf(nil, `{"jsonrpc": "1.0", "id": %d, "method": "shutdown"}`, p.ID))); err != nil {
		t.Fatal(err)
	}
	if code := codeOf(p.Wait(nil)); code != -32600 {
		t.Errorf("code %d, want InvalidRequest", code)
	}
}

// FuzzFraming sends bytes, whole and cut into frames. Whatever they are, the server answers the next request or, when they held an exit, ends.
func FuzzFraming(f *testing.F) {
	for _, s := range []string{
		"", "\r\n", "Content-Length: 5\r\n\r\n{}", "Content-Length: 2\r\n\r\n{}", "Content-Length: 2\n\n[]x",
		`{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///a"},"position":{"line":1,"character":4294967295}}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.py","languageId":"python","version":1,"text":"def f(): pass"}}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.py","version":1},"contentChanges":[{"range":{"start":{"line":9,"character":9},"end":{"line":0,"character":0}},"text":"x"}]}}`,
		`{"jsonrpc":"2.0","id":"x","method":"workspace/executeCommand","params":{"command":"sibyl.callTree","arguments":[null]}}`,
		`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":{}}}`,
		`{"jsonrpc":"2.0","id":2,"result":{}}`, `[[[[[[[[`, "\x00\x00", `{"jsonrpc":"2.0","id":3,"method":"shutdown"}`,
	} {
		f.Add([]byte(s), true)
		f.Add([]byte(s), false)
	}
	f.Fuzz(func(t *testing.T, b []byte, framed bool) {
		c := testkit.Start(t, testkit.Setup{})
		c.Tolerate()
		if framed {
			b = testkit.Frame(b)
		}
		if c.Raw(b) != nil {
			return // it was told to exit
		}
		p := c.Expect()
		// The good request may be swallowed as the body of what b announced; the next ones then end that body.
		ask := testkit.Frame(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%d,"method":"sibyl/status"}`, p.ID))
		for range 3 {
			if c.Raw(ask) != nil {
				return
			}
		}
		c.Hangup()
		c.Wait()
	})
}
