package syntax

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sibyl-ls/sibyl/internal/lang/all"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// TestFolder checks the facts of every file below SIBYL_FOLDER, for trying the extractor on real code, and logs for each language what parsing
// and extracting cost. Run it with -v.
func TestFolder(t *testing.T) {
	root := os.Getenv("SIBYL_FOLDER")
	if root == "" {
		t.Skip("set SIBYL_FOLDER to a folder")
	}
	type figures struct {
		files, bytes, broken, symbols, references int
		parse, facts                              time.Duration
	}
	byLanguage := map[string]*figures{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil || len(raw) > 2_000_000 {
			return err
		}
		src, _ := text.Decode(raw)
		l := all.Languages.Detect(path, src[:min(4096, len(src))])
		if l == nil || l.Grammar == nil {
			return nil
		}
		if byLanguage[l.Name] == nil {
			byLanguage[l.Name] = &figures{}
		}
		n := byLanguage[l.Name]
		start := time.Now()
		Parse(context.Background(), l, src)
		parsed := time.Now()
		f := Facts(context.Background(), l, src)
		n.parse, n.facts = n.parse+parsed.Sub(start), n.facts+time.Since(parsed)
		n.files, n.bytes, n.symbols, n.references = n.files+1, n.bytes+len(src), n.symbols+len(f.Symbols), n.references+len(f.References)
		if f.Errors {
			n.broken++
		}
		checkFacts(t, f, src)
		if t.Failed() {
			t.Fatalf("%s breaks a promise", path)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	for name, n := range byLanguage {
		t.Logf("%s: %d files, %.1f MB, %d with errors, %d symbols, %d references; parsing %v, with facts %v (%.2f)", name, n.files,
			float64(n.bytes)/1e6, n.broken, n.symbols, n.references, n.parse, n.facts, float64(n.facts)/float64(n.parse))
	}
}
