package server

import (
	"context"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// calls are the requests that are being answered.
type calls struct {
	mu      sync.Mutex
	cancel  map[jsonrpc2.ID]context.CancelFunc
	shown   map[protocol.ProgressToken]context.CancelFunc // by the token on which they show their progress
	closed  bool                                          // no more may begin
	running sync.WaitGroup
}

// begin returns the context of a request, which ends when it is cancelled or the client goes, and a function to call after the answer.
func (c *calls) begin(base context.Context, id jsonrpc2.ID) (context.Context, func()) {
	ctx, cancel := context.WithCancel(base)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		cancel()
		return ctx, func() {}
	}
	if c.cancel == nil {
		c.cancel = map[jsonrpc2.ID]context.CancelFunc{}
	}
	c.cancel[id] = cancel
	c.running.Add(1)
	return ctx, func() {
		c.mu.Lock()
		delete(c.cancel, id)
		c.mu.Unlock()
		cancel()
		c.running.Done()
	}
}

// wait returns when all have been answered; requests that begin later are cancelled at once.
func (c *calls) wait() {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.running.Wait()
}

// cancelRequest is "$/cancelRequest". A request that has been answered is left alone.
func cancelRequest(_ context.Context, s *Server, p *protocol.CancelParams) (none, error) {
	var id jsonrpc2.ID
	switch n := p.ID.(type) {
	case protocol.Integer:
		id = jsonrpc2.NewNumberID(int64(n))
	case protocol.String:
		id = jsonrpc2.NewStringID(string(n))
	}
	s.calls.mu.Lock()
	defer s.calls.mu.Unlock()
	if cancel := s.calls.cancel[id]; cancel != nil {
		cancel()
	}
	return none{}, nil
}

// cancellable returns a context that window/workDoneProgress/cancel with a token ends, and what ends it in any case; token may be nil.
func (c *calls) cancellable(ctx context.Context, token protocol.ProgressToken) (context.Context, context.CancelFunc) {
	if token == nil {
		return ctx, func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.shown == nil {
		c.shown = map[protocol.ProgressToken]context.CancelFunc{}
	}
	c.shown[token] = cancel
	return ctx, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.shown, token)
		cancel()
	}
}

// workDoneProgressCancel ends the request that shows its progress on a token.
func workDoneProgressCancel(_ context.Context, s *Server, p *protocol.WorkDoneProgressCancelParams) (none, error) {
	s.calls.mu.Lock()
	defer s.calls.mu.Unlock()
	if cancel := s.calls.shown[p.Token]; cancel != nil {
		cancel()
	}
	return none{}, nil
}
