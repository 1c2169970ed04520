package embed

import (
	"math"
	"testing"
)

func TestNormalise(t *testing.T) {
	nan, infinite := float32(math.NaN()), float32(math.Inf(1))
	for _, v := range [][]float32{{}, {0, 0}, {1, nan}, {infinite, 1}, {-infinite, infinite}, {1e-45, 0}} {
		normalise(v)
		for _, x := range v {
			if x != 0 {
				t.Errorf("got %v, want zeros", v)
			}
		}
	}
	for _, v := range [][]float32{{3, -4}, {3e38, -3e38}, {3e-20, 1e-20}} {
		normalise(v)
		if length := math.Hypot(float64(v[0]), float64(v[1])); math.Abs(length-1) > 1e-6 {
			t.Errorf("%v has the length %v", v, length)
		}
	}
}
