package server_test

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/sibyl-ls/sibyl/internal/testkit"
)

// BenchmarkKeystroke types characters into a file of about 3,600 lines in a large workspace, $SIBYL_BENCH_TREE or Go's own source tree, and
// asks after each one. It reports the 95th percentile of the time from the edit to the answer. The index is kept in
// $SIBYL_BENCH_DATA when that is set.
func BenchmarkKeystroke(b *testing.B) {
	tree := os.Getenv("SIBYL_BENCH_TREE")
	if tree == "" {
		root, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			b.Fatal(err)
		}
		tree = filepath.Join(strings.TrimSpace(string(root)), "src")
	}
	tree, err := filepath.EvalSymlinks(tree)
	if err != nil {
		b.Fatal(err)
	}
	file, content := fileOfLines(b, tree, 3600)
	c := testkit.Start(b, testkit.Setup{Roots: []string{filepath.ToSlash(tree)}, DataDir: os.Getenv("SIBYL_BENCH_DATA")})
	c.Idle()
	w := &testkit.Workspace{Dir: filepath.ToSlash(tree)}
	uri := w.URI(file)
	document := map[string]any{"uri": uri}
	b.Logf("%s, %d lines", file, bytes.Count(content, []byte("\n")))
	c.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "go", "version": 1, "text": string(content)}})

	b.Run("documentSymbol", func(b *testing.B) {
		typing(b, c, uri, content, "textDocument/documentSymbol", map[string]any{"textDocument": document})
	})
	b.Run("incomingCalls", func(b *testing.B) {
		typing(b, c, uri, content, "callHierarchy/incomingCalls", map[string]any{"item": calledItem(b, c, document)})
	})
}

// typing types a character at the end of one line after another. Nothing is taken back: a text that was there before costs nothing.
func typing(b *testing.B, c *testkit.Client, uri string, content []byte, method string, params any) {
	var ends []position // of lines inside of definitions that end in a name: typing on makes it longer
	for i, line := range bytes.Split(content, []byte("\n")) {
		if bytes.HasPrefix(line, []byte("\t")) && line[len(line)-1] >= 'a' && line[len(line)-1] <= 'z' {
			ends = append(ends, position{uint32(i), uint32(utf8.RuneCount(line))}) // the file has no characters of two UTF-16 units
		}
	}
	c.Notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": uri, "version": 1},
		"contentChanges": []any{map[string]any{"text": string(content)}}})
	c.Call(method, params, nil)
	var times []time.Duration
	for b.Loop() {
		key := len(times) * 97
		at := ends[key%len(ends)]
		at.Character += uint32(key / len(ends) / 97) // what was typed there already
		start := time.Now()
		c.Notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": uri, "version": len(times) + 2},
			"contentChanges": []any{map[string]any{"text": "x", "range": span{at, at}}}})
		c.Call(method, params, nil)
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	percentile := func(p int) float64 { return float64(times[(len(times)-1)*p/100].Microseconds()) / 1000 }
	b.ReportMetric(percentile(50), "p50-ms")
	b.ReportMetric(percentile(95), "p95-ms")
	b.ReportMetric(0, "ns/op")
}

// calledItem returns the item of the definition in the document that has the most callers.
func calledItem(b *testing.B, c *testkit.Client, document map[string]any) item {
	var tree []symbolNode
	c.Call("textDocument/documentSymbol", map[string]any{"textDocument": document}, &tree)
	var best item
	most := -1
	for _, n := range tree {
		var items []item
		c.Call("textDocument/prepareCallHierarchy", map[string]any{"textDocument": document, "position": n.SelectionRange.Start}, &items)
		for _, i := range items {
			if i.URI != document["uri"] {
				continue
			}
			var calls []any
			c.Call("callHierarchy/incomingCalls", map[string]any{"item": i}, &calls)
			if len(calls) > most {
				best, most = i, len(calls)
			}
		}
	}
	b.Logf("%s, %d callers", best.Name, most)
	return best
}

// fileOfLines returns the Go file whose number of lines is nearest to n.
func fileOfLines(b *testing.B, tree string, n int) (name string, content []byte) {
	nearest := 1 << 30
	err := filepath.WalkDir(tree, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.Contains(path, "testdata") {
			return err
		}
		if info, err := d.Info(); err != nil || info.Size() < int64(10*n) {
			return err
		}
		text, err := os.ReadFile(path)
		if away := max(bytes.Count(text, []byte("\n"))-n, n-bytes.Count(text, []byte("\n"))); err == nil && away < nearest {
			nearest, content = away, text
			name, err = filepath.Rel(tree, path)
		}
		return err
	})
	if err != nil || content == nil {
		b.Fatalf("no file of %d lines: %v", n, err)
	}
	return filepath.ToSlash(name), content
}
