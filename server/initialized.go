package server

import (
	"context"

	"go.lsp.dev/protocol"
)

// initialized starts what needs the client's answers.
func initialized(_ context.Context, s *Server, _ *protocol.InitializedParams) (none, error) {
	c := s.client
	if c.watch {
		s.spawn(s.registerWatcher)
	}
	if c.configuration {
		s.spawn(s.pullSettings)
	}
	s.spawn(s.showProgress)
	return none{}, nil
}

// registerWatcher asks to be told of every file that changes on disk; what is ignored is for the index to decide, since the rules
// may change too.
func (s *Server) registerWatcher(ctx context.Context) {
	options, err := protocol.Marshal(&protocol.DidChangeWatchedFilesRegistrationOptions{
		Watchers: []protocol.FileSystemWatcher{{GlobPattern: protocol.Pattern("**/*")}},
	})
	if err == nil {
		err = s.call(ctx, protocol.MethodClientRegisterCapability, &protocol.RegistrationParams{Registrations: []protocol.Registration{{
			ID: "sibyl-files", Method: protocol.MethodWorkspaceDidChangeWatchedFiles, RegisterOptions: options,
		}}}, nil)
	}
	if err != nil && ctx.Err() == nil {
		s.log.Warn("register a file watcher", "err", err)
	}
}
