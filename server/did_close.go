package server

import (
	"context"

	"go.lsp.dev/protocol"
)

// didClose makes the file on disk the truth again.
func didClose(_ context.Context, s *Server, p *protocol.DidCloseTextDocumentParams) (none, error) {
	name, _ := documentName(p.TextDocument.URI)
	if d, open := s.documents[name]; open && s.workspace != nil {
		delete(s.documents, name)
		s.workspace.CloseDocument(d.path)
	}
	return none{}, nil
}

// didSave does not wait for the watcher: there may be none.
func didSave(_ context.Context, s *Server, p *protocol.DidSaveTextDocumentParams) (none, error) {
	if path, ok := pathOf(p.TextDocument.URI); ok && s.workspace != nil {
		s.workspace.FilesChanged([]string{path})
	}
	return none{}, nil
}
