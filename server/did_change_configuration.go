package server

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/sibyl-ls/sibyl/internal/config"
)

// section is the name of our part of a client's settings.
const section = "sibyl"

// didChangeConfiguration takes the settings that come with it, or asks for them where the client prefers that.
func didChangeConfiguration(_ context.Context, s *Server, p *protocol.DidChangeConfigurationParams) (none, error) {
	if s.client.configuration {
		s.spawn(s.pullSettings)
		return none{}, nil
	}
	var all map[string]json.RawMessage
	raw := json.RawMessage(p.Settings)
	if json.Unmarshal(raw, &all) == nil && all[section] != nil {
		raw = all[section]
	}
	s.apply(raw)
	return none{}, nil
}

// pullSettings asks the client for its settings and applies them.
func (s *Server) pullSettings(ctx context.Context) {
	var answer []protocol.LSPAny
	err := s.call(ctx, protocol.MethodWorkspaceConfiguration, &protocol.ConfigurationParams{
		Items: []protocol.ConfigurationItem{{Section: ptr(section)}},
	}, &answer)
	if err != nil || len(answer) == 0 {
		s.log.Debug("ask for settings", "err", err)
		return
	}
	s.turn.Lock()
	defer s.turn.Unlock()
	if s.phase == serving && string(answer[0]) != "null" {
		s.apply(json.RawMessage(answer[0]))
	}
}

// apply puts settings in force. turn is held.
func (s *Server) apply(raw json.RawMessage) {
	old := s.settings
	s.settings = s.load(raw)
	if shape(old.Config) != shape(s.settings.Config) {
		s.reopen()
	}
	if s.client.lensRefresh && !maps.EqualFunc(old.Capabilities, s.settings.Capabilities, equalSwitch) {
		s.spawn(s.refreshLenses)
	}
}

// indexShape are the settings that an index depends on.
type indexShape struct {
	embed   config.Embed
	bytes   int64
	dir     string
	workers int
	private string
}

func shape(c config.Config) indexShape {
	return indexShape{c.Embed, c.MaxFileBytes, c.DataDir, c.Workers, c.NeverSend.String()}
}

func equalSwitch(a, b config.Switch) bool {
	return slices.Equal(a.On, b.On) && slices.Equal(a.Off, b.Off)
}

func (s *Server) refreshLenses(ctx context.Context) {
	if err := s.call(ctx, protocol.MethodWorkspaceCodeLensRefresh, nil, nil); err != nil {
		s.log.Debug("refresh code lenses", "err", err)
	}
}
