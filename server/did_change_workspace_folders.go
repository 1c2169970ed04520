package server

import (
	"context"
	"slices"

	"go.lsp.dev/protocol"
)

func didChangeWorkspaceFolders(_ context.Context, s *Server, p *protocol.DidChangeWorkspaceFoldersParams) (none, error) {
	for _, f := range p.Event.Removed {
		if path, ok := pathOf(f.URI); ok {
			s.roots = slices.DeleteFunc(s.roots, func(r string) bool { return r == path })
		}
	}
	for _, f := range p.Event.Added {
		if path, ok := pathOf(f.URI); ok && !slices.Contains(s.roots, path) {
			s.roots = append(s.roots, path)
		}
	}
	if s.workspace == nil {
		s.open()
		return none{}, nil
	}
	return none{}, s.workspace.SetRoots(folders(s.roots))
}
