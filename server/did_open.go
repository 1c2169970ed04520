package server

import (
	"context"

	"go.lsp.dev/protocol"
)

// didOpen makes the editor's text the truth for its path. Documents that are no files are left to others.
func didOpen(_ context.Context, s *Server, p *protocol.DidOpenTextDocumentParams) (none, error) {
	d := p.TextDocument
	path, ok := pathOf(d.URI)
	if !ok || s.workspace == nil {
		return none{}, nil
	}
	s.documents[path] = document{language: string(d.LanguageID), version: d.Version}
	s.workspace.OpenDocument(path, string(d.LanguageID), d.Version, d.Text)
	return none{}, nil
}
