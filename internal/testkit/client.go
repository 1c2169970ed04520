// Package testkit has what tests share: workspaces written from txtar archives, and a client that talks to a server over an
// in-memory pipe in real frames.
//
// Invariant: used by tests only. A client fails its test for messages that nobody read, requests that were answered twice
// and goroutines that outlive the server.
package testkit

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"strconv"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/sibyl-ls/sibyl/server"
)

// patience is how long a test waits for something that must come. It only bounds a failing test.
const patience = 2 * time.Minute

// Message is a JSON-RPC message.
type Message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *Error          `json:"error,omitempty"`
}

// Error is the error of an answer.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return fmt.Sprintf("%d: %s", e.Code, e.Message) }

// Client is a client of a server of its own.
type Client struct {
	t     testing.TB
	conn  net.Conn
	write sync.Mutex

	mu       sync.Mutex
	changed  *sync.Cond
	next     int
	waiting  map[string]chan Message // by id
	inbox    []Message               // from the server, unread
	logs     []string
	gone     bool // the server has closed its end
	Answers  map[string]func(params json.RawMessage) any
	exit     chan int
	reading  sync.WaitGroup
	finished bool
	tolerant bool
}

// Connect starts a server and returns a client that has not said anything yet.
func Connect(t testing.TB, o server.Options) *Client {
	t.Helper()
	c := &Client{t: t, waiting: map[string]chan Message{}, exit: make(chan int, 1)}
	c.changed = sync.NewCond(&c.mu)
	alive.enter()
	c.Answers = map[string]func(json.RawMessage) any{
		"client/registerCapability":      func(json.RawMessage) any { return nil },
		"window/workDoneProgress/create": func(json.RawMessage) any { return nil },
		"workspace/codeLens/refresh":     func(json.RawMessage) any { return nil },
	}
	near, far := net.Pipe()
	c.conn = near
	ctx, cancel := context.WithCancel(context.Background())
	go func() { c.exit <- server.Serve(ctx, far, o) }()
	c.reading.Go(c.read)
	t.Cleanup(func() {
		c.Close()
		cancel()
	})
	return c
}

// Close ends the connection if the test has not, waits for the server and checks what is left over.
func (c *Client) Close() {
	if c.finished {
		return
	}
	c.finished = true
	_ = c.conn.Close()
	c.reading.Wait()
	select {
	case code := <-c.exit:
		c.exit <- code
	case <-time.After(patience):
		c.t.Error("the server does not end")
		return
	}
	for _, m := range c.inbox {
		if c.tolerant {
			break
		}
		c.t.Errorf("unread: %s %s", m.Method, m.Params)
	}
	if err := alive.leave(); err != nil && !c.t.Failed() {
		c.t.Error(err)
	}
}

// clients counts the clients of the process. Goroutines can be told from those of another client only when that has gone, so the
// last one that leaves looks for leaks.
type clients struct {
	mu     sync.Mutex
	n      int
	before goleak.Option
}

var alive clients

func (c *clients) enter() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n++; c.n == 1 {
		c.before = goleak.IgnoreCurrent()
	}
}

func (c *clients) leave() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n--; c.n > 0 {
		return nil
	}
	return goleak.Find(c.before)
}

// Wait waits until the server has ended and returns its exit code.
func (c *Client) Wait() int {
	select {
	case code := <-c.exit:
		c.exit <- code
		return code
	case <-time.After(patience):
		c.t.Fatal("the server does not end")
		return -1
	}
}

// Hangup closes the client's end.
func (c *Client) Hangup() { _ = c.conn.Close() }

// Shutdown ends the server as the protocol says.
func (c *Client) Shutdown() {
	c.t.Helper()
	c.Call("shutdown", nil, nil)
	c.Notify("exit", nil)
	if code := c.Wait(); code != 0 {
		c.t.Errorf("exit code %d after shutdown", code)
	}
}

// Raw sends bytes as they are.
func (c *Client) Raw(b []byte) error {
	c.write.Lock()
	defer c.write.Unlock()
	_, err := c.conn.Write(b)
	return err
}

// Frame puts a header before a body.
func Frame(body []byte) []byte {
	return append(fmt.Appendf(nil, "Content-Length: %d\r\n\r\n", len(body)), body...)
}

func (c *Client) send(m Message) {
	c.t.Helper()
	m.JSONRPC = "2.0"
	b, err := json.Marshal(m)
	if err == nil {
		err = c.Raw(Frame(b))
	}
	if err != nil && !errors.Is(err, io.ErrClosedPipe) {
		c.t.Errorf("send %s: %v", m.Method, err)
	}
}

// Notify sends a notification.
func (c *Client) Notify(method string, params any) {
	c.t.Helper()
	c.send(Message{Method: method, Params: c.encode(params)})
}

func (c *Client) encode(v any) json.RawMessage {
	if v == nil {
		return nil
	}
	b, err := json.Marshal(v)
	if err != nil {
		c.t.Fatal(err)
	}
	return b
}

// Pending is a request that has been sent.
type Pending struct {
	ID     int
	c      *Client
	method string
	answer chan Message
}

// Go sends a request.
func (c *Client) Go(method string, params any) *Pending {
	c.t.Helper()
	p := c.expect(method)
	c.send(Message{ID: json.RawMessage(strconv.Itoa(p.ID)), Method: method, Params: c.encode(params)})
	return p
}

// Expect returns a request that the test sends itself, with Raw.
func (c *Client) Expect() *Pending { return c.expect("raw request") }

func (c *Client) expect(method string) *Pending {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next++
	p := &Pending{c.next, c, method, make(chan Message, 1)}
	c.waiting[strconv.Itoa(p.ID)] = p.answer
	return p
}

// Tolerate makes the client take every message without complaint, for tests that send nonsense.
func (c *Client) Tolerate() { c.tolerant = true }

// Wait waits for the answer and decodes it; the error is an *Error when the server sent one.
func (p *Pending) Wait(result any) error {
	p.c.t.Helper()
	select {
	case m := <-p.answer:
		if m.Error != nil {
			return m.Error
		}
		if result == nil {
			return nil
		}
		return json.Unmarshal(m.Result, result)
	case <-time.After(patience):
		p.c.t.Fatalf("%s is not answered", p.method)
		return nil
	}
}

// Cancel sends $/cancelRequest.
func (p *Pending) Cancel() { p.c.Notify("$/cancelRequest", map[string]any{"id": p.ID}) }

// TryCall sends a request and waits for its answer.
func (c *Client) TryCall(method string, params, result any) error {
	c.t.Helper()
	return c.Go(method, params).Wait(result)
}

// Call is TryCall for requests that must succeed.
func (c *Client) Call(method string, params, result any) {
	c.t.Helper()
	if err := c.TryCall(method, params, result); err != nil {
		c.t.Fatalf("%s: %v", method, err)
	}
}

// Await waits for a message of the server with that method and takes it out of the inbox. match may be nil.
func (c *Client) Await(method string, match func(params json.RawMessage) bool) Message {
	c.t.Helper()
	stop := time.AfterFunc(patience, c.changed.Broadcast)
	defer stop.Stop()
	end := time.Now().Add(patience)
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		for i, m := range c.inbox {
			if m.Method == method && (match == nil || match(m.Params)) {
				c.inbox = append(c.inbox[:i:i], c.inbox[i+1:]...)
				return m
			}
		}
		if c.gone || time.Now().After(end) {
			c.t.Fatalf("no %s arrives", method)
		}
		c.changed.Wait()
	}
}

// Drain takes all messages with that method out of the inbox.
func (c *Client) Drain(method string) (out []Message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var rest []Message
	for _, m := range c.inbox {
		if m.Method == method {
			out = append(out, m)
		} else {
			rest = append(rest, m)
		}
	}
	c.inbox = rest
	return out
}

// Logs returns the window/logMessage texts so far. They need not be read.
func (c *Client) Logs() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string(nil), c.logs...)
}

// read takes messages until the server closes its end.
func (c *Client) read() {
	in := textproto.NewReader(bufio.NewReader(c.conn))
	for {
		m, err := readMessage(in)
		if err != nil {
			break
		}
		c.take(m)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.gone = true
	for id, answer := range c.waiting {
		delete(c.waiting, id)
		answer <- Message{Error: &Error{Message: "the connection has ended"}}
	}
	c.changed.Broadcast()
}

func readMessage(in *textproto.Reader) (m Message, err error) {
	header, err := in.ReadMIMEHeader()
	if err != nil {
		return m, err
	}
	n, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil {
		return m, err
	}
	body := make([]byte, n)
	if _, err = io.ReadFull(in.R, body); err != nil {
		return m, err
	}
	return m, json.Unmarshal(body, &m)
}

func (c *Client) take(m Message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.changed.Broadcast()
	switch {
	case m.Method == "window/logMessage":
		c.logs = append(c.logs, string(m.Params))
	case m.Method != "" && m.ID != nil:
		c.inbox = append(c.inbox, m)
		c.reading.Go(func() { c.reply(m) }) // the server may wait for us to read
	case m.Method != "" || string(m.ID) == "null":
		c.inbox = append(c.inbox, m)
	default:
		answer := c.waiting[string(m.ID)]
		if answer == nil && c.tolerant {
			return
		}
		if answer == nil {
			c.t.Errorf("request %s is answered twice or was never made", m.ID)
			return
		}
		delete(c.waiting, string(m.ID))
		answer <- m
	}
}

func (c *Client) reply(m Message) {
	answer := c.Answers[m.Method]
	if answer == nil {
		c.send(Message{ID: m.ID, Error: &Error{Code: -32601, Message: m.Method}})
		return
	}
	result := c.encode(answer(m.Params))
	if result == nil {
		result = json.RawMessage("null")
	}
	c.send(Message{ID: m.ID, Result: result})
}
