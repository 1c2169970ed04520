package embed

import (
	"context"
	_ "embed"
	"strings"
	"sync"
)

// builtinFile is the model that training makes (docs/embedding.md).
//
//go:embed builtin.model
var builtinFile string

var loadBuiltin = sync.OnceValue(func() *model {
	m, err := readModel(builtinFile)
	if err != nil {
		panic("embed: the built-in model: " + err.Error()) // the binary is wrong; a test reads it
	}
	return m
})

// Builtin returns the embedder with the model that ships in the binary.
func Builtin() Embedder { return &static{loadBuiltin()} }

// static embeds with a table of token vectors. A reader adds to a question's vector what its words mean together.
type static struct{ model *model }

func (s *static) ID() string      { return s.model.id }
func (s *static) Dimensions() int { return s.model.dims }
func (s *static) Local() bool     { return true }

func (s *static) Query(_ context.Context, text string) ([]float32, error) {
	v := make([]float32, s.model.dims)
	s.model.embed(text, asQuery, v)
	if strings.ContainsAny(strings.TrimSpace(text), " \t\n") && inner(v, v) > 0 { // a name alone has no context
		loadReader().add(text, v)
		normalise(v)
	}
	return v, nil
}

func (s *static) Documents(ctx context.Context, texts []string) ([][]float32, error) {
	dims := s.model.dims
	out := make([][]float32, 0, len(texts))
	all := make([]float32, dims*len(texts)) // one piece for the batch
	for i, text := range texts {
		if i&63 == 0 && ctx.Err() != nil {
			return out, ctx.Err()
		}
		v := all[i*dims : (i+1)*dims : (i+1)*dims]
		s.model.embed(text, asDocument, v)
		out = append(out, v)
	}
	return out, nil
}
