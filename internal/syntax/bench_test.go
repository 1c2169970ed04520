package syntax

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/lang"
	"github.com/sibyl-ls/sibyl/internal/lang/all"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// benchTree calls yield for each source file below $SIBYL_BENCH_TREE (default: net/http of the Go installation).
func benchTree(b *testing.B, yield func(l *lang.Language, src []byte)) {
	root := os.Getenv("SIBYL_BENCH_TREE")
	if root == "" {
		root = filepath.Join(goRoot(), "src", "net")
	}
	filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil
		}
		l := all.Languages.Detect(p, nil)
		if l == nil || l.Grammar == nil {
			return nil
		}
		src, err := os.ReadFile(p)
		if err == nil && len(src) < 2_000_000 {
			yield(l, src)
		}
		return nil
	})
}

func BenchmarkParse(b *testing.B) {
	for range b.N {
		n := int64(0)
		benchTree(b, func(l *lang.Language, src []byte) { Parse(context.Background(), l, src); n += int64(len(src)) })
		b.SetBytes(n)
	}
}

func BenchmarkFacts(b *testing.B) {
	for range b.N {
		n := int64(0)
		benchTree(b, func(l *lang.Language, src []byte) { Facts(context.Background(), l, src); n += int64(len(src)) })
		b.SetBytes(n)
	}
}

// goRoot returns the folder of the Go installation that runs the benchmark.
func goRoot() string {
	out, _ := exec.Command("go", "env", "GOROOT").Output()
	return strings.TrimSpace(string(out))
}

// BenchmarkEdit types a character into a large file, one place after the other, and asks for the facts.
func BenchmarkEdit(b *testing.B) {
	path := os.Getenv("SIBYL_BENCH_FILE")
	if path == "" {
		path = filepath.Join(goRoot(), "src", "cmd", "go", "internal", "load", "pkg.go")
	}
	src, err := os.ReadFile(path)
	if err != nil {
		b.Skip(err)
	}
	d := NewDocument(all.Languages.Detect(path, nil), src)
	defer d.Close()
	d.Facts(b.Context())
	var ends []uint32 // of lines inside of definitions that end in a name; the last come first, so that places stay where they are
	for at := len(src) - 1; at > 0; at-- {
		if src[at] == '\n' && src[at-1] >= 'a' && src[at-1] <= 'z' && bytes.HasPrefix(src[bytes.LastIndexByte(src[:at], '\n')+1:], []byte("\t")) {
			ends = append(ends, uint32(at))
		}
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		at := ends[i%len(ends)]
		d.Edit(text.Edit{Range: text.Range{Start: at, End: at}, New: "x"})
		d.Facts(b.Context())
	}
}
