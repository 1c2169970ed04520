package embed

import (
	"math"
	"runtime"
	"sync"
)

// matrix takes in numbers to out: weights of eight bits, a scale for each row of in of them.
type matrix struct {
	in, out int
	scales  []float32
	biases  []float32
	sums    []int32 // of the rows, without the offset
	weights []byte  // offset by 128
}

// Three products are added at a time in plain Go: a word has the numbers of three tokens, 21 bits apart, and is multiplied by a weight. That is four
// to five times as fast as numbers with a point.
const (
	lanes    = 3
	laneBits = 21
	laneMask = 1<<laneBits - 1
	block    = 32 // products whose sum a lane holds: 32·255·255 < 1<<21
	at2      = 2 * laneBits
)

// lanesOf are the numbers of the tokens as bytes, each token with a scale and a zero of its own.
type lanesOf struct {
	tokens int
	words  []uint64 // in words for each three tokens
	scales []float32
	zeros  []int32
	sums   []int32 // of the bytes
}

func newLanes(x []float32, in int) *lanesOf {
	n := len(x) / in
	p := &lanesOf{n, make([]uint64, (n+lanes-1)/lanes*in), make([]float32, n), make([]int32, n), make([]int32, n)}
	for t := range n {
		row, words, shift := x[t*in:(t+1)*in], p.words[t/lanes*in:][:in], t%lanes*laneBits
		var least, most float32
		for _, v := range row {
			least, most = min(least, v), max(most, v)
		}
		scale := max(most-least, 1e-9) / 255
		zero := float32(math.Round(float64(-least / scale)))
		p.scales[t], p.zeros[t] = scale, int32(zero)
		for i, v := range row {
			b := uint32(min(v/scale+zero+0.5, 255))
			words[i] |= uint64(b) << shift
			p.sums[t] += int32(b)
		}
	}
	return p
}

// times returns the products of the matrix with each token of x, biases added. All processors take part.
func (m *matrix) times(x []float32) []float32 {
	p := newLanes(x, m.in)
	y := make([]float32, p.tokens*m.out)
	var wg sync.WaitGroup
	share := (m.out/4/min(runtime.GOMAXPROCS(0), 8) + 1) * 4
	for from := 0; from < m.out; from += share {
		wg.Go(func() {
			for o := from; o < min(from+share, m.out); o += 4 {
				m.four(p, o, y)
			}
		})
	}
	wg.Wait()
	return y
}

// four writes the products of four rows.
func (m *matrix) four(p *lanesOf, row int, y []float32) {
	rows := m.weights[row*m.in : (row+4)*m.in]
	for first := 0; first < p.tokens; first += lanes {
		sums := products(p.words[first/lanes*m.in:][:m.in], rows)
		for lane := range min(lanes, p.tokens-first) {
			t := first + lane
			for r := range 4 {
				o := row + r
				exact := sums[r*lanes+lane] - 128*p.sums[t] - p.zeros[t]*m.sums[o]
				y[t*m.out+o] = float32(exact)*p.scales[t]*m.scales[o] + m.biases[o]
			}
		}
	}
}

// products returns the sums of the products of three tokens with four rows.
func products(x []uint64, rows []byte) (sums [4 * lanes]int32) {
	n := len(x)
	r0, r1, r2, r3 := rows[:n], rows[n:2*n], rows[2*n:3*n], rows[3*n:4*n]
	for ; len(x) >= block; x = x[block:] {
		xs, b0, b1, b2, b3 := (*[block]uint64)(x), (*[block]byte)(r0), (*[block]byte)(r1), (*[block]byte)(r2), (*[block]byte)(r3)
		var s0, s1, s2, s3 uint64
		for i, v := range xs {
			s0 += v * uint64(b0[i])
			s1 += v * uint64(b1[i])
			s2 += v * uint64(b2[i])
			s3 += v * uint64(b3[i])
		}
		for r, s := range [4]uint64{s0, s1, s2, s3} {
			sums[r*lanes] += int32(s & laneMask)
			sums[r*lanes+1] += int32(s >> laneBits & laneMask)
			sums[r*lanes+2] += int32(s >> at2)
		}
		r0, r1, r2, r3 = r0[block:], r1[block:], r2[block:], r3[block:]
	}
	return sums
}
