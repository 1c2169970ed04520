package syntax

import (
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
	"github.com/sibyl-ls/sibyl/internal/lang/all"
)

// sample is a file out of a language's archive.
type sample struct {
	name string
	text []byte
}

var marker = regexp.MustCompile(`«[^|»]*\|([^»]*)»`)

// samples returns the files of l in the archives of all languages.
func samples(t testing.TB, l *lang.Language) []sample {
	t.Helper()
	byLanguage, err := archived()
	if err != nil {
		t.Fatal(err)
	}
	return byLanguage[l]
}

// archived reads the archives of all languages once.
var archived = sync.OnceValues(func() (map[*lang.Language][]sample, error) {
	archives, err := filepath.Glob("../lang/*/*.txtar")
	if err != nil {
		return nil, err
	}
	out := map[*lang.Language][]sample{}
	for _, path := range archives {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			return nil, err
		}
		for _, f := range archive.Files {
			name := strings.TrimSuffix(f.Name, ".edit")
			text := marker.ReplaceAll(f.Data, []byte("$1"))
			l := all.Languages.Detect(name, text)
			out[l] = append(out[l], sample{name, text})
		}
	}
	return out, nil
})

// eachLanguage runs a subtest for every language that has a grammar.
func eachLanguage(t *testing.T, run func(t *testing.T, l *lang.Language)) {
	for _, l := range all.Languages.Languages() {
		if l.Grammar != nil {
			t.Run(l.Name, func(t *testing.T) { run(t, l) })
		}
	}
}

// checkFacts checks what fact.File promises of itself.
func checkFacts(t testing.TB, f *fact.File, src []byte) {
	t.Helper()
	checkChunks(t, f, src)
	size := uint32(len(src))
	inside := func(what string, r fact.Range) {
		if r.Start > r.End || r.End > size {
			t.Errorf("%s: range %v in %d bytes", what, r, size)
		}
	}
	sorted := func(what string, n int, start func(i int) uint32) {
		for i := 1; i < n; i++ {
			if start(i-1) > start(i) {
				t.Errorf("%s %d starts at %d, the one before at %d", what, i, start(i), start(i-1))
				return
			}
		}
	}
	scope := func(what string, s int32) {
		if s < 0 || int(s) >= len(f.Scopes) {
			t.Errorf("%s has scope %d of %d", what, s, len(f.Scopes))
		}
	}
	for i := range f.Symbols {
		s := &f.Symbols[i]
		inside(s.Name, s.Range)
		inside(s.Name, s.NameRange)
		if s.Name == "" || s.Parent >= int32(i) || s.Parent < -1 {
			t.Errorf("symbol %d: name %q, parent %d", i, s.Name, s.Parent)
		}
	}
	for i, s := range f.Scopes {
		inside("scope", s.Range)
		if s.Parent >= int32(i) || (s.Parent < 0) != (i == 0) || s.Symbol < -1 || int(s.Symbol) >= len(f.Symbols) {
			t.Errorf("scope %d: parent %d, symbol %d", i, s.Parent, s.Symbol)
		}
		if i > 0 && !f.Scopes[s.Parent].Range.Encloses(s.Range) {
			t.Errorf("scope %d %v outside its parent %v", i, s.Range, f.Scopes[s.Parent].Range)
		}
	}
	for i := range f.References {
		r := &f.References[i]
		inside(r.Name, r.Range())
		if r.Name == "" || r.Symbol < -1 || int(r.Symbol) >= len(f.Symbols) {
			t.Errorf("reference %d: %+v", i, *r)
		} else if got := string(src[min(r.Start, size):min(r.Range().End, size)]); got != r.Name {
			t.Errorf("reference %q stands on %q", r.Name, got)
		}
	}
	for i, p := range f.Passes {
		if p.Ref < 0 || int(p.Ref) >= len(f.References) || !f.References[p.Ref].Calls() || i > 0 && f.Passes[i-1].Ref > p.Ref || (p.Arg == fact.Called) != (len(f.PassesTo(p.Ref)) > 0 && &f.PassesTo(p.Ref)[0] == &f.Passes[i] && f.References[p.Ref].Value) {
			t.Errorf("argument %d: %+v", i, p)
		}
	}
	sorted("anonymous function", len(f.Lambdas), func(i int) uint32 { return f.Lambdas[i].Start })
	for _, b := range f.Bindings {
		scope(b.Name, b.Scope)
	}
	for _, m := range f.Imports {
		scope(m.Path, m.Scope)
	}
	sorted("symbol", len(f.Symbols), func(i int) uint32 { return f.Symbols[i].Range.Start })
	sorted("scope", len(f.Scopes), func(i int) uint32 { return f.Scopes[i].Range.Start })
	sorted("reference", len(f.References), func(i int) uint32 { return f.References[i].Start })
	sorted("binding", len(f.Bindings), func(i int) uint32 { return f.Bindings[i].Start })
	sorted("import", len(f.Imports), func(i int) uint32 { return f.Imports[i].Start })
	sorted("mention", len(f.Mentions), func(i int) uint32 { return f.Mentions[i].Start })
}

// checkChunks checks that every byte that is not white space lies in exactly one chunk.
func checkChunks(t testing.TB, f *fact.File, src []byte) {
	t.Helper()
	if l := all.Languages.ByName(f.Language); l != nil && l.Built {
		return // it has none
	}
	at := uint32(0)
	gap := func(to uint32) {
		if rest := strings.TrimSpace(string(src[at:to])); rest != "" {
			t.Errorf("no chunk holds %.60q at %d", rest, at)
		}
	}
	for i, c := range f.Chunks {
		if c.Range.Start < at || c.Range.End <= c.Range.Start || c.Range.End > uint32(len(src)) {
			t.Errorf("chunk %d: %v after %d, in %d bytes", i, c.Range, at, len(src))
			return
		}
		if c.Symbol < -1 || int(c.Symbol) >= len(f.Symbols) {
			t.Errorf("chunk %d shows symbol %d of %d", i, c.Symbol, len(f.Symbols))
		}
		gap(c.Range.Start)
		at = c.Range.End
	}
	gap(uint32(len(src)))
}

// TestSamples checks the facts of every file of the archives, and that each language has some that parse without errors.
func TestSamples(t *testing.T) {
	eachLanguage(t, func(t *testing.T, l *lang.Language) {
		files := samples(t, l)
		if len(files) == 0 {
			t.Fatal("no archive has a file of it")
		}
		for _, s := range files {
			f := Facts(context.Background(), l, s.text)
			checkFacts(t, f, s.text)
			if f.Skipped != "" {
				t.Errorf("%s: skipped: %s", s.name, f.Skipped)
			}
		}
		if !slices.ContainsFunc(files, func(s sample) bool { return !Facts(context.Background(), l, s.text).Errors }) {
			t.Error("none parses without errors")
		}
	})
}
