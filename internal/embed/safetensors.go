package embed

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
)

// tensor is one array of a safetensors file: its type's name, its shape, its bytes.
type tensor struct {
	Dtype   string `json:"dtype"`
	Shape   []int  `json:"shape"`
	Offsets [2]int `json:"data_offsets"`
	data    []byte
}

// readSafetensors returns the arrays of a file by name.
func readSafetensors(file []byte) (map[string]*tensor, error) {
	if len(file) < 8 {
		return nil, fmt.Errorf("it has only %d bytes", len(file))
	}
	n := binary.LittleEndian.Uint64(file)
	if n > uint64(len(file)-8) {
		return nil, fmt.Errorf("its header has %d bytes, more than the file", n)
	}
	var header map[string]json.RawMessage
	if err := json.Unmarshal(file[8:8+n], &header); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	data, out := file[8+n:], map[string]*tensor{}
	for name, raw := range header {
		if name == "__metadata__" {
			continue
		}
		t := &tensor{}
		if err := json.Unmarshal(raw, t); err != nil {
			return nil, fmt.Errorf("tensor %q: %w", name, err)
		}
		from, to := t.Offsets[0], t.Offsets[1]
		if from < 0 || to < from || to > len(data) || to-from != t.size()*widths[t.Dtype] {
			return nil, fmt.Errorf("tensor %q: %s%v does not fit bytes %d to %d of %d", name, t.Dtype, t.Shape, from, to, len(data))
		}
		t.data = data[from:to]
		out[name] = t
	}
	return out, nil
}

// widths are the bytes of a number of each type that can be read.
var widths = map[string]int{"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "I64": 8, "I32": 4, "I8": 1, "U8": 1}

// size is how many numbers the tensor has; -1 when its shape makes no sense.
func (t *tensor) size() int {
	n := 1
	for _, d := range t.Shape {
		if d < 0 || d > 0 && n > math.MaxInt32/d {
			return -1
		}
		n *= d
	}
	return n
}

// at returns number i.
func (t *tensor) at(i int) float64 {
	b := t.data[i*widths[t.Dtype]:]
	switch t.Dtype {
	case "F64":
		return math.Float64frombits(binary.LittleEndian.Uint64(b))
	case "F32":
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	case "BF16":
		return float64(math.Float32frombits(uint32(binary.LittleEndian.Uint16(b)) << 16))
	case "F16":
		return half(binary.LittleEndian.Uint16(b))
	case "I64":
		return float64(int64(binary.LittleEndian.Uint64(b)))
	case "I32":
		return float64(int32(binary.LittleEndian.Uint32(b)))
	case "I8":
		return float64(int8(b[0]))
	}
	return float64(b[0])
}

// half is the value of an IEEE 754 number of 16 bits.
func half(b uint16) float64 {
	sign := 1 - 2*float64(b>>15)
	exponent, fraction := int(b>>10&31), float64(b&1023)
	switch exponent {
	case 0:
		return sign * math.Ldexp(fraction, -24)
	case 31:
		return math.NaN() // infinity, too: neither belongs into a vector
	}
	return sign * math.Ldexp(1024+fraction, exponent-25)
}
