package testkit

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"testing"

	"github.com/sibyl-ls/sibyl/indexer"
	"github.com/sibyl-ls/sibyl/internal/ask"
	"github.com/sibyl-ls/sibyl/internal/config"
	"github.com/sibyl-ls/sibyl/internal/llm"
	"github.com/sibyl-ls/sibyl/internal/text"
	"github.com/sibyl-ls/sibyl/server"
)

// Setup says how Start initializes a server.
type Setup struct {
	Roots        []string // paths
	DataDir      string   // "": a temporary one
	Capabilities string   // JSON, instead of the usual ones
	Settings     string   // JSON, initializationOptions
	MaxBytes     int64
	Log          *slog.Logger // nil: errors to standard error
}

// usual are the capabilities of a client that knows most, but does not ask for messages that tests would have to read.
const usual = `{"general": {"positionEncodings": ["utf-16"]},
	"workspace": {"symbol": {"resolveSupport": {"properties": ["location.range"]}}},
	"textDocument": {"definition": {"linkSupport": true}, "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
		"hover": {"contentFormat": ["markdown"]}, "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": [""]}}}}}`

// Options returns options of a server as the command line makes them, with its index in dataDir.
func Options(dataDir string, s Setup) server.Options {
	if s.Log == nil {
		s.Log = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	}
	return server.Options{
		Version: "test",
		Log:     s.Log,
		Index: func(c config.Config) indexer.Options {
			o := indexer.Options{DataDir: dataDir, MaxBytes: c.MaxFileBytes, Workers: 2, NeverSend: c.NeverSend}
			if s.MaxBytes != 0 {
				o.MaxBytes = s.MaxBytes
			}
			return o
		},
		Ask: func(c config.Config) server.Asker {
			var client *llm.Client
			if c.LLM.Enabled() {
				client = llm.New(llm.Config{BaseURL: c.LLM.BaseURL.Reveal(), Model: c.LLM.Model, APIKey: c.LLM.APIKey.Reveal(), Context: c.LLM.Context})
			}
			return func(ctx context.Context, snap *indexer.Snapshot, r ask.Request, delta func(string)) (ask.Answer, error) {
				return ask.Reply(ctx, snap, client, r, delta)
			}
		},
	}
}

// Start connects and initializes. The answer to initialize is not checked here.
func Start(t testing.TB, s Setup) *Client {
	t.Helper()
	if s.DataDir == "" {
		s.DataDir = TempDir(t)
	}
	c := Connect(t, Options(s.DataDir, s))
	c.Call("initialize", InitializeParams(s), nil)
	c.Notify("initialized", struct{}{})
	return c
}

// InitializeParams are what Start sends.
func InitializeParams(s Setup) map[string]any {
	folders := []map[string]string{}
	for _, r := range s.Roots {
		folders = append(folders, map[string]string{"uri": text.URIFromPath(r), "name": r})
	}
	if s.Capabilities == "" {
		s.Capabilities = usual
	}
	p := map[string]any{"processId": nil, "rootUri": nil, "capabilities": json.RawMessage(s.Capabilities), "workspaceFolders": folders}
	if s.Settings != "" {
		p["initializationOptions"] = json.RawMessage(s.Settings)
	}
	return p
}

// Idle waits until everything that the server was told is indexed.
func (c *Client) Idle() {
	c.t.Helper()
	c.Call("sibyl/status", map[string]any{"wait": true}, nil)
}
