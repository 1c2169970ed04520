package indexer

import (
	"strings"

	"github.com/sibyl-ls/sibyl/internal/secret"
)

// MaySend reports whether text of the file at an absolute path may leave the process: it does not by its name hold secrets, and the settings do not
// keep it here.
func (s *Snapshot) MaySend(path string) bool {
	root := ownerOf(s.roots, path)
	return root != "" && s.w.maySend(relTo(root, path))
}

func (w *Workspace) maySend(rel string) bool {
	return !secret.File(rel) && (len(w.options.NeverSend) == 0 || !matches(w.private, rel))
}

// privateRules returns the rules of NeverSend.
func privateRules(globs []string) *ignores {
	return (*ignores)(nil).with("", strings.Join(globs, "\n"))
}

// SendsQuestions returns the embedder that a query's text is sent to, "" when it stays here.
func (s *Snapshot) SendsQuestions() string {
	if e := s.w.options.Embedder; !e.Local() {
		return e.ID()
	}
	return ""
}
