package embed

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/sibyl-ls/sibyl/internal/tokenizer"
)

// folder embeds with a model in the layout of model2vec: tokenizer.json cuts a text into tokens, model.safetensors holds a vector for each
// ("embeddings"), the row of each where several share one ("mapping"), and their weights ("weights"). A text's vector is the mean.
type folder struct {
	id      string
	tokens  *tokenizer.Tokenizer
	dims    int
	rows    []float32 // dims numbers a row
	mapping []int32   // the row of each token; nil: its own
	weights []float32 // nil: all one
	count   int       // of the tokens
}

const longestInput = 512 // tokens of a text that count, as in model2vec

// Folder returns the embedder of the model in the folder dir. When it cannot be read, the embedder says so whenever it is asked for a vector:
// search by words goes on without it.
func Folder(dir string) Embedder {
	f, err := readFolder(dir)
	if err != nil {
		return unreadable{fmt.Errorf("read the embedding model in %s: %w", dir, err), filepath.Base(dir)}
	}
	return f
}

// unreadable stands for a model that is not there.
type unreadable struct {
	err  error
	name string
}

func (u unreadable) ID() string                                       { return "folder:" + u.name + "/unreadable" }
func (u unreadable) Dimensions() int                                  { return 0 }
func (u unreadable) Local() bool                                      { return true }
func (u unreadable) Query(context.Context, string) ([]float32, error) { return nil, u.err }
func (u unreadable) Documents(context.Context, []string) ([][]float32, error) {
	return nil, u.err
}

func readFolder(dir string) (*folder, error) {
	vectors, err := os.ReadFile(filepath.Join(dir, "model.safetensors"))
	if err != nil {
		return nil, folderError(err)
	}
	cutter, err := os.ReadFile(filepath.Join(dir, "tokenizer.json"))
	if err != nil {
		return nil, folderError(err)
	}
	f := &folder{}
	if f.tokens, err = tokenizer.New(cutter); err != nil {
		return nil, err
	}
	tensors, err := readSafetensors(vectors)
	if err == nil {
		err = f.take(tensors)
	}
	if err != nil {
		return nil, fmt.Errorf("model.safetensors: %w", err)
	}
	sum := sha256.New()
	sum.Write(vectors)
	sum.Write(cutter)
	f.id = fmt.Sprintf("folder:%s/%d#%x", filepath.Base(dir), f.dims, sum.Sum(nil)[:6])
	return f, nil
}

func folderError(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%w: the folder must hold model.safetensors and tokenizer.json, as model2vec saves them", err)
	}
	return err
}

// take copies what the file holds.
func (f *folder) take(tensors map[string]*tensor) error {
	e := tensors["embeddings"]
	if e == nil || len(e.Shape) != 2 || e.Shape[0] == 0 || e.Shape[1] == 0 {
		return errors.New("it has no two-dimensional tensor named embeddings: it is no static model")
	}
	f.dims, f.count = e.Shape[1], e.Shape[0]
	f.rows = make([]float32, e.size())
	for i := range f.rows {
		x := e.at(i)
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return fmt.Errorf("number %d of its embeddings is not finite", i)
		}
		f.rows[i] = float32(x)
	}
	if m := tensors["mapping"]; m != nil {
		f.mapping, f.count = make([]int32, m.size()), m.size()
		for i := range f.mapping {
			if f.mapping[i] = int32(m.at(i)); f.mapping[i] < 0 || int(f.mapping[i]) >= e.Shape[0] {
				return fmt.Errorf("its mapping names row %d of %d", f.mapping[i], e.Shape[0])
			}
		}
	}
	if w := tensors["weights"]; w != nil {
		if w.size() < f.count {
			return fmt.Errorf("it has %d weights for %d tokens", w.size(), f.count)
		}
		f.weights = make([]float32, f.count)
		for i := range f.weights {
			f.weights[i] = float32(w.at(i))
		}
	}
	return nil
}

func (f *folder) ID() string      { return f.id }
func (f *folder) Dimensions() int { return f.dims }
func (f *folder) Local() bool     { return true }

func (f *folder) Query(_ context.Context, text string) ([]float32, error) {
	v := make([]float32, f.dims)
	f.embed(text, v)
	return v, nil
}

func (f *folder) Documents(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, 0, len(texts))
	for i, text := range texts {
		if i&63 == 0 && ctx.Err() != nil {
			return out, ctx.Err()
		}
		v := make([]float32, f.dims)
		f.embed(text, v)
		out = append(out, v)
	}
	return out, nil
}

// embed writes the vector of text to v, which is zero.
func (f *folder) embed(text string, v []float32) {
	for _, id := range f.tokens.Encode(text, longestInput) {
		if id >= f.count {
			continue // a token that was added after the vectors were made
		}
		row, weight := id, float32(1)
		if f.mapping != nil {
			row = int(f.mapping[id])
		}
		if f.weights != nil {
			weight = f.weights[id]
		}
		for d, x := range f.rows[row*f.dims : (row+1)*f.dims] {
			v[d] += weight * x
		}
	}
	normalise(v)
}
