package server

import "context"

// shutdown ends the work; exit ends the connection, and stream.Read reports the end of the input after it.
func shutdown(_ context.Context, s *Server, _ *none) (none, error) {
	s.phase = down
	return none{}, nil
}

func exit(_ context.Context, s *Server, _ *none) (none, error) {
	s.stream.quit = true
	return none{}, nil
}
