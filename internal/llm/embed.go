package llm

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sashabaranov/go-openai"

	"github.com/sibyl-ls/sibyl/internal/secret"
)

// Embed returns the vector of each input, in order, in one request; 429 and 5xx are tried again with back-off, honouring Retry-After. model ""
// is the configured one; dims 0 leaves the length to the model. The vectors are as the endpoint sent them, all of one length.
func (c *Client) Embed(ctx context.Context, model string, dims int, input []string) ([][]float32, error) {
	if len(input) == 0 {
		return nil, nil
	}
	if err := c.ready(); err != nil {
		return nil, err
	}
	if model == "" {
		var err error
		if model, err = c.resolveModel(ctx); err != nil {
			return nil, err
		}
	}
	texts := make([]string, len(input))
	for i, s := range input {
		if texts[i] = secret.Mask(s); s == "" {
			texts[i] = " " // OpenAI refuses empty inputs
		}
	}
	resp, err := c.api.CreateEmbeddings(ctx, openai.EmbeddingRequest{Input: texts, Model: openai.EmbeddingModel(model), Dimensions: dims})
	if err != nil {
		return nil, c.classify(ctx, err)
	}
	return c.vectors(resp.Data, len(input))
}

func (c *Client) vectors(data []openai.Embedding, n int) ([][]float32, error) {
	bad := func(format string, args ...any) error {
		return &Error{Kind: BadResponse, Message: c.config.address() + " " + fmt.Sprintf(format, args...) + ": check that base URL and model are for embeddings"}
	}
	if len(data) != n {
		return nil, bad("returned %d vectors for %d texts", len(data), n)
	}
	out := make([][]float32, n)
	ordered := !slices.ContainsFunc(data, func(d openai.Embedding) bool { return d.Index != 0 }) // some servers number nothing
	for i, d := range data {
		if ordered {
			d.Index = i
		}
		switch {
		case d.Index < 0 || d.Index >= n || out[d.Index] != nil:
			return nil, bad("numbered its vectors wrongly")
		case len(d.Embedding) == 0:
			return nil, bad("returned an empty vector")
		case len(d.Embedding) != len(data[0].Embedding):
			return nil, bad("returned vectors of different lengths")
		}
		for _, x := range d.Embedding {
			if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
				return nil, bad("returned a vector that is not finite")
			}
		}
		out[d.Index] = d.Embedding
	}
	return out, nil
}
