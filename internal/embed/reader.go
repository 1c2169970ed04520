package embed

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"

	"github.com/sibyl-ls/sibyl/internal/tokenizer"
)

// readerFile is the encoder that reads questions, and headFile takes what it read into the space of the table (docs/embedding.md). The table may be
// trained further without a new reader; the head is fitted to one table.
var (
	//go:embed reader.model
	readerFile []byte
	//go:embed reader.head
	headFile []byte
)

var loadReader = sync.OnceValue(func() *reader {
	r, err := newReader(readerFile, headFile)
	if err != nil {
		panic("embed: the built-in reader: " + err.Error()) // the binary is wrong; a test reads it
	}
	return r
})

const (
	readerMagic = "sibylread1"
	headMagic   = "sibylhead1"
	longestRead = 32 // tokens, [CLS] and [SEP] among them: as many as the encoder has positions for
	fewestAsked = 6  // tokens of a question: with fewer, what they mean together says no more than they do, and reading takes time
	fewestRead  = 2  // tokens of any text: one alone has no context
)

// reader is a transformer encoder for questions (the lower layers of a BERT), whose weights are whole numbers of eight bits. Where the sum of a
// question's rows knows its words, the reader knows what they mean together.
type reader struct {
	tokens      *tokenizer.Tokenizer
	first, last int // the numbers of [CLS] and [SEP]
	width       int
	heads       int
	scales      []float32 // of the tokens' rows
	rows        []byte
	positions   []float32
	norm        norm // of the input
	layers      []layer
	table       string    // the identity of the model to which the head is fitted
	mean        []float32 // of what it reads: taken off
	head        []float32 // dims numbers for each of width
	dims        int
}

// layer is one layer of the transformer.
type layer struct {
	attention, output, inner, outer *matrix // attention: queries, keys and values
	afterAttention, after           norm
}

// norm normalises to a mean of zero and a variance of one, then stretches and shifts.
type norm struct{ gain, shift []float32 }

// newReader reads a file that training/train/reader.py writes and a head of training/train/head.py.
//
// After the magic come the numbers of tokens, width, heads, inner width, layers, positions and bytes of vocabulary (uint32 each, little-endian), the
// vocabulary (a token a line), then numbers of four bytes: a scale for each token, positions, norm of the input, and for each layer and each of its
// matrices scales, biases and sums of its rows, then its two norms. At the end the tokens' rows and the matrices, of bytes that are offset by 128. The
// head has width, dimensions, the identity of its table (16 bytes), means and, for each of width, a row of dimensions.
func newReader(file, head []byte) (r *reader, err error) {
	in := &fileReader{rest: file}
	in.magic(readerMagic)
	var tokens, inner, layers, positions, vocabulary int
	r = &reader{}
	for _, n := range []*int{&tokens, &r.width, &r.heads, &inner, &layers, &positions, &vocabulary} {
		*n = in.number()
	}
	words := strings.Split(string(in.bytes(vocabulary)), "\n")
	if in.err == nil && (len(words) != tokens || r.heads < 1 || positions < longestRead || r.width%r.heads != 0 || max(r.width, inner) > widest || min(r.width, inner) < 1) {
		in.err = errors.New("its header says what cannot be")
	}
	r.scales, r.positions = in.floats(tokens), in.floats(positions*r.width)
	r.norm = in.norm(r.width)
	for range min(layers, 64) {
		l := layer{attention: in.matrix(r.width, 3*r.width), output: in.matrix(r.width, r.width), inner: in.matrix(r.width, inner), outer: in.matrix(inner, r.width)}
		l.afterAttention, l.after = in.norm(r.width), in.norm(r.width)
		r.layers = append(r.layers, l)
	}
	r.rows = in.bytes(tokens * r.width)
	for _, l := range r.layers {
		for _, m := range []*matrix{l.attention, l.output, l.inner, l.outer} {
			m.weights = in.bytes(m.in * m.out)
		}
	}
	if err := in.end(); err != nil {
		return nil, fmt.Errorf("read the encoder: %w", err)
	}
	r.tokens = tokenizer.NewBERT(words)
	r.first, r.last = indexOf(words, "[CLS]"), indexOf(words, "[SEP]")
	in = &fileReader{rest: head}
	in.magic(headMagic)
	width := in.number()
	r.dims = in.number()
	r.table = trimZeros(string(in.bytes(16)))
	if in.err == nil && width != r.width {
		in.err = fmt.Errorf("it takes %d numbers, the encoder gives %d", width, r.width)
	}
	r.mean, r.head = in.floats(width), in.floats(width*r.dims)
	if err := in.end(); err != nil {
		return nil, fmt.Errorf("read the encoder's head: %w", err)
	}
	return r, nil
}

// Read returns what the built-in encoder reads in a text, before the head; zeros when that is nothing. Training fits the head with it.
func Read(text string) []float32 {
	r := loadReader()
	if read := r.read(text, fewestRead); read != nil {
		return read
	}
	return make([]float32, r.width)
}

// indexOf returns the number of a word that each vocabulary has.
func indexOf(words []string, word string) int {
	for i, w := range words {
		if w == word {
			return i
		}
	}
	return 0
}

// fileReader takes numbers off the front of a file; after an error all are zero.
type fileReader struct {
	rest []byte
	err  error
}

var errShort = errors.New("it is too short")

func (f *fileReader) bytes(n int) []byte {
	if f.err == nil && (n < 0 || n > len(f.rest)) {
		f.err = errShort
	}
	if f.err != nil {
		return nil
	}
	out := f.rest[:n:n]
	f.rest = f.rest[n:]
	return out
}

func (f *fileReader) magic(want string) {
	if got := string(f.bytes(len(want))); f.err == nil && got != want {
		f.err = fmt.Errorf("it does not start with %q", want)
	}
}

func (f *fileReader) number() int {
	if b := f.bytes(4); b != nil {
		return int(binary.LittleEndian.Uint32(b))
	}
	return 0
}

func (f *fileReader) floats(n int) []float32 {
	b := f.bytes(4 * n)
	out := make([]float32, len(b)/4)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return out
}

func (f *fileReader) norm(width int) norm { return norm{f.floats(width), f.floats(width)} }

func (f *fileReader) matrix(in, out int) *matrix {
	m := &matrix{in: in, out: out, scales: f.floats(out), biases: f.floats(out)}
	sums := f.bytes(4 * out)
	m.sums = make([]int32, len(sums)/4)
	for i := range m.sums {
		m.sums[i] = int32(binary.LittleEndian.Uint32(sums[4*i:]))
	}
	return m
}

func (f *fileReader) end() error {
	if f.err == nil && len(f.rest) > 0 {
		f.err = fmt.Errorf("%d bytes are left over", len(f.rest))
	}
	return f.err
}

// add adds what the text means as a whole to v, the vector of its words; nothing when there are fewer than fewestAsked tokens.
func (r *reader) add(text string, v []float32) {
	read := r.read(text, fewestAsked)
	for i := range read {
		read[i] -= r.mean[i]
	}
	normalise(read)
	for i, x := range read {
		for d, h := range r.head[i*r.dims : (i+1)*r.dims] {
			v[d] += x * h
		}
	}
}

// read returns the mean of the tokens behind the last layer; nil where the text has fewer tokens than asked for.
func (r *reader) read(text string, fewest int) []float32 {
	ids := r.tokens.Encode(text, longestRead-2)
	if len(ids) < fewest {
		return nil
	}
	ids = append(append([]int{r.first}, ids...), r.last)
	x := make([]float32, len(ids)*r.width)
	for t, id := range ids {
		row, position := r.rows[id*r.width:(id+1)*r.width], r.positions[t*r.width:(t+1)*r.width]
		for i, b := range row {
			x[t*r.width+i] = r.scales[id]*float32(int(b)-128) + position[i]
		}
	}
	r.norm.apply(x)
	for i := range r.layers {
		x = r.layers[i].apply(x, r.heads)
	}
	mean := make([]float32, r.width)
	for i, y := range x {
		mean[i%r.width] += y / float32(len(ids))
	}
	return mean
}

// apply returns the tokens behind the layer: attention, then two matrices with GELU between, each added to what went in and normalised
// (Vaswani et al.: Attention Is All You Need, 2017; Devlin et al.: BERT, 2018).
func (l *layer) apply(x []float32, heads int) []float32 {
	width := l.output.out
	x = added(l.output.times(attend(l.attention.times(x), width, heads)), x)
	l.afterAttention.apply(x)
	y := l.inner.times(x)
	for i := range y {
		y[i] = gelu(y[i])
	}
	y = added(l.outer.times(y), x)
	l.after.apply(y)
	return y
}

func added(to, x []float32) []float32 {
	for i := range to {
		to[i] += x[i]
	}
	return to
}

// attend mixes the values of all tokens into each by how well its query fits their keys. x has query, key and value of each token, width numbers each;
// the queries are scaled already.
func attend(x []float32, width, heads int) []float32 {
	n, size := len(x)/(3*width), width/heads
	out, weights := make([]float32, n*width), make([]float32, n)
	for h := range heads {
		for t := range n {
			query := x[t*3*width+h*size:][:size]
			most := float32(math.Inf(-1))
			for o := range n {
				weights[o] = inner(query, x[o*3*width+width+h*size:][:size])
				most = max(most, weights[o])
			}
			var sum float32
			for o, w := range weights {
				weights[o] = float32(math.Exp(float64(w - most)))
				sum += weights[o]
			}
			mixed := out[t*width+h*size:][:size]
			for o, w := range weights {
				for i, v := range x[o*3*width+2*width+h*size:][:size] {
					mixed[i] += w / sum * v
				}
			}
		}
	}
	return out
}

func inner(a, b []float32) (sum float32) {
	for i, x := range a[:len(b)] {
		sum += x * b[i]
	}
	return sum
}

func (n norm) apply(x []float32) {
	width := len(n.gain)
	for ; len(x) > 0; x = x[width:] {
		row := x[:width]
		var sum, squares float64
		for _, v := range row {
			sum += float64(v)
			squares += float64(v) * float64(v)
		}
		mean := sum / float64(width)
		scale := float32(1 / math.Sqrt(squares/float64(width)-mean*mean+1e-12))
		for i, v := range row {
			row[i] = (v-float32(mean))*scale*n.gain[i] + n.shift[i]
		}
	}
}

// gelu is x times the share of a normal distribution below x, from a table.
func gelu(x float32) float32 {
	at := (x + geluEnd) * geluSteps
	if !(at > 0) {
		return 0
	}
	i := int(at)
	if i >= len(geluTable)-1 {
		return x
	}
	return geluTable[i] + (at-float32(i))*(geluTable[i+1]-geluTable[i])
}

const (
	geluEnd   = 6  // beyond it, gelu is 0 or x
	geluSteps = 64 // for each 1 of x: off by less than .00004
)

var geluTable = func() (t [2*geluEnd*geluSteps + 1]float32) {
	for i := range t {
		x := float64(i)/geluSteps - geluEnd
		t[i] = float32(x * 0.5 * (1 + math.Erf(x/math.Sqrt2)))
	}
	return t
}()
