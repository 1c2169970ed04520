package server

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/sibyl-ls/sibyl/internal/text"
)

// show opens an answer as a document, for clients that run the code action but have no place of their own for what comes of it. Where the client cannot
// open documents it is told the file's name. The file is the user's alone and goes with the server.
func (s *Server) show(ctx context.Context, a *askResult) {
	file, err := s.shown.write(a.page())
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

// page is an answer as a document: its citations are links.
func (a *askResult) page() string {
	page := a.Answer
	for _, c := range a.Citations {
		label := fmt.Sprintf("[%s:%d-%d]", c.Path, c.Start, c.End)
		if c.Start == c.End {
			label = fmt.Sprintf("[%s:%d]", c.Path, c.Start)
		}
		page = strings.ReplaceAll(page, label, fmt.Sprintf("%s(%s#L%d)", label, c.URI, c.Start))
	}
	by := "a digest: no model was asked"
	if a.Model != "" {
		by = "answered by " + a.Model
	}
	if a.Dropped > 0 {
		by += fmt.Sprintf("; %s left out", plural(a.Dropped, "wrong citation"))
	}
	if a.Error != "" {
		by += "; " + a.Error
	}
	return page + "\n\n— " + by + "\n"
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
