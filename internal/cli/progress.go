package cli

import (
	"fmt"
	"io"
	"sync"

	"github.com/sibyl-ls/sibyl/indexer"
)

// progress shows how far indexing is, in one line that it rewrites; on a terminal only.
type progress struct {
	mu    sync.Mutex
	w     io.Writer // nil: silent
	shown bool
	done  bool
}

func newProgress(w io.Writer) *progress {
	if !isTerminal(w) {
		return &progress{}
	}
	return &progress{w: w}
}

// show is called by the indexer, from any goroutine.
func (p *progress) show(s indexer.Status) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.w == nil || p.done || !s.Indexing || s.Total == 0 {
		return
	}
	fmt.Fprintf(p.w, "\rIndexing %d of %d files (%d%%)\x1b[K", s.Done, s.Total, s.Done*100/s.Total)
	p.shown = true
}

// clear removes the line for good.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown && !p.done {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
	p.done = true
}
