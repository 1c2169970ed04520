package embed

import (
	"context"
	"math"
	"sync"
)

const (
	dims      = 256
	block     = 16 // a feature has one position in each block of 16 dimensions
	builtinID = "builtin-1/256"
)

// builtin is sparse random indexing (Kanerva, Kristoferson, Holst: Random Indexing of Text Samples for Latent Semantic Analysis, 2000):
// each feature of a text has a fixed sparse random vector, 16 positions of ±1 that its hash names, and a text is the weighted sum
// of its features' vectors. Texts that share features are near each other; others are nearly orthogonal. Nothing is
// trained or stored, and no text influences another's vector.
//
// Features are words of split identifiers, stemmed; whole identifiers; character trigrams of longer words, for spelling variants
// and compounds; pairs and single characters of Chinese, Japanese and Korean. Repetition counts by its logarithm; stop
// words of English and of programming languages count little.
type builtin struct{}

// Builtin returns the built-in embedder.
func Builtin() Embedder { return builtin{} }

func (builtin) ID() string      { return builtinID }
func (builtin) Dimensions() int { return dims }
func (builtin) Local() bool     { return true }

func (builtin) Query(_ context.Context, text string) ([]float32, error) {
	v := make([]float32, dims)
	s := scratches.Get().(*scratch)
	s.embed(text, v)
	scratches.Put(s)
	return v, nil
}

func (builtin) Documents(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, 0, len(texts))
	all := make([]float32, dims*len(texts)) // one piece for the batch
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	for i, text := range texts {
		if i&63 == 0 && ctx.Err() != nil {
			return out, ctx.Err()
		}
		v := all[i*dims : (i+1)*dims : (i+1)*dims]
		s.embed(text, v)
		out = append(out, v)
	}
	return out, nil
}

var scratches = sync.Pool{New: func() any { return newScratch() }}

// scratch is the memory of one embedding, kept for the next.
type scratch struct {
	features table
	word     []byte // the present word, lower case
}

func newScratch() *scratch { return &scratch{features: newTable(1024), word: make([]byte, 0, 64)} }

// embed writes the vector of text to v, which is zero.
func (s *scratch) embed(text string, v []float32) {
	s.features.reset()
	s.scan(text)
	sum := (*[dims]float32)(v)
	for _, slot := range s.features.used {
		e := &s.features.entries[slot]
		scatter(sum, e.hash, e.weight*damped(e.count))
	}
	normalise(v)
}

// damped is 1 + ln(count).
func damped(count uint32) float32 {
	if count < uint32(len(logs)) {
		return logs[count]
	}
	return float32(1 + math.Log(float64(count)))
}

var logs = func() (t [64]float32) {
	for i := 1; i < len(t); i++ {
		t[i] = float32(1 + math.Log(float64(i)))
	}
	return t
}()

// scatter adds weight times the feature's sparse vector: 5 bits of the hash for each block, 4 for the position and 1 for the sign.
func scatter(sum *[dims]float32, hash uint64, weight float32) {
	w := math.Float32bits(weight)
	for base := 0; base < dims; base += dims / 2 {
		h := mix(hash + uint64(base))
		for b := base; b < base+dims/2; b += block {
			sum[b+int(h&(block-1))] += math.Float32frombits(w ^ uint32(h>>4&1)<<31)
			h >>= 5
		}
	}
}

// mix is the finaliser of SplitMix64 (Steele, Lea, Flood 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// normalise scales v to length one and leaves zeros.
func normalise(v []float32) {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		return
	}
	scale := float32(1 / math.Sqrt(sum))
	for i := range v {
		v[i] *= scale
	}
}

// table counts features: open addressing, cleared by visiting what was used.
type table struct {
	entries []entry // a power of two
	used    []uint32
}

type entry struct {
	hash   uint64
	weight float32
	count  uint32 // 0: free
}

func newTable(size int) table { return table{make([]entry, size), make([]uint32, 0, size/2)} }

func (t *table) reset() {
	for _, slot := range t.used {
		t.entries[slot] = entry{}
	}
	t.used = t.used[:0]
	if len(t.entries) > 1<<16 { // one huge text must not hold memory for ever
		*t = newTable(1024)
	}
}

// add counts a feature once more and reports whether it is new; weight is called for then.
func (t *table) add(hash uint64, weight float32) (isNew bool) {
	mask := uint64(len(t.entries) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		e := &t.entries[i]
		if e.count == 0 {
			*e = entry{hash, weight, 1}
			t.used = append(t.used, uint32(i))
			if len(t.used)*2 > len(t.entries) {
				t.grow()
			}
			return true
		}
		if e.hash == hash {
			e.count++
			return false
		}
	}
}

func (t *table) grow() {
	old := *t
	*t = newTable(4 * len(old.entries))
	mask := uint64(len(t.entries) - 1)
	for _, slot := range old.used {
		i := old.entries[slot].hash & mask
		for t.entries[i].count != 0 {
			i = (i + 1) & mask
		}
		t.entries[i] = old.entries[slot]
		t.used = append(t.used, uint32(i))
	}
}
