package server

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// Files that the editor creates, renames and deletes are reported apart from its watcher, and sooner.

func didCreateFiles(_ context.Context, s *Server, p *protocol.CreateFilesParams) (none, error) {
	var uris []string
	for _, f := range p.Files {
		uris = append(uris, f.URI)
	}
	return s.filesChanged(uris)
}

func didRenameFiles(_ context.Context, s *Server, p *protocol.RenameFilesParams) (none, error) {
	var uris []string
	for _, f := range p.Files {
		uris = append(uris, f.OldURI, f.NewURI)
	}
	return s.filesChanged(uris)
}

func didDeleteFiles(_ context.Context, s *Server, p *protocol.DeleteFilesParams) (none, error) {
	var uris []string
	for _, f := range p.Files {
		uris = append(uris, f.URI)
	}
	return s.filesChanged(uris)
}

func didChangeWatchedFiles(_ context.Context, s *Server, p *protocol.DidChangeWatchedFilesParams) (none, error) {
	var uris []string
	for _, c := range p.Changes {
		uris = append(uris, string(c.URI))
	}
	return s.filesChanged(uris)
}

// filesChanged looks at each path again, whatever the client says has happened to it: its events may be late.
func (s *Server) filesChanged(uris []string) (none, error) {
	var paths []string
	for _, u := range uris {
		if path, ok := pathOf(uri.URI(u)); ok {
			paths = append(paths, path)
		}
	}
	if len(paths) > 0 && s.workspace != nil {
		s.workspace.FilesChanged(paths)
	}
	return none{}, nil
}
