package cli

import (
	"os"
	"time"

	"github.com/sibyl-ls/sibyl/indexer"
	"github.com/sibyl-ls/sibyl/internal/config"
	"github.com/sibyl-ls/sibyl/internal/embed"
	"github.com/sibyl-ls/sibyl/internal/llm"
)

// settings reads the environment and says which variables were wrong.
func (c *call) settings() config.Config {
	s, warnings := config.Load(config.Source{Environ: os.Environ()})
	for _, w := range warnings {
		c.notef("%s", w)
	}
	if c.opts.dataDir != "" {
		s.DataDir = c.opts.dataDir
	}
	return s
}

// indexOptions says how to index under some settings.
func indexOptions(s config.Config) indexer.Options {
	return indexer.Options{DataDir: s.DataDir, MaxBytes: s.MaxFileBytes, Workers: s.Workers, NeverSend: s.NeverSend, Embedder: newEmbedder(s.Embed)}
}

// newEmbedder returns the embedder of the configured folder or endpoint, the built-in one when neither is configured. The folder goes first: it
// sends nothing.
func newEmbedder(s config.Embed) embed.Embedder {
	if s.Path != "" {
		return embed.Folder(s.Path)
	}
	if !s.Enabled() {
		return embed.Builtin()
	}
	return embed.Remote(embed.RemoteConfig{
		Config: llm.Config{
			BaseURL: s.BaseURL.Reveal(), Model: s.Model, APIKey: s.APIKey.Reveal(), Timeout: time.Duration(s.TimeoutSeconds) * time.Second,
		},
		Dimensions: s.Dimensions, MaxBatch: s.MaxBatch, MaxBatchTokens: s.MaxBatchTokens, MaxInputTokens: s.MaxInputTokens,
		QueryPrefix: s.QueryPrefix, DocumentPrefix: s.DocumentPrefix,
	})
}

// newLLM returns the configured model, nil when none is: answers are digests then.
func newLLM(s config.LLM) *llm.Client {
	if !s.Enabled() {
		return nil
	}
	return llm.New(llm.Config{
		BaseURL: s.BaseURL.Reveal(), Model: s.Model, APIKey: s.APIKey.Reveal(), Context: s.Context, AnswerTokens: s.AnswerTokens,
		Timeout: time.Duration(s.TimeoutSeconds) * time.Second,
	})
}
