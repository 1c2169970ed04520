package server

import (
	"context"
	"fmt"

	"go.lsp.dev/protocol"

	"github.com/sibyl-ls/sibyl/internal/text"
)

// didChange applies edits in order; each counts its positions in the text that the one before it made.
func didChange(_ context.Context, s *Server, p *protocol.DidChangeTextDocumentParams) (none, error) {
	if s.workspace == nil {
		return none{}, nil
	}
	name, _ := documentName(p.TextDocument.URI)
	d, open := s.documents[name]
	if !open {
		return none{}, fmt.Errorf("change %s: it is not open", name)
	}
	d.version = p.TextDocument.Version
	s.documents[name] = d
	for _, event := range p.ContentChanges {
		s.workspace.ChangeDocument(d.path, d.version, func(doc text.Doc) []text.Edit {
			return []text.Edit{editOf(doc, event, s.client.encoding)}
		})
	}
	return none{}, nil
}

func editOf(d text.Doc, event protocol.TextDocumentContentChangeEvent, enc text.Encoding) text.Edit {
	switch e := event.(type) {
	case *protocol.TextDocumentContentChangePartial:
		at := func(p protocol.Position) uint32 {
			return d.Offset(text.Position{Line: p.Line, Character: p.Character}, enc)
		}
		return text.Edit{Range: text.Range{Start: at(e.Range.Start), End: at(e.Range.End)}, New: e.Text}
	case *protocol.TextDocumentContentChangeWholeDocument:
		return text.Edit{Range: everything, New: e.Text}
	}
	return text.Edit{} // null in the list: nothing changes
}
