package embed

/*
#cgo CFLAGS: -O3
#include "products.h"
*/
import "C"

import (
	"math"
	"runtime"
	"slices"
	"sync"
	"unsafe"
)

// matrix takes in numbers to out: weights of eight bits, a scale for each row of in of them.
type matrix struct {
	in, out int
	scales  []float32
	biases  []float32
	sums    []int32 // of the rows, without the offset
	weights []byte  // offset by 128
}

// widest is the largest number of a matrix's columns.
const widest = C.sibyl_longest

// rounded are the numbers of tokens as whole numbers of eight bits, each token with a scale and a zero of its own.
type rounded struct {
	numbers []int16
	scales  []float32
	zeros   []int32
}

func round(x []float32, in int) *rounded {
	n := len(x) / in
	p := &rounded{make([]int16, len(x)), make([]float32, n), make([]int32, n)}
	for t := range n {
		row, numbers := x[t*in:(t+1)*in], p.numbers[t*in:]
		var least, most float32
		for _, v := range row {
			least, most = min(least, v), max(most, v)
		}
		scale := max(most-least, 1e-9) / 255
		zero := float32(math.Round(float64(-least / scale)))
		p.scales[t], p.zeros[t] = scale, int32(zero)
		for i, v := range row {
			numbers[i] = int16(min(v/scale+zero+0.5, 255))
		}
	}
	return p
}

// productMemory is used again: a question needs megabytes, and each collection of garbage looks at all that the workspace knows.
var productMemory = sync.Pool{New: func() any { return new([]int32) }}

// times returns the products of the matrix with each token of x, biases added. All processors take part.
func (m *matrix) times(x []float32) []float32 {
	p := round(x, m.in)
	tokens := len(p.scales)
	memory := productMemory.Get().(*[]int32)
	defer productMemory.Put(memory)
	*memory = slices.Grow((*memory)[:0], tokens*m.out)
	products, y := (*memory)[:tokens*m.out], make([]float32, tokens*m.out)
	var wg sync.WaitGroup
	share := m.out/min(runtime.GOMAXPROCS(0), 8) + 1
	for from := 0; from < m.out; from += share {
		wg.Go(func() {
			to := min(from+share, m.out)
			C.sibyl_products((*C.uint8_t)(&m.weights[from*m.in]), C.int(to-from), C.int(m.in), (*C.int16_t)(unsafe.SliceData(p.numbers)),
				C.int(tokens), (*C.int32_t)(&products[from]), C.int(m.out))
			for t := range tokens {
				for o := from; o < to; o++ {
					y[t*m.out+o] = float32(products[t*m.out+o]-p.zeros[t]*m.sums[o])*p.scales[t]*m.scales[o] + m.biases[o]
				}
			}
		})
	}
	wg.Wait()
	return y
}
