package server

import (
	"context"
	"os"
	"path/filepath"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/sibyl-ls/sibyl/internal/text"
)

// show opens a page as a document, for clients that run a command but have no place of their own for what comes of it. Where the client cannot
// open documents it is told the file's name. The file is the user's alone and goes with the server.
func (s *Server) show(ctx context.Context, page string) {
	file, err := s.shown.write(page)
	if err != nil {
		s.log.Warn("show the answer", "err", err)
		return
	}
	if s.client.showDocument {
		params := &protocol.ShowDocumentParams{URI: uri.URI(text.URIFromPath(filepath.ToSlash(file))), TakeFocus: ptr(true)}
		if err = s.call(ctx, protocol.MethodWindowShowDocument, params, nil); err == nil {
			return
		}
	}
	s.notify(protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{Type: protocol.MessageTypeInfo, Message: "Sibyl: the answer is in " + file})
}

// answers are the documents that were shown.
type answers struct {
	mu  sync.Mutex
	dir string
}

func (d *answers) write(page string) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dir == "" {
		dir, err := os.MkdirTemp("", "sibyl-answers-")
		if err != nil {
			return "", err
		}
		d.dir = dir
	}
	f, err := os.CreateTemp(d.dir, "answer-*.md")
	if err != nil {
		return "", err
	}
	if _, err := f.WriteString(page); err != nil {
		f.Close()
		return "", err
	}
	return f.Name(), f.Close()
}

func (d *answers) remove() {
	if d.dir != "" {
		os.RemoveAll(d.dir)
	}
}
