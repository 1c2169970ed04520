package embed

import (
	"context"
	"encoding/json"
	"math"
	"math/rand"
	"os"
	"strings"
	"testing"
)

// What the encoder reads is near to what its weights before rounding give (testdata/read.json, written by training/train/reader.py).
func TestReaderAgreesWithItsTrainer(t *testing.T) {
	raw, err := os.ReadFile("testdata/read.json")
	if err != nil {
		t.Fatal(err)
	}
	var texts []struct {
		Text string
		Read []float32
	}
	if err := json.Unmarshal(raw, &texts); err != nil || len(texts) < 5 {
		t.Fatal(len(texts), err)
	}
	for _, want := range texts {
		got := loadReader().read(want.Text, fewestRead)
		near := dot(got, want.Read) / math.Sqrt(dot(got, got)*dot(want.Read, want.Read))
		if near < 0.995 {
			t.Errorf("%q: %.4f", want.Text, near)
		}
	}
}

// A head is fitted to one table: training/train/head.py makes it anew for another.
func TestHeadFitsTheTable(t *testing.T) {
	r := loadReader()
	if r.table != Builtin().ID() || r.dims != Builtin().Dimensions() {
		t.Errorf("the head is for %s of %d dimensions, the table is %s of %d", r.table, r.dims, Builtin().ID(), Builtin().Dimensions())
	}
	if mb := float64(len(builtinFile)+len(readerFile)+len(headFile)) / 1e6; mb > 40 {
		t.Errorf("table, encoder and head have %.1f MB", mb)
	}
}

func query(t testing.TB, text string) []float32 {
	t.Helper()
	v, err := Builtin().Query(context.Background(), text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// The same words in another order are another question; a name alone is the sum of its words, and so is what no token knows.
func TestReaderKnowsOrder(t *testing.T) {
	a, b := query(t, "convert bytes to text, not text to bytes"), query(t, "convert text to bytes, not bytes to text")
	if d := dot(a, b); d > 0.9999 || d < 0.9 {
		t.Errorf("order: %.5f", d)
	}
	for _, text := range []string{"parse_token", " HTTPServer ", "验证 token"} {
		sum := make([]float32, Builtin().Dimensions())
		loadBuiltin().embed(text, asQuery, sum)
		if d := dot(query(t, text), sum); math.Abs(d-1) > 1e-5 {
			t.Errorf("%q: %.5f", text, d)
		}
	}
	for _, text := range []string{"how does it work", strings.Repeat("a very long question ", 1000)} {
		if l := dot(query(t, text), query(t, text)); math.Abs(l-1) > 1e-5 {
			t.Errorf("%.20q has length %v", text, l)
		}
	}
}

// Products in lanes are those of the rounded numbers, also the largest, for any number of tokens.
func TestMatrix(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	const in, out = 99, 21
	m := &matrix{in: in, out: out, scales: make([]float32, out), biases: make([]float32, out), sums: make([]int32, out), weights: make([]byte, in*out)}
	for i := range m.weights {
		m.weights[i] = byte(rng.Intn(255) + 1)
		if i/in == 0 {
			m.weights[i] = 255
		}
		m.sums[i/in] += int32(m.weights[i]) - 128
	}
	for o := range out {
		m.scales[o], m.biases[o] = rng.Float32(), rng.Float32()
	}
	for tokens := 1; tokens < 8; tokens++ {
		x := make([]float32, tokens*in)
		for i := range x {
			x[i] = float32(rng.Intn(256) - 100) // as it is once rounded, if a token has both ends
			switch i % in {
			case 0:
				x[i] = -100
			case 1:
				x[i] = 155
			}
		}
		y := m.times(x)
		for i := range y {
			var want float64
			for j := range in {
				want += float64(x[i/out*in+j]) * float64(int(m.weights[i%out*in+j])-128)
			}
			want = want*float64(m.scales[i%out]) + float64(m.biases[i%out])
			if math.Abs(float64(y[i])-want) > 1e-3*math.Abs(want)+0.5 {
				t.Fatalf("%d tokens, %d: %v, want %v", tokens, i, y[i], want)
			}
		}
	}
}

func TestReadersThatCannotBeRead(t *testing.T) {
	for name, files := range map[string][2][]byte{
		"empty":         {nil, headFile},
		"cut":           {readerFile[:len(readerFile)-1], headFile},
		"only a header": {readerFile[:60], headFile},
		"too long":      {append(append([]byte{}, readerFile...), 0), headFile},
		"no head":       {readerFile, nil},
		"half a head":   {readerFile, headFile[:len(headFile)/2]},
	} {
		if _, err := newReader(files[0], files[1]); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// BenchmarkQuery is what a question of fifteen words costs: its own time, and user time beside it since all processors take part.
func BenchmarkQuery(b *testing.B) {
	loadReader()
	for b.Loop() {
		query(b, "where are requests refused that come from a client which has not proved who it is")
	}
}

// BenchmarkLoadReader is what the first question of a process costs besides.
func BenchmarkLoadReader(b *testing.B) {
	for b.Loop() {
		if _, err := newReader(readerFile, headFile); err != nil {
			b.Fatal(err)
		}
	}
}
