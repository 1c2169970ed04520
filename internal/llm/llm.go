// Package llm talks to OpenAI-compatible endpoints: chat answers that stream, and embeddings. It is the only importer of go-openai.
//
// Invariant: keys travel in the Authorization header and nowhere else; no error, log or printed Config holds one. Nothing is
// sent unless a base URL or a model was set explicitly. Every failure is an *Error that says what to do, and whatever text had
// arrived is returned with it.
package llm

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/sashabaranov/go-openai"
)

const (
	openAIBase     = "https://api.openai.com/v1"
	defaultWindow  = 8192
	defaultTimeout = 2 * time.Minute
)

// Config says which endpoint and model to use.
type Config struct {
	BaseURL      string        // "" is OpenAI's
	Model        string        // "" is the endpoint's model if it has exactly one
	APIKey       string        // "" sends none
	Context      int           // the window in tokens, prompt and answer together; 0: 8192
	AnswerTokens int           // most tokens of an answer; 0: a quarter of the window, at most 2048
	Timeout      time.Duration // the longest silence of the endpoint; 0: two minutes
}

// Enabled reports whether a base URL or a model was set: a key alone turns nothing on.
func (c Config) Enabled() bool { return c.BaseURL != "" || c.Model != "" }

// String names the endpoint without its secrets.
func (c Config) String() string {
	key := "no key"
	if c.APIKey != "" {
		key = "a key"
	}
	return fmt.Sprintf("{%s model %q, %s}", c.address(), c.Model, key)
}

// Endpoint names where texts go: the model and the address without its secrets.
func (c *Client) Endpoint() string {
	if c.config.Model == "" {
		return c.config.address()
	}
	return c.config.Model + " at " + c.config.address()
}

// Format implements fmt.Formatter, so that no verb shows the key.
func (c Config) Format(f fmt.State, _ rune) { fmt.Fprint(f, c.String()) }

// MarshalText implements encoding.TextMarshaler, for JSON and log/slog.
func (c Config) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

func (c Config) base() string {
	if c.BaseURL == "" {
		return openAIBase
	}
	return strings.TrimRight(c.BaseURL, "/")
}

// address is the base URL without user, password and query.
func (c Config) address() string {
	u, err := url.Parse(c.base())
	if err != nil {
		return "(not a URL)"
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
}

// Host returns the host of the endpoint, for identities and messages.
func (c Config) Host() string {
	u, err := url.Parse(c.base())
	if err != nil {
		return ""
	}
	return u.Host
}

func (c Config) openAI() bool { return c.Host() == "api.openai.com" }

// Message is one message of a conversation. Role is "system", "user" or "assistant".
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Client sends requests to one endpoint. It may be used by many goroutines.
type Client struct {
	config Config
	http   *transport
	api    *openai.Client

	mu    sync.Mutex
	model string // the configured one, or what the endpoint said
}

// New returns a Client. It connects to nothing yet.
func New(c Config) *Client {
	if c.Context <= 0 {
		c.Context = defaultWindow
	}
	if c.Timeout <= 0 {
		c.Timeout = defaultTimeout
	}
	if c.AnswerTokens <= 0 {
		c.AnswerTokens = min(c.Context/4, 2048)
	}
	t := newTransport(c)
	api := openai.DefaultConfig(c.APIKey)
	api.BaseURL, api.HTTPClient, api.EmptyMessagesLimit = c.base(), t, 100_000 // servers keep slow streams alive with comments
	return &Client{config: c, http: t, api: openai.NewClientWithConfig(api), model: c.Model}
}

// Model returns the model's name; "" until the endpoint has named it when none is configured.
func (c *Client) Model() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.model
}

// Window returns how many tokens fit into prompt and answer together.
func (c *Client) Window() int { return c.config.Context }

// AnswerTokens returns how many tokens an answer may have at most.
func (c *Client) AnswerTokens() int { return c.config.AnswerTokens }

// String names the endpoint without its secrets.
func (c *Client) String() string { return c.config.String() }

// resolveModel asks the endpoint for its only model when none is configured.
func (c *Client) resolveModel(ctx context.Context) (string, error) {
	if m := c.Model(); m != "" {
		return m, nil
	}
	list, err := c.api.ListModels(ctx)
	if err != nil {
		return "", c.classify(ctx, err)
	}
	if len(list.Models) != 1 {
		var names []string
		for _, m := range list.Models[:min(len(list.Models), 10)] {
			names = append(names, m.ID)
		}
		return "", &Error{Kind: ModelNotFound, Message: fmt.Sprintf("no model is set and %s offers %d (%s): set the model to one of them",
			c.config.address(), len(list.Models), strings.Join(names, ", "))}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.model = list.Models[0].ID
	return c.model, nil
}

// ready reports what keeps a request from being sent at all.
func (c *Client) ready() error {
	switch {
	case !c.config.Enabled():
		return &Error{Kind: BadRequest, Message: "no endpoint is set: set a base URL or a model"}
	case c.config.openAI() && c.config.APIKey == "":
		return &Error{Kind: MissingKey, Message: "OpenAI's endpoint needs a key: set OPENAI_API_KEY or the API key of this endpoint, or set a base URL for a local one"}
	}
	return nil
}

var _ openai.HTTPDoer = (*transport)(nil)
