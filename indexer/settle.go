package indexer

import (
	"bytes"
	"time"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/syntax"
)

// A large text that does not parse is followed keystroke by keystroke, and what a parser makes of an error depends on the tree before. When nobody has typed
// for a moment it is parsed in full in the background, so that unsaved text means what it will mean when it is saved.

// settleDelay is how long a pause in typing is.
const settleDelay = 300 * time.Millisecond

// settleLater settles d after a pause; w.mu is held.
func (w *Workspace) settleLater(d *document) {
	w.stopSettling(d)
	w.settling.add(1)
	d.pause = time.AfterFunc(settleDelay, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		s := w.overlay.find(d.path)
		if w.closed || s == nil || s.document != d {
			w.settling.add(-1)
			return
		}
		w.running.Go(func() {
			defer w.settling.add(-1)
			w.settle(s)
		})
	})
}

// stopSettling forgets that d was to be settled; w.mu is held.
func (w *Workspace) stopSettling(d *document) {
	if d.pause != nil && d.pause.Stop() {
		w.settling.add(-1)
	}
	d.pause = nil
}

// settle replaces s by a state of the same text with the facts of a full parse, if it is still the present one and they differ.
func (w *Workspace) settle(s *documentState) {
	d := s.document
	followed, unsettled := d.follow(s)
	if !unsettled {
		return
	}
	full := syntax.NewDocument(d.language, s.text.Bytes)
	f := full.Facts(w.ctx)
	if f == nil || f.Skipped != "" || !d.replace(s, full) {
		full.Close()
		return
	}
	e := newEncoder()
	if bytes.Equal(e.facts(nil, followed), e.facts(nil, f)) {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.closed && w.overlay.find(d.path) == s {
		w.setOverlay(w.overlay.with(&documentState{document: d, number: s.number, version: s.version, text: s.text}))
	}
}

// follow brings the parser to s. unsettled is false when nobody has a parser, when it is ahead, and when a full parse would say the same.
func (d *document) follow(s *documentState) (f *fact.File, unsettled bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed || d.parser == nil || s.number < d.parsed {
		return nil, false
	}
	f = d.advance(s)
	return f, d.parser.Unsettled()
}

// replace makes p, which has the text of s, the parser, unless that was closed or has gone on.
func (d *document) replace(s *documentState, p *syntax.Document) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed || d.parser == nil || d.parsed != s.number {
		return false
	}
	d.parser.Close()
	d.parser = p
	return true
}
