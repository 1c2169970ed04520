package server

import (
	"context"
	"fmt"
	"sync"

	"go.lsp.dev/protocol"

	"github.com/sibyl-ls/sibyl/indexer"
)

// progress hands the index's state to the goroutine that shows it. The newest one wins: indexing never waits for a client.
type progress struct {
	once   sync.Once
	latest chan indexer.Status
}

func (p *progress) channel() chan indexer.Status {
	p.once.Do(func() { p.latest = make(chan indexer.Status, 1) })
	return p.latest
}

func (p *progress) put(st indexer.Status) {
	c := p.channel()
	for {
		select {
		case c <- st:
			return
		default:
		}
		select {
		case <-c:
		default:
		}
	}
}

// worthShowing is the number of files from which a later pass is shown; the first one always is.
const worthShowing = 200

// showProgress shows passes of the index as work-done progress where the client can.
func (s *Server) showProgress(ctx context.Context) {
	first, shown := true, 0
	var token protocol.ProgressToken
	for {
		var st indexer.Status
		select {
		case st = <-s.work.channel():
		case <-ctx.Done():
			return
		}
		switch {
		case !st.Indexing:
			s.endProgress(token, fmt.Sprintf("%d files", st.Files))
			if token = nil; first && s.client.lensRefresh {
				s.refreshLenses(ctx)
			}
			first = false
		case token != nil:
			s.report(token, &protocol.WorkDoneProgressReport{Kind: "report", Message: ptr(fmt.Sprintf("%d of %d files", st.Done, st.Total)), Percentage: ptr(percent(st))})
		case s.client.workDone && (first || st.Total-st.Done >= worthShowing):
			shown++
			token = s.beginProgress(ctx, protocol.String(fmt.Sprintf("sibyl-index-%d", shown)), "Indexing")
		}
	}
}

func percent(st indexer.Status) uint32 {
	if st.Total <= 0 {
		return 0
	}
	return uint32(min(100, 100*st.Done/st.Total))
}

// beginProgress returns nil when the client does not want it.
func (s *Server) beginProgress(ctx context.Context, token protocol.ProgressToken, title string) protocol.ProgressToken {
	if err := s.call(ctx, protocol.MethodWindowWorkDoneProgressCreate, &protocol.WorkDoneProgressCreateParams{Token: token}, nil); err != nil {
		s.log.Debug("create progress", "err", err)
		return nil
	}
	s.report(token, &protocol.WorkDoneProgressBegin{Kind: "begin", Title: title, Percentage: ptr(uint32(0))})
	return token
}

func (s *Server) endProgress(token protocol.ProgressToken, message string) {
	if token != nil {
		s.report(token, &protocol.WorkDoneProgressEnd{Kind: "end", Message: ptr(message)})
	}
}

// report sends one value of a progress.
func (s *Server) report(token protocol.ProgressToken, value any) {
	b, err := protocol.Marshal(value)
	if err != nil {
		s.log.Error("encode progress", "err", err)
		return
	}
	s.notify(protocol.MethodProgress, &protocol.ProgressParams{Token: token, Value: b})
}
