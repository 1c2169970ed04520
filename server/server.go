// Package server speaks the Language Server Protocol: it takes requests apart, asks a snapshot, and puts answers together.
//
// Invariant: one message changes the server's state at a time, in the order in which messages arrive, and none of that
// parses or waits. Every request gets exactly one answer. Nothing outside this package knows LSP, and nothing in it knows
// how an answer is found: a handler takes the snapshot, converts in, calls one function of the domain and converts out.
//
// A method is one file, named after it, and one line in methods.go.
package server

import (
	"context"
	"io"
	"log/slog"
	"sync"

	"go.lsp.dev/jsonrpc2"

	"github.com/sibyl-ls/sibyl/indexer"
	"github.com/sibyl-ls/sibyl/internal/ask"
	"github.com/sibyl-ls/sibyl/internal/config"
)

// Options wire the server with the parts that it does not import itself.
type Options struct {
	Version string
	Log     *slog.Logger // nil: discards
	Environ []string     // "KEY=value"; the client's settings overlay it
	// Index says how to index under some settings; the server fills in Roots, Log and Progress. nil: from the settings alone.
	Index func(config.Config) indexer.Options
	// Ask returns what answers questions under some settings. nil: questions are refused.
	Ask func(config.Config) Asker
}

// Asker answers a question from a snapshot; delta gets the text piece by piece. On an error the answer has what came before it.
type Asker func(ctx context.Context, s *indexer.Snapshot, r ask.Request, delta func(string)) (ask.Answer, error)

// Server is one connection to a client.
type Server struct {
	opts   Options
	log    *slog.Logger
	conn   jsonrpc2.Conn
	stream *stream
	base   context.Context // ends when the client has gone
	stop   context.CancelFunc

	tasks sync.WaitGroup // goroutines that no request owns
	calls calls
	bound chan struct{} // a place for each slow request that may run
	talks conversations
	shown answers
	work  progress

	// turn is held by whoever changes or copies what follows. The reading goroutine takes it for each message in order, which
	// makes it the loop; the goroutine that has asked the client for its settings takes it to apply them.
	turn      sync.Mutex
	phase     phase
	client    *client // what initialize agreed on
	settings  *settings
	roots     []string
	documents map[string]document // by documentName
	workspace *indexer.Workspace
}

// phase is where the connection is in its life.
type phase uint8

const (
	fresh phase = iota // before initialize
	serving
	down // after shutdown
)

// document is what has to be known of an open one when the workspace is opened anew.
type document struct {
	uri      string // as its client writes it
	path     string // by which the workspace knows it
	language string
	version  int32
}

// maxSlow is how many slow requests (search, questions, call trees) run at once; more wait.
const maxSlow = 4

// Serve speaks LSP over c until the client says exit, closes its end, or ctx ends. All work has ended when it returns the
// process's exit code: 0 after a shutdown request, else 1.
func Serve(ctx context.Context, c io.ReadWriteCloser, o Options) int {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{opts: o, log: o.Log, bound: make(chan struct{}, maxSlow), documents: map[string]document{}}
	s.base, s.stop = context.WithCancel(ctx)
	defer s.stop()
	s.stream = newStream(c, s.stop)
	s.conn = jsonrpc2.NewConn(s.stream)
	s.conn.Go(context.WithoutCancel(ctx), s.handle)

	select {
	case <-s.conn.Done():
	case <-ctx.Done():
		// Closing does not wake a read from a terminal or an inherited pipe: nobody waits for that goroutine.
		_ = s.stream.Close()
	}
	s.stop()
	s.calls.wait()
	s.tasks.Wait()
	s.shown.remove()
	return s.end()
}

// end closes the workspace and returns the exit code.
func (s *Server) end() int {
	s.turn.Lock()
	defer s.turn.Unlock()
	if s.workspace != nil {
		if err := s.workspace.Close(); err != nil {
			s.log.Error("close the workspace", "err", err)
		}
		s.workspace = nil
	}
	if s.phase == down {
		return 0
	}
	return 1
}

// spawn runs f in a goroutine that Serve waits for.
func (s *Server) spawn(f func(ctx context.Context)) {
	s.tasks.Go(func() { f(s.base) })
}
