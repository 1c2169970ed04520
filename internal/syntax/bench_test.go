package syntax

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/lang"
	"github.com/sibyl-ls/sibyl/internal/lang/all"
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
