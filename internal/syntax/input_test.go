package syntax

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-ls/sibyl/internal/bug"
	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
	"github.com/sibyl-ls/sibyl/internal/lang/all"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// FuzzFacts gives any bytes to any language.
func FuzzFacts(f *testing.F) {
	languages := all.Languages.Languages()
	for i, l := range languages {
		for _, s := range samples(f, l) {
			f.Add(byte(i), s.text)
		}
		f.Add(byte(i), []byte("(\x00{[\"'é\r\n\t// /* # class def fn f(a.b::c->d("))
	}
	f.Fuzz(func(t *testing.T, language byte, src []byte) {
		l := languages[int(language)%len(languages)]
		src, _ = text.Decode(src)
		checkFacts(t, Facts(context.Background(), l, src), src)
	})
}

// TestHardInputs gives every language what breaks parsers. It must end, keep its stack and cover the text.
func TestHardInputs(t *testing.T) {
	inputs := hardInputs()
	eachLanguage(t, func(t *testing.T, l *lang.Language) {
		for name, src := range inputs {
			t.Run(name, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(context.Background(), 400*time.Millisecond) // the budget of a parse, so that this stays short
				defer cancel()
				checkFacts(t, Facts(ctx, l, src), src)
			})
		}
	})
}

func hardInputs() map[string][]byte {
	repeat := func(s string, n int) []byte { return bytes.Repeat([]byte(s), n) }
	return map[string][]byte{
		"empty":            nil,
		"blank":            []byte(" \n\t\r\n\n"),
		"NUL":              []byte("int a;\x00\x00 b(\x00)\n\x00"),
		"brackets":         repeat("(", 10_000),
		"square brackets":  repeat("[", 10_000),
		"braces":           repeat("{", 10_000),
		"calls":            append(repeat("f(", 10_000), repeat(")", 10_000)...),
		"closed brackets":  append(repeat("(", 10_000), repeat(")", 10_000)...),
		"chain":            append([]byte("a"), repeat(".b()", 10_000)...),
		"path":             append([]byte("a"), repeat("::b", 10_000)...),
		"arrows":           append([]byte("a"), repeat("->b", 10_000)...),
		"types":            append(repeat("a<", 5_000), repeat(">", 5_000)...),
		"pointers":         append([]byte("int "), append(repeat("*", 10_000), []byte("a(int b) {}\n")...)...),
		"functions":        repeat("void f(int a) { if (a) { g(a); } }\n", 2_000),
		"macro":            append([]byte("#define F(x) "), append(repeat("f(", 10_000), repeat(")", 10_000)...)...),
		"token tree":       append([]byte("fn f() { m!("), append(repeat("f(", 10_000), repeat(")", 10_001)...)...),
		"only comments":    repeat("// a\n/* b */\n# c\n", 200),
		"CRLF":             []byte("def f():\r\n    g()\r\n\r\nfunc h() {\r\n}\r\n"),
		"lone CR":          []byte("a\rb\rc(\r)"),
		"emoji":            repeat("😀 é 漢字 ", 500),
		"quotes":           repeat("\"'`", 3_000),
		"long line":        repeat("a=b+c(1);", 2<<20/9),
		"long word":        repeat("abcdefgh", 100_000),
		"many assignments": repeat("a = b\n", 5_000),
	}
}

// TestGaps takes single tokens out of every sample: parsers put nodes without text in their places.
func TestGaps(t *testing.T) {
	eachLanguage(t, func(t *testing.T, l *lang.Language) {
		for _, s := range samples(t, l) {
			tree := parse(context.Background(), compiledFor(l), nil, s.text, newBudget(len(s.text)))
			flat, free, _ := flatten(tree, s.text)
			for i := int32(0); int(i) < len(flat.nodes); i += 1 + int32(len(flat.nodes))/gaps {
				n := flat.nodes[i]
				if n.next > i+1 || n.end-n.start > 40 {
					continue
				}
				src := slices.Concat(s.text[:n.start], s.text[n.end:])
				checkFacts(t, Facts(context.Background(), l, src), src)
			}
			free()
			tree.Close()
		}
	})
}

// gaps is how many tokens of a sample TestGaps tries.
const gaps = 100

// A file at which our code fails is an error of that file's, and its tree is not lost.
func TestPanicInFacts(t *testing.T) {
	l := *languageNamed(t, "python")
	l.Exported = func(name, _ string) bool { panic("no rule for " + name) }
	src := []byte("def f():\n    pass\n")
	f, tree, err := analysed(t.Context(), &l, nil, nil, src, newBudget(len(src)), flatten)
	var p *bug.Panic
	if f != nil || tree == nil || !errors.As(err, &p) || p.Value != "no rule for f" || !strings.Contains(p.Stack, "TestPanicInFacts") {
		t.Fatalf("facts %v, tree %v, error %v", f, tree, err)
	}
	tree.Close()
	defer func() {
		if p := recover(); p == nil {
			t.Error("a failure goes unseen in tests")
		}
	}()
	Facts(t.Context(), &l, src)
}

// TestBudget lets the budget of a parse run out: the facts are those of plain lines, and say why.
func TestBudget(t *testing.T) {
	src := []byte(strings.Repeat("def f():\n    return g(1)\n\n", 1000))
	l := languageNamed(t, "python")
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for name, c := range map[string]struct {
		ctx context.Context
		b   budget
	}{
		"reads":   {context.Background(), budget{reads: 3, until: time.Now().Add(time.Hour)}},
		"time":    {context.Background(), budget{reads: 1 << 30, until: time.Now().Add(-time.Second)}},
		"context": {ended, *newBudget(len(src))},
	} {
		f, tree := factsOf(c.ctx, l, nil, nil, src, &c.b, flatten)
		if tree != nil || f.Skipped == "" || len(f.Symbols) != 0 || len(f.Chunks) < 2 {
			t.Errorf("%s: skipped %q, %d symbols, %d chunks", name, f.Skipped, len(f.Symbols), len(f.Chunks))
		}
		checkFacts(t, f, src)
		if f := Facts(context.Background(), l, src); f.Skipped != "" || len(f.Symbols) != 1000 { // the pooled parser has forgotten it
			t.Errorf("%s, afterwards: skipped %q, %d symbols", name, f.Skipped, len(f.Symbols))
		}
	}
}

// TestBudgetIsNotTime: what a text costs is the same every time, far from what it may cost, and used up where a parser does not come to an end.
func TestBudgetIsNotTime(t *testing.T) {
	eachLanguage(t, func(t *testing.T, l *lang.Language) {
		for _, s := range samples(t, l) {
			cost := func() int {
				b := newBudget(len(s.text))
				allowed := b.reads
				seen, _ := shown(l, s.text)
				if tree := parse(t.Context(), compiledFor(l), nil, seen, b); tree != nil {
					tree.Close()
				}
				if allowed-b.reads > allowed/20 {
					t.Errorf("%s: %d of %d reads", s.name, allowed-b.reads, allowed)
				}
				return allowed - b.reads
			}
			if a, b := cost(), cost(); a != b {
				t.Errorf("%s: %d reads, then %d", s.name, a, b)
			}
		}
	})
	endless := []byte("pub fn List(comptime T: type) type {\n    return struct {\n   ")
	b := newBudget(len(endless))
	b.until = time.Now().Add(time.Hour)
	if tree := parse(t.Context(), compiledFor(languageNamed(t, "zig")), nil, endless, b); tree != nil {
		t.Skip("the grammar comes to an end here by now")
	}
	if b.reads > 0 {
		t.Errorf("%d reads are left", b.reads)
	}
}

func TestPlainText(t *testing.T) {
	src := []byte(strings.Repeat("A line of prose.\n", 500))
	for _, l := range []*lang.Language{nil, {Name: "prose"}} {
		f := Facts(context.Background(), l, src)
		checkFacts(t, f, src)
		if len(f.Chunks) < 2 || f.Hash != fact.Sum(src) || f.Size != len(src) || !f.ASCII {
			t.Errorf("%d chunks, size %d, ASCII %v", len(f.Chunks), f.Size, f.ASCII)
		}
	}
}
