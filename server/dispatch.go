package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// handler is how a method is run.
type handler struct {
	mode mode
	run  func(ctx context.Context, v *view, params []byte) (any, error)
}

type mode uint8

const (
	writes mode = iota // on the loop, to its end
	reads              // a snapshot is taken on the loop, the rest runs in the request's own goroutine
	slows              // as reads, but only a few at once
)

// none is the result of notifications and of requests that answer null.
type none struct{}

// write is a handler that changes the server's state. It must not wait for anything.
func write[P, R any](fn func(ctx context.Context, s *Server, p *P) (R, error)) handler {
	return handler{writes, func(ctx context.Context, v *view, params []byte) (any, error) {
		p, err := decode[P](params)
		if err != nil {
			return nil, err
		}
		return result(fn(ctx, v.server, p))
	}}
}

// read is a handler that answers from a snapshot in milliseconds.
func read[P, R any](fn func(ctx context.Context, v *view, p *P) (R, error)) handler {
	return handler{reads, func(ctx context.Context, v *view, params []byte) (any, error) {
		p, err := decode[P](params)
		if err != nil {
			return nil, err
		}
		return result(fn(ctx, v, p))
	}}
}

// slow is a read that may take seconds: it waits for its turn among others of its kind.
func slow[P, R any](fn func(ctx context.Context, v *view, p *P) (R, error)) handler {
	h := read(fn)
	run := h.run
	return handler{slows, func(ctx context.Context, v *view, params []byte) (any, error) {
		select {
		case v.server.bound <- struct{}{}:
			defer func() { <-v.server.bound }()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		return run(ctx, v, params)
	}}
}

// result encodes with the protocol's own encoder, which the connection's codec does not know.
func result[R any](r R, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	if _, ok := any(r).(none); ok {
		return nil, nil
	}
	b, err := protocol.Marshal(r)
	return jsonrpc2.RawMessage(b), err
}

func decode[P any](params []byte) (*P, error) {
	p := new(P)
	if len(params) == 0 {
		params = []byte("{}")
	}
	err := protocol.Unmarshal(params, p)
	if err == nil {
		return p, nil
	}
	if !json.Valid(params) {
		return nil, jsonrpc2.Errorf(jsonrpc2.ParseError, "params are not JSON")
	}
	return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "params do not fit the method: %v", err)
}

// handle runs on the reading goroutine until a request has its snapshot.
func (s *Server) handle(ctx context.Context, req *jsonrpc2.Request) (answer any, err error) {
	method, start := req.Method(), time.Now()
	if !req.IsCall() {
		s.notified(ctx, req)
		return nil, nil // an error would end the connection
	}
	own, done := s.calls.begin(s.base, req.ID())
	defer done()
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("handler panicked", "method", method, "err", fmt.Sprint(p), "stack", string(debug.Stack()))
			answer, err = nil, jsonrpc2.Errorf(jsonrpc2.InternalError, "%s failed: a bug in sibyl, see its log", method)
		}
		if own.Err() != nil {
			answer, err = nil, protocol.ErrRequestCancelled
		}
		s.log.Debug("answered", "method", method, "ms", time.Since(start).Milliseconds(), "err", err)
	}()
	h, v, err := s.admit(method)
	if err == nil {
		err = own.Err() // cancelled before it began: the server is closing
	}
	if err != nil {
		return nil, err
	}
	if h.mode == writes {
		answer, err = s.write(own, h, v, req)
	} else {
		jsonrpc2.Async(ctx) // the next message may be read from here on
		answer, err = h.run(own, v, req.Params())
	}
	return answer, toWire(err)
}

// admit finds the handler and takes its view, or says why the request may not run now.
func (s *Server) admit(method string) (handler, *view, error) {
	s.turn.Lock()
	defer s.turn.Unlock()
	h, known := methods[method]
	switch {
	case s.phase == fresh && method != protocol.MethodInitialize:
		return h, nil, jsonrpc2.Errorf(jsonrpc2.ServerNotInitialized, "%s before initialize", method)
	case s.phase == down:
		return h, nil, jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "%s after shutdown", method)
	case !known || h.run == nil:
		return h, nil, jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "%s is not served", method)
	}
	return h, s.view(), nil
}

func (s *Server) write(ctx context.Context, h handler, v *view, req *jsonrpc2.Request) (any, error) {
	s.turn.Lock()
	defer s.turn.Unlock()
	return h.run(ctx, v, req.Params())
}

// notified runs a notification. Unknown ones are ignored, those with "$/" among them as the protocol demands.
func (s *Server) notified(ctx context.Context, req *jsonrpc2.Request) {
	method := req.Method()
	defer func() {
		if p := recover(); p != nil {
			s.log.Error("handler panicked", "method", method, "err", fmt.Sprint(p), "stack", string(debug.Stack()))
		}
	}()
	h, known := methods[method]
	early := s.phase != serving && method != protocol.MethodExit // phase changes on this goroutine only
	if !known || early || h.mode != writes {
		return
	}
	if _, err := s.write(ctx, h, &view{server: s}, req); err != nil {
		s.log.Warn("notification", "method", method, "err", err)
	}
}

// requestFailed is LSP's code for a request that is in order but cannot be answered.
const requestFailed jsonrpc2.Code = -32803

func failed(format string, args ...any) error { return jsonrpc2.Errorf(requestFailed, format, args...) }

// toWire gives an error without a code the one for failed requests.
func toWire(err error) error {
	var coded *jsonrpc2.Error
	switch {
	case err == nil, errors.As(err, &coded):
		return err
	case errors.Is(err, context.Canceled):
		return protocol.ErrRequestCancelled
	}
	return jsonrpc2.NewError(requestFailed, err.Error())
}
