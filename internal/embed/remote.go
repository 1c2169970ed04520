package embed

import (
	"context"
	"fmt"
	"hash/fnv"
	"sync/atomic"
	"unicode/utf8"

	"github.com/sibyl-ls/sibyl/internal/llm"
)

// RemoteConfig says which endpoint makes the vectors, and within which limits.
type RemoteConfig struct {
	llm.Config
	Dimensions     int    // to ask for; 0: the model's own
	MaxBatch       int    // most texts in a request; 0: 64
	MaxBatchTokens int    // most tokens in a request, estimated from above; 0: 8000
	MaxInputTokens int    // longer texts are cut to so many tokens, estimated from above; 0: 8000
	QueryPrefix    string // put before queries
	DocumentPrefix string // put before documents
}

type remote struct {
	config RemoteConfig
	client *llm.Client
	length atomic.Int64 // of the vectors; 0 until known
}

// Remote returns an embedder that sends texts to an endpoint. Call it only when config.Enabled: everything that is indexed is sent.
func Remote(c RemoteConfig) Embedder {
	setDefault(&c.MaxBatch, 64)
	setDefault(&c.MaxBatchTokens, 8000)
	setDefault(&c.MaxInputTokens, 8000)
	r := &remote{config: c, client: llm.New(c.Config)}
	r.length.Store(int64(c.Dimensions))
	return r
}

func setDefault(n *int, value int) {
	if *n <= 0 {
		*n = value
	}
}

// ID has the length that was asked for (0: the model's own), not the one that was learned, so that it is the same before
// the first batch and after; prefixes and the limit of an input change vectors, so they are in it too.
func (r *remote) ID() string {
	id := fmt.Sprintf("openai:%s/%d@%s", r.config.Model, r.config.Dimensions, r.config.Host())
	if r.config.QueryPrefix != "" || r.config.DocumentPrefix != "" || r.config.MaxInputTokens != 8000 {
		h := fnv.New32a()
		fmt.Fprintf(h, "%q %q %d", r.config.QueryPrefix, r.config.DocumentPrefix, r.config.MaxInputTokens)
		id += fmt.Sprintf("#%08x", h.Sum32())
	}
	return id
}

func (r *remote) Dimensions() int { return int(r.length.Load()) }
func (r *remote) Local() bool     { return false }

func (r *remote) Query(ctx context.Context, text string) ([]float32, error) {
	vectors, err := r.batch(ctx, []string{Truncate(r.config.QueryPrefix+text, r.config.MaxInputTokens)})
	if err != nil {
		return nil, fmt.Errorf("embed the query: %w", err)
	}
	return vectors[0], nil
}

func (r *remote) Documents(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, 0, len(texts))
	for len(out) < len(texts) {
		vectors, err := r.batch(ctx, r.nextBatch(texts[len(out):]))
		out = append(out, vectors...)
		if err != nil {
			return out, fmt.Errorf("embed text %d of %d: %w", len(out)+1, len(texts), err)
		}
	}
	return out, nil
}

// nextBatch takes as many texts as one request may have, at least one.
func (r *remote) nextBatch(texts []string) []string {
	var batch []string
	tokens := 0
	for _, text := range texts {
		text = Truncate(r.config.DocumentPrefix+text, min(r.config.MaxInputTokens, r.config.MaxBatchTokens))
		n := llm.EstimateTokens(text)
		if len(batch) == r.config.MaxBatch || len(batch) > 0 && tokens+n > r.config.MaxBatchTokens {
			break
		}
		batch, tokens = append(batch, text), tokens+n
	}
	return batch
}

// batch sends one request. An endpoint whose limit is lower than configured says that the request is too long: it gets the halves, and half of a
// single text. On an error the vectors of the first texts are returned with it.
func (r *remote) batch(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, err := r.client.Embed(ctx, r.config.Model, r.config.Dimensions, texts)
	if llm.KindOf(err) == llm.TooLong {
		return r.halves(ctx, texts, err)
	}
	if err != nil {
		return nil, err
	}
	for _, v := range vectors {
		if err := r.check(len(v)); err != nil {
			return nil, err
		}
		normalise(v)
	}
	return vectors, nil
}

const shortest = 64 // tokens; a limit below this is no limit of a model

func (r *remote) halves(ctx context.Context, texts []string, tooLong error) ([][]float32, error) {
	if len(texts) == 1 {
		n := llm.EstimateTokens(texts[0]) / 2
		if n < shortest {
			return nil, tooLong
		}
		return r.batch(ctx, []string{Truncate(texts[0], n)})
	}
	half := len(texts) / 2
	first, err := r.batch(ctx, texts[:half])
	if err != nil {
		return first, err
	}
	second, err := r.batch(ctx, texts[half:])
	return append(first, second...), err
}

// check compares the length of a vector with the one that is configured or was first seen.
func (r *remote) check(n int) error {
	if r.length.CompareAndSwap(0, int64(n)) || r.length.Load() == int64(n) {
		return nil
	}
	if r.config.Dimensions > 0 {
		return fmt.Errorf("model %q made a vector of %d dimensions instead of the configured %d: set the dimensions to %d, or leave them unset",
			r.config.Model, n, r.config.Dimensions, n)
	}
	return fmt.Errorf("model %q made vectors of %d dimensions before and of %d now: the endpoint's model has changed, the index must be rebuilt",
		r.config.Model, r.length.Load(), n)
}

// Truncate returns the longest start of text, ending at a character's border, whose estimate is at most max tokens.
func Truncate(text string, max int) string {
	if len(text) <= max || llm.EstimateTokens(text) <= max { // no estimate exceeds the bytes
		return text
	}
	low, high := 0, len(text) // low fits, high does not
	for high-low > 1 {
		middle := (low + high) / 2
		if llm.EstimateTokens(text[:border(text, middle)]) <= max {
			low = middle
		} else {
			high = middle
		}
	}
	return text[:border(text, low)]
}

func border(text string, n int) int {
	for n > 0 && n < len(text) && !utf8.RuneStart(text[n]) {
		n--
	}
	return n
}
