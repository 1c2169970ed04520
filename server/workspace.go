package server

import (
	"encoding/json"
	"os"

	"github.com/sibyl-ls/sibyl/indexer"
	"github.com/sibyl-ls/sibyl/internal/config"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// settings are the settings in force and what they make.
type settings struct {
	config.Config
	ask Asker // nil: no questions
}

// load reads settings: the environment, overlaid by the client's.
func (s *Server) load(client json.RawMessage) *settings {
	c, warnings := config.Load(config.Source{Environ: s.opts.Environ, Settings: client})
	for _, w := range warnings {
		s.warn(w)
	}
	out := &settings{Config: c}
	if s.opts.Ask != nil {
		out.ask = s.opts.Ask(c)
	}
	return out
}

// open opens the workspace under the settings in force. When that fails the server goes on without one: every answer is empty and
// the person is told. turn is held.
func (s *Server) open() {
	o := indexer.Options{DataDir: s.settings.DataDir, MaxBytes: s.settings.MaxFileBytes, Workers: s.settings.Workers, NeverSend: s.settings.NeverSend}
	if s.opts.Index != nil {
		o = s.opts.Index(s.settings.Config)
	}
	o.Roots, o.Log, o.Progress = folders(s.roots), s.log, s.work.put
	w, err := indexer.Open(s.base, o)
	if err != nil {
		s.warn(err.Error())
		return
	}
	s.workspace = w
}

// folders leaves out files. Editors send roots that have been deleted, too, which may come back.
func folders(paths []string) (out []string) {
	for _, p := range paths {
		if i, err := os.Stat(p); err != nil || i.IsDir() {
			out = append(out, p)
		}
	}
	return out
}

// reopen opens the workspace anew, with the documents that are open. The loop waits for it: a store has one owner, and this
// happens only when settings change that shape the index. turn is held.
func (s *Server) reopen() {
	old := s.workspace
	texts := map[string]string{}
	if old != nil {
		snap := old.Snapshot()
		for name, d := range s.documents {
			if t, err := snap.Text(d.path); err == nil {
				texts[name] = string(t.Bytes)
			}
		}
		if err := old.Close(); err != nil {
			s.log.Error("close the workspace", "err", err)
		}
		s.workspace = nil
	}
	s.open()
	if s.workspace == nil {
		return
	}
	for name, d := range s.documents {
		if t, ok := texts[name]; ok {
			_ = s.openDocument(d, t) // its URI has been read before
		}
	}
}

// everything is the range of an edit that replaces the whole text.
var everything = text.Range{Start: 0, End: 1<<32 - 1}
