package indexer

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/embed"
)

var update = flag.Bool("update", false, "write golden files anew")

// seedQuestion is a question about testdata/seed with the functions that answer it.
type seedQuestion struct {
	text    string
	answers []string
}

func seedQuestions(t *testing.T) (out []seedQuestion) {
	b, err := os.ReadFile("testdata/seed/questions.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		text, answers, _ := strings.Cut(strings.TrimSpace(line), " = ")
		out = append(out, seedQuestion{text, strings.Fields(answers)})
	}
	return out
}

// TestSeed: in a small shop of 28 functions, each question has all its answers among the first five, by vectors alone and by search. The
// golden file shows the rankings.
func TestSeed(t *testing.T) {
	root, err := filepath.Abs("testdata/seed")
	if err != nil {
		t.Fatal(err)
	}
	w := open(t, Options{Roots: []string{root}})
	s := w.Snapshot()
	var golden strings.Builder
	functions := map[string]bool{}
	for _, q := range seedQuestions(t) {
		fmt.Fprintf(&golden, "%s = %s\n", q.text, strings.Join(q.answers, " "))
		for _, way := range []struct {
			name string
			find func(*testing.T, *Snapshot, string) []string
		}{{"vectors", nearestFunctions}, {"search", foundFunctions}} {
			got := way.find(t, s, q.text)
			for _, name := range got {
				functions[name] = true
			}
			got = got[:min(5, len(got))]
			fmt.Fprintf(&golden, "  %-8s %s\n", way.name, strings.Join(got, " "))
			for _, a := range q.answers {
				if !slices.Contains(got, a) {
					t.Errorf("%q by %s: %s is not among %v", q.text, way.name, a, got)
				}
			}
		}
	}
	if len(functions) != 28 {
		t.Errorf("%d functions, want 28", len(functions))
	}
	sameAsFile(t, "testdata/seed.golden", golden.String())
}

func sameAsFile(t *testing.T, name, got string) {
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(name); err != nil || string(want) != got {
		t.Errorf("%s differs (%v); run with -update and look at the change:\n%s", name, err, got)
	}
}

// foundFunctions returns the functions that search finds, best first.
func foundFunctions(t *testing.T, s *Snapshot, text string) (out []string) {
	for _, h := range must(s.Search(t.Context(), Query{Text: text, Limit: 100})) {
		if h.Symbol != "" {
			out = append(out, h.Symbol)
		}
	}
	return out
}

// nearestFunctions returns all functions in order of their cosine with the question.
func nearestFunctions(t *testing.T, s *Snapshot, text string) (out []string) {
	question := must(embed.Builtin().Query(t.Context(), text))
	near := map[string]float64{}
	for r := range s.state.records {
		f := must(r.file(s.w.languages))
		for i, c := range f.Facts.Chunks {
			if c.Symbol >= 0 {
				v := must(s.state.roots[0].vectors.view()).of(r, i)
				near[f.Facts.Symbols[c.Symbol].Name] = dot(question, v.scale, v.q)
			}
		}
	}
	for name := range near {
		out = append(out, name)
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(cmp.Compare(near[b], near[a]), cmp.Compare(a, b)) })
	return out
}
