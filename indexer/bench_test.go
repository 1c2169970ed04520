package indexer

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sibyl-ls/sibyl/internal/lang/all"
	"github.com/sibyl-ls/sibyl/internal/syntax"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// benchTree is the folder that benchmarks index: $SIBYL_BENCH_TREE, else the Go installation's sources.
func benchTree(b *testing.B) string {
	dir := os.Getenv("SIBYL_BENCH_TREE")
	if dir == "" {
		dir = filepath.Join(strings.TrimSpace(goRoot(b)), "src")
	}
	if _, err := os.Stat(dir); err != nil {
		b.Skip(err)
	}
	return dir
}

// benchTrees are the folders that are indexed one after another: those in $SIBYL_BENCH_TREES, else benchTree.
func benchTrees(b *testing.B) []string {
	dir := os.Getenv("SIBYL_BENCH_TREES")
	if dir == "" {
		return []string{benchTree(b)}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		b.Skip(err)
	}
	var out []string
	for _, e := range entries {
		if e.IsDir() {
			out = append(out, filepath.Join(dir, e.Name()))
		}
	}
	return out
}

// parseAlone reads and parses every file that an index of root would have, with as many workers, and returns how long that took.
func parseAlone(b *testing.B, root string, workers int) time.Duration {
	l, err := list(context.Background(), root, DefaultMaxBytes)
	if err != nil {
		b.Fatal(err)
	}
	start := time.Now()
	entries := make(chan Entry)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for e := range entries {
				raw, err := os.ReadFile(e.Path)
				if err != nil || isBinary(raw) {
					continue
				}
				src, _ := text.Decode(raw)
				syntax.Parse(context.Background(), all.Languages.Detect(e.Path, head(src)), src)
			}
		})
	}
	for _, e := range l.Entries {
		entries <- e
	}
	close(entries)
	wg.Wait()
	return time.Since(start)
}

// residentPeak returns the largest resident memory of this process so far, in MB; 0 where the system does not tell.
func residentPeak() float64 {
	b, _ := os.ReadFile("/proc/self/status")
	_, rest, _ := bytes.Cut(b, []byte("VmHWM:"))
	fields := strings.Fields(string(rest[:min(len(rest), 40)]))
	if len(fields) == 0 {
		return 0
	}
	kb, _ := strconv.ParseFloat(fields[0], 64)
	return kb / 1024
}

// BenchmarkIndex makes a cold index, and one with nothing changed, and compares the cold one with parsing alone: the mean of once before and once after it,
// since a machine's speed drifts.
func BenchmarkIndex(b *testing.B) {
	roots := benchTrees(b)
	workers := runtime.GOMAXPROCS(0)
	var cold, parse, again, coldCPU, parseCPU time.Duration
	for b.Loop() {
		for _, root := range roots {
			dir := b.TempDir()
			start := processorTime()
			parse += parseAlone(b, root, workers) / 2
			parsed := processorTime()
			cold += timed(b, root, dir)
			indexed := processorTime()
			parse += parseAlone(b, root, workers) / 2
			parseCPU += (parsed - start + processorTime() - indexed) / 2
			coldCPU += indexed - parsed
			again += timed(b, root, dir)
		}
	}
	n := float64(b.N)
	b.ReportMetric(cold.Seconds()/n, "cold-s")
	b.ReportMetric(parse.Seconds()/n, "parse-s")
	b.ReportMetric(cold.Seconds()/parse.Seconds(), "cold/parse")
	b.ReportMetric(coldCPU.Seconds()/max(parseCPU.Seconds(), 1e-9), "cold/parse-cpu")
	b.ReportMetric(again.Seconds()/n, "unchanged-s")
	b.ReportMetric(residentPeak(), "peak-MB")
	b.ReportMetric(0, "ns/op")
}

// timed indexes root with its store in dir and returns how long that took.
func timed(b *testing.B, root, dir string) time.Duration {
	start := time.Now()
	w, err := Open(context.Background(), Options{Roots: []string{root}, DataDir: dir})
	if err != nil {
		b.Fatal(err)
	}
	if err := w.Idle(context.Background()); err != nil {
		b.Fatal(err)
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	return time.Since(start)
}

// benchWorkspace returns a workspace over the tree of benchmarks; its store is kept between runs when $SIBYL_BENCH_DATA names a folder.
func benchWorkspace(b *testing.B) *Workspace {
	w := open(b, Options{Roots: []string{benchTree(b)}, DataDir: os.Getenv("SIBYL_BENCH_DATA")})
	for _, n := range w.Status().Notes {
		b.Log(n)
	}
	return w
}

// percentile reports the p-th percentile of durations in milliseconds.
func percentile(b *testing.B, name string, d []time.Duration, p int) {
	slices.Sort(d)
	b.ReportMetric(float64(d[min(len(d)*p/100, len(d)-1)].Microseconds())/1000, name)
}

var benchQueries = []string{
	"read a file line by line", "ReadAll", "parse HTTP request headers", "json decoder", "TLS handshake client hello", "garbage collector mark phase",
	"regular expression compile", "ServeHTTP", "sort a slice", "context cancellation", "base64 encoding", "map iteration order", "goroutine scheduler work stealing",
	"time zone loading", "copy file", "escape analysis", "Unmarshal", "type checker assignment", "zip archive reader", "random number generator",
}

// BenchmarkSearch searches with a warm workspace.
func BenchmarkSearch(b *testing.B) {
	w := benchWorkspace(b)
	s := w.Snapshot()
	if _, err := s.Graph(b.Context()); err != nil {
		b.Fatal(err)
	}
	var took []time.Duration
	i := 0
	for b.Loop() {
		start := time.Now()
		hits, err := s.Search(b.Context(), Query{Text: benchQueries[i%len(benchQueries)]})
		if err != nil || len(hits) == 0 {
			b.Fatal(hits, err)
		}
		took = append(took, time.Since(start))
		i++
	}
	percentile(b, "p50-ms", took, 50)
	percentile(b, "p95-ms", took, 95)
	percentile(b, "p99-ms", took, 99)
}

// BenchmarkKeystroke types one character into an open file of 3,600 lines and asks for its symbols and the graph.
func BenchmarkKeystroke(b *testing.B) {
	w := benchWorkspace(b)
	if _, err := w.Snapshot().Graph(b.Context()); err != nil {
		b.Fatal(err)
	}
	path, content := largeFile(b, w)
	w.OpenDocument(path, "", 1, content)
	at := uint32(strings.Index(content[len(content)/2:], "\nfunc ") + len(content)/2 + len("\nfunc ")) // a name grows
	var file, graph []time.Duration
	version := int32(1)
	for b.Loop() {
		version++
		start := time.Now()
		w.ChangeDocument(path, version, func(text.Doc) []text.Edit {
			return []text.Edit{{Range: text.Range{Start: at, End: at}, New: "x"}}
		})
		s := w.Snapshot()
		if f, err := s.File(b.Context(), path); err != nil || len(f.Facts.Symbols) == 0 {
			b.Fatal(f, err)
		}
		file = append(file, time.Since(start))
		if _, err := s.Graph(b.Context()); err != nil {
			b.Fatal(err)
		}
		graph = append(graph, time.Since(start))
	}
	percentile(b, "symbols-p95-ms", file, 95)
	percentile(b, "graph-p95-ms", graph, 95)
}

// largeFile returns the source file nearest to 3,600 lines that people write, not programs.
func largeFile(b *testing.B, w *Workspace) (path, content string) {
	best := 1 << 30
	for r := range w.Snapshot().state.records {
		if r.language == "" || r.skipped != "" || r.marks.Generated || r.bytes < 50_000 || r.bytes > 300_000 {
			continue
		}
		f, err := r.file(w.languages)
		if err != nil {
			b.Fatal(err)
		}
		n := len(f.Facts.Lines)
		if d := max(n-3600, 3600-n); d < best || d == best && r.path < path {
			best, path = d, r.path
		}
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("%s: %d lines, %d bytes", path, bytes.Count(raw, []byte("\n")), len(raw))
	return path, string(raw)
}
