package indexer

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// unusualEmbedder makes vectors of any length, by the hash of the text; those of a third of all texts are what spoil says.
type unusualEmbedder struct {
	dimensions int
	spoilt     string
	spoil      func(v []float32)
}

func (e unusualEmbedder) ID() string      { return fmt.Sprintf("unusual/%s/%d", e.spoilt, e.dimensions) }
func (e unusualEmbedder) Dimensions() int { return e.dimensions }
func (e unusualEmbedder) Local() bool     { return true }

func (e unusualEmbedder) Query(_ context.Context, text string) ([]float32, error) {
	hash := hashOf(text)
	r := rand.New(rand.NewPCG(uint64(hash), 1))
	v := make([]float32, e.dimensions)
	for i := range v {
		v[i] = (2*r.Float32() - 1) / float32(e.dimensions)
	}
	if hash%3 == 0 {
		e.spoil(v)
	}
	return v, nil
}

func (e unusualEmbedder) Documents(ctx context.Context, texts []string) (out [][]float32, err error) {
	for _, text := range texts {
		v, _ := e.Query(ctx, text)
		out = append(out, v)
	}
	return out, nil
}

// TestUnusualVectors: whatever an embedder answers, hits have scores, and what the words find stays first.
func TestUnusualVectors(t *testing.T) {
	tr, dir := sample(t), t.TempDir()
	spoils := map[string]func([]float32){
		"zeros":    func(v []float32) { clear(v) },
		"nan":      func(v []float32) { v[len(v)/2] = float32(math.NaN()) },
		"infinite": func(v []float32) { v[len(v)/2] = float32(math.Inf(-1)) },
		"tiny": func(v []float32) {
			for i := range v {
				v[i] = 1e-44
			}
		},
	}
	for name, spoil := range spoils {
		for _, dimensions := range []int{1, 7, 63, 64, 65, 768, 4096} {
			o := tr.options(t, dir)
			o.Embedder = unusualEmbedder{dimensions, name, spoil}
			w := open(t, o)
			for i := range 6 {
				hits := must(w.Snapshot().Search(t.Context(), Query{Text: fmt.Sprintf("process_payment_%d", i), Limit: 100}))
				if len(hits) < 6 || hits[0].Symbol != fmt.Sprintf("process_payment_%d", i) {
					t.Errorf("%s: the first of %d hits is %+v", o.Embedder.ID(), len(hits), hits[:min(len(hits), 1)])
				}
				for _, h := range hits {
					if !(h.Score >= 0 && h.Score <= 1) {
						t.Fatalf("%s: score %v of %s", o.Embedder.ID(), h.Score, h.Symbol)
					}
				}
			}
			w.Close()
		}
	}
}
