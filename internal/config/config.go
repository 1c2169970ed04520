// Package config holds every setting with its default and its documentation.
//
// Settings come from the environment (SIBYL_…) and are overlaid by those of the client (section "sibyl", lower camel case).
//
// Invariant: a wrong setting is a warning that names its key, never a failure; a secret never appears in a text that
// this package makes. Nothing is sent anywhere unless a base URL or a model is set explicitly: a key alone turns nothing on.
package config

import (
	"fmt"
	"net/url"
	"strings"
)

// Config is all settings. The tags are the table that docs/configuration.md is made from: json is the name in the client's
// settings, env the variable, default the value when neither says anything, doc what it means. With scope "workspace" a repository's
// own settings file for an editor may set it, too (see Schema).
type Config struct {
	LLM          LLM          `json:"llm"`
	Embed        Embed        `json:"embed"`
	MaxFileBytes int64        `json:"maxFileBytes" env:"SIBYL_MAX_FILE_BYTES" default:"2000000" scope:"workspace" doc:"Files larger than this are skipped and listed as skipped."`
	DataDir      string       `json:"dataDir" env:"SIBYL_DATA_DIR" doc:"Where the index lives; empty is the folder sibyl in the user's cache folder. --data-dir overrides it."`
	Workers      int          `json:"workers" env:"SIBYL_WORKERS" doc:"Threads that index; 0 is the number of CPUs."`
	NeverSend    List         `json:"neverSend" env:"SIBYL_NEVER_SEND" doc:"Files of which nothing is sent to any endpoint: globs as in a .gitignore, separated by commas in the environment. Those of the environment and of the settings count together."`
	Capabilities Capabilities `json:"capabilities" scope:"workspace" doc:"Which parts of the protocol are served, for each language. See below."`
}

// LLM is the endpoint that answers questions.
type LLM struct {
	BaseURL        URL    `json:"baseUrl" env:"SIBYL_LLM_BASE_URL" doc:"Base URL of an OpenAI-compatible endpoint, usually ending in /v1. Empty with a model set: OpenAI's."`
	Model          string `json:"model" env:"SIBYL_LLM_MODEL" doc:"Model name. Empty with a base URL set: the endpoint's model if it has exactly one."`
	APIKey         Secret `json:"apiKey" env:"SIBYL_LLM_API_KEY" doc:"Key of the endpoint; else OPENAI_API_KEY (see below). A key alone turns nothing on."`
	Context        int    `json:"context" env:"SIBYL_LLM_CONTEXT" default:"8192" doc:"The model's window in tokens, prompt and answer together, as the endpoint really runs it."`
	AnswerTokens   int    `json:"answerTokens" env:"SIBYL_LLM_ANSWER_TOKENS" doc:"Most tokens of an answer; 0 is a quarter of the window, at most 2048."`
	TimeoutSeconds int    `json:"timeoutSeconds" env:"SIBYL_LLM_TIMEOUT_SECONDS" default:"120" doc:"Longest silence of the endpoint, in seconds, before a request is given up."`
}

// Embed is the folder or the endpoint that makes vectors. Without either the built-in embedder is used.
type Embed struct {
	Path           string `json:"path" env:"SIBYL_EMBED_PATH" doc:"Folder of a local embedding model in the layout of model2vec (model.safetensors, tokenizer.json). Nothing is sent; it is preferred to an endpoint."`
	BaseURL        URL    `json:"baseUrl" env:"SIBYL_EMBED_BASE_URL" doc:"Base URL of an OpenAI-compatible endpoint with /embeddings. Empty with a model set: OpenAI's."`
	Model          string `json:"model" env:"SIBYL_EMBED_MODEL" doc:"Embedding model. Empty with a base URL set: the endpoint's model if it has exactly one."`
	APIKey         Secret `json:"apiKey" env:"SIBYL_EMBED_API_KEY" doc:"Key of the endpoint; at OpenAI's own endpoint else OPENAI_API_KEY."`
	Dimensions     int    `json:"dimensions" env:"SIBYL_EMBED_DIMENSIONS" doc:"Length of the vectors to ask for; 0 is the model's own."`
	MaxBatch       int    `json:"maxBatch" env:"SIBYL_EMBED_MAX_BATCH" default:"64" doc:"Most texts in one request."`
	MaxBatchTokens int    `json:"maxBatchTokens" env:"SIBYL_EMBED_MAX_BATCH_TOKENS" default:"8000" doc:"Most tokens (estimated, never too low) in one request."`
	MaxInputTokens int    `json:"maxInputTokens" env:"SIBYL_EMBED_MAX_INPUT_TOKENS" default:"8000" doc:"Longer texts are cut to this many tokens (estimated). Set it to the model's input limit."`
	QueryPrefix    string `json:"queryPrefix" env:"SIBYL_EMBED_QUERY_PREFIX" doc:"Put before a query, for models that want it (\"query: \")."`
	DocumentPrefix string `json:"documentPrefix" env:"SIBYL_EMBED_DOCUMENT_PREFIX" doc:"Put before an indexed text, for models that want it (\"passage: \")."`
	TimeoutSeconds int    `json:"timeoutSeconds" env:"SIBYL_EMBED_TIMEOUT_SECONDS" default:"120" doc:"Longest silence of the endpoint, in seconds."`
}

// Enabled reports whether questions go to an endpoint: a base URL or a model is set.
func (l LLM) Enabled() bool { return l.BaseURL != "" || l.Model != "" }

// Enabled reports whether texts go to an endpoint to be embedded: a base URL or a model is set, and no folder.
func (e Embed) Enabled() bool { return e.Path == "" && (e.BaseURL != "" || e.Model != "") }

// Default returns the settings when nothing is set.
func Default() Config {
	var c Config
	for _, s := range table(&c) {
		if s.initial != "" {
			if err := s.parse(s.initial); err != nil {
				panic("config: default of " + s.key + ": " + err.Error()) // the table above is wrong; a test reads it
			}
		}
	}
	return c
}

// String lists the settings that differ from the default, secrets masked, for logs.
func (c Config) String() string {
	initial := Default()
	was := table(&initial)
	var parts []string
	for i, s := range table(&c) {
		if now := s.show(); now != was[i].show() {
			parts = append(parts, s.key+"="+now)
		}
	}
	return "{" + strings.Join(parts, " ") + "}"
}

// List is a list of texts.
type List []string

// String joins the texts.
func (l List) String() string { return strings.Join(l, ",") }

// Secret is a text that prints as "set" or "", whatever the verb; Reveal is the only way to it.
type Secret string

// Reveal returns the text.
func (s Secret) Reveal() string { return string(s) }

// String returns "set" or "".
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return "set"
}

// Format implements fmt.Formatter, so that no verb shows the text.
func (s Secret) Format(f fmt.State, _ rune) { fmt.Fprint(f, s.String()) }

// MarshalText implements encoding.TextMarshaler, for JSON and log/slog.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// URL is an http or https address. It prints without user, password and query, where keys hide; Reveal returns the whole.
type URL string

// Reveal returns the whole address.
func (u URL) Reveal() string { return string(u) }

// String returns the address without its secrets.
func (u URL) String() string { return maskURL(string(u)) }

// Format implements fmt.Formatter, so that no verb shows more than String.
func (u URL) Format(f fmt.State, _ rune) { fmt.Fprint(f, u.String()) }

// MarshalText implements encoding.TextMarshaler, for JSON and log/slog.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.String()), nil }

// maskURL removes user, password and query, where keys hide.
func maskURL(s string) string {
	u, err := url.Parse(s)
	if err != nil {
		return "(not a URL)"
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
}
