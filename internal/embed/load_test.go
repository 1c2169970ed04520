package embed

import (
	"strings"
	"testing"
)

// BenchmarkLoad is what the first use of the built-in model costs a process.
func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		if _, err := readModel(builtinFile); err != nil {
			b.Fatal(err)
		}
	}
}

func TestModelFilesThatCannotBeRead(t *testing.T) {
	for name, file := range map[string]string{
		"empty":          "",
		"another format": strings.Repeat("x", 100),
		"cut":            builtinFile[:len(builtinFile)-1],
		"only a header":  builtinFile[:headerBytes],
	} {
		if _, err := readModel(file); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
