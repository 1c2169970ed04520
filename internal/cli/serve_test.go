package cli_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/cli"
)

// TestServe speaks to "sibyl serve" as an editor does: initialize, one question of our own, shutdown, exit.
func TestServe(t *testing.T) {
	dir := workspace(t, notes)
	t.Setenv("SIBYL_DATA_DIR", t.TempDir())
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	code := make(chan int, 1)
	var errOut strings.Builder
	go func() {
		code <- cli.Run(t.Context(), []string{"serve", "--stdio"}, in, out, &errOut)
		out.Close()
	}()
	send := func(message string) {
		if _, err := fmt.Fprintf(toServer, "Content-Length: %d\r\n\r\n%s", len(message), message); err != nil {
			t.Error(err)
		}
	}
	answers := make(chan map[string]json.RawMessage, 100)
	go func() {
		defer close(answers)
		r := bufio.NewReader(fromServer)
		for {
			header, err := textproto.NewReader(r).ReadMIMEHeader()
			if err != nil {
				return
			}
			n, _ := strconv.Atoi(header.Get("Content-Length"))
			body := make([]byte, n)
			if _, err := io.ReadFull(r, body); err != nil {
				return
			}
			var m map[string]json.RawMessage
			if json.Unmarshal(body, &m) == nil {
				answers <- m
			}
		}
	}()
	answer := func(id string) string {
		for m := range answers {
			switch {
			case m["method"] != nil && m["id"] != nil: // a request of the server's: it gets an empty answer
				send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":null}`, m["id"]))
			case string(m["id"]) == id:
				if m["error"] != nil {
					t.Fatalf("request %s: %s", id, m["error"])
				}
				return string(m["result"])
			}
		}
		t.Fatalf("request %s has no answer; standard error: %s", id, errOut.String())
		return ""
	}
	uri, _ := json.Marshal("file://" + dir)
	send(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":` + string(uri) + `,"capabilities":{}}}`)
	if r := answer("1"); !strings.Contains(r, "callHierarchyProvider") {
		t.Errorf("initialize: %s", r)
	}
	send(`{"jsonrpc":"2.0","method":"initialized","params":{}}`)
	send(`{"jsonrpc":"2.0","id":2,"method":"sibyl/status","params":{"wait":true}}`)
	if r := answer("2"); !strings.Contains(r, `"files":4`) {
		t.Errorf("status: %s", r)
	}
	send(`{"jsonrpc":"2.0","id":3,"method":"shutdown"}`)
	answer("3")
	send(`{"jsonrpc":"2.0","method":"exit"}`)
	for range answers { // until the server has closed its end
	}
	if c := <-code; c != 0 {
		t.Errorf("exit code %d; standard error: %s", c, errOut.String())
	}
}

func TestServeWithoutShutdown(t *testing.T) {
	var out, errOut strings.Builder
	code := cli.Run(t.Context(), []string{"serve"}, strings.NewReader(""), &out, &errOut)
	run{out.String(), errOut.String(), code}.wantErr(t, 1, "without a shutdown request")
}

func TestServeKeepsPrintsOut(t *testing.T) {
	in, out, err := os.Stdin, os.Stdout, error(nil)
	defer func() { os.Stdin, os.Stdout = in, out }()
	if os.Stdin, err = os.Open(os.DevNull); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SIBYL_DATA_DIR", t.TempDir())
	if code := cli.Run(t.Context(), []string{"serve"}, os.Stdin, os.Stdout, io.Discard); code != 1 {
		t.Errorf("exit code %d", code)
	}
	if os.Stdout != os.Stderr {
		t.Error("os.Stdout still leads to the client")
	}
}
