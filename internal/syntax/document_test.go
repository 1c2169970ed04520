package syntax

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
	"github.com/sibyl-ls/sibyl/internal/lang/all"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// pieces are what the edits of the fuzz target insert.
var pieces = []string{"", " ", "\n", "(", ")", "{", "}", "[", "]", "\"", "'", "x", "f()", "a.b.c(", ",", ";", ":", "=", "/*", "*/", "//", "#", "class A ", "def f(): pass\n",
	"fn g() {}\n", "func h() {}\n", "if (", "return", "é", "😀", "\r\n", "\t", "<", ">", "::", "`", "\\", "import a\n", "@", "!", "0"}

// applyEdits reads edits from data, four bytes each: place, length, piece; it calls check after each.
func applyEdits(d *Document, data []byte, check func()) {
	for ; len(data) >= 4; data = data[4:] {
		n := len(d.Text())
		start := uint32((int(data[0])<<8 | int(data[1])) * (n + 1) >> 16)
		d.Edit(text.Edit{Range: text.Range{Start: start, End: start + uint32(data[2])%16}, New: pieces[int(data[3])%len(pieces)]})
		check()
	}
}

func same(t testing.TB, l *lang.Language, d *Document) {
	t.Helper()
	got, want := d.Facts(context.Background()), Facts(context.Background(), l, d.Text())
	if want.Skipped != "" { // see moved
		checkFacts(t, got, d.Text())
		return
	}
	if diff := difference(got, want); diff != "" {
		t.Fatalf("%s: after an edit: %s\ntext: %q", l.Name, diff, d.Text())
	}
	sameDump(t, l, d)
}

// sameDump compares the nodes that were copied from the dump before with those of the tree itself.
func sameDump(t testing.TB, l *lang.Language, d *Document) {
	t.Helper()
	if d.tree == nil {
		return
	}
	flat, free, ok := flatten(d.tree, d.src)
	defer free()
	if ok && !slices.Equal(flat.nodes, d.last.nodes) {
		t.Fatalf("%s: after an edit: the nodes are not those of the tree\ntext: %q", l.Name, d.src)
	}
}

// difference compares facts as JSON; "" when they are equal.
func difference(got, want *fact.File) string {
	a, _ := json.Marshal(got)
	b, _ := json.Marshal(want)
	if string(a) == string(b) {
		return ""
	}
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	from := max(0, i-80)
	return fmt.Sprintf("incremental …%.200s, full …%.200s", a[from:], b[from:])
}

// FuzzIncremental edits a sample of a language and compares the facts after each edit with those of a full parse.
func FuzzIncremental(f *testing.F) {
	languages := all.Languages.Languages()
	r := rand.New(rand.NewPCG(1, 2))
	for i := range languages {
		data := make([]byte, 80)
		for j := range data {
			data[j] = byte(r.Uint32())
		}
		f.Add(byte(i), byte(0), data)
	}
	f.Fuzz(func(t *testing.T, language, file byte, data []byte) {
		l := languages[int(language)%len(languages)]
		src := []byte("x\n")
		if files := samples(t, l); len(files) > 0 {
			src = files[int(file)%len(files)].text
		}
		d := NewDocument(l, src)
		defer d.Close()
		applyEdits(d, data[:min(len(data), 400)], func() { same(t, l, d) })
	})
}

// TestEdits makes random edits to every sample.
func TestEdits(t *testing.T) {
	eachLanguage(t, func(t *testing.T, l *lang.Language) {
		r := rand.New(rand.NewPCG(3, uint64(len(l.Name))))
		for _, s := range samples(t, l) {
			d := NewDocument(l, s.text)
			data := make([]byte, 4*40)
			for j := range data {
				data[j] = byte(r.Uint32())
			}
			applyEdits(d, data, func() { same(t, l, d) })
			d.Close()
		}
	})
}

func TestDocument(t *testing.T) {
	l := languageNamed(t, "python")
	d := NewDocument(l, []byte("def f(): pass\n"))
	first := d.Facts(context.Background())
	if again := d.Facts(context.Background()); again != first {
		t.Error("facts of an unchanged text were made again")
	}
	d.Edit(text.Edit{Range: text.Range{Start: 4, End: 5}, New: "g"})
	d.Edit(text.Edit{Range: text.Range{Start: 100, End: 200}, New: "def h(): pass\n"}) // past the end: at the end
	f := d.Facts(context.Background())
	if got := names(f); got != "g h" {
		t.Errorf("symbols %q, want g h", got)
	}
	if names(first) != "f" {
		t.Error("an edit changed facts that were given out")
	}
	d.Close()
	if got := names(d.Facts(context.Background())); got != "g h" {
		t.Errorf("after Close: %q", got)
	}
	d.Edit(text.Edit{Range: text.Range{End: 1 << 30}, New: ""})
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if d.Facts(cancelled) != nil {
		t.Error("facts after the context's end")
	}
	if got := d.Facts(context.Background()); len(got.Symbols) != 0 || got.Skipped != "" {
		t.Errorf("of an empty text: %+v", got)
	}
	d.Close()
}

func names(f *fact.File) string {
	var out []string
	for _, s := range f.Symbols {
		out = append(out, s.Name)
	}
	return strings.Join(out, " ")
}

// TestMemory opens, edits and closes documents 10,000 times; C memory that is not freed would show.
func TestMemory(t *testing.T) {
	if resident(t) == 0 {
		t.Skip("no /proc/self/statm")
	}
	l := languageNamed(t, "go")
	src := []byte("package p\n\nfunc f(a int) int {\n\treturn g(a) + h(a, 2)\n}\n")
	round := func() {
		d := NewDocument(l, src)
		d.Facts(context.Background())
		d.Edit(text.Edit{Range: text.Range{Start: 45, End: 46}, New: "b"})
		d.Facts(context.Background())
		d.Close()
	}
	for range 2000 {
		round()
	}
	before := resident(t)
	for range 10_000 {
		round()
	}
	// A tree of this text takes about 10 KB: a leak of one a round would be 100 MB.
	if grown := resident(t) - before; grown > 20<<20 {
		t.Errorf("resident memory grew by %d KB", grown>>10)
	}
}

// resident returns the resident memory of this process in bytes; 0 where the system does not tell.
func resident(t *testing.T) int {
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(b))
	pages, err := strconv.Atoi(fields[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize()
}

// TestHeld types what a grammar does not come to an end on: the facts of what stood there before stay, where it stands now.
func TestHeld(t *testing.T) {
	l := languageNamed(t, "zig")
	src := "fn a(x: u8) void {\n    b(x);\n}\n\nfn b(x: u8) void {}\n"
	d := NewDocument(l, []byte(src))
	defer d.Close()
	if got := names(d.Facts(context.Background())); got != "a b" {
		t.Fatalf("symbols %q, want a b", got)
	}
	insert := func(at int, s string) *fact.File {
		d.Edit(text.Edit{Range: text.Range{Start: uint32(at), End: uint32(at)}, New: s})
		f := d.Facts(context.Background())
		checkFacts(t, f, d.Text())
		return f
	}
	const open = "pub fn List(comptime T: type) type {\n    return struct {\n   "
	if Facts(context.Background(), l, []byte(src+open)).Skipped == "" {
		t.Skip("the grammar comes to an end here by now")
	}
	insert(len(src), open)
	f := insert(0, "// é\n")
	if got := names(f); got != "a b" {
		t.Errorf("symbols %q, want a b", got)
	}
	at := strings.Index(string(d.Text()), "b(x);")
	if !slices.ContainsFunc(f.References, func(r fact.Reference) bool { return r.Name == "b" && int(r.Start) == at && r.Symbol == 0 }) {
		t.Errorf("the call of b is not at %d: %+v", at, f.References)
	}
	d.Edit(text.Edit{Range: text.Range{Start: uint32(at), End: uint32(at + 1)}, New: "c"})
	if f = d.Facts(context.Background()); slices.ContainsFunc(f.References, func(r fact.Reference) bool { return r.Name == "b" }) {
		t.Error("a name that was typed over is still used")
	}
	checkFacts(t, f, d.Text())
	insert(len(d.Text()), " x: T };\n}\n")
	if got := names(d.Facts(context.Background())); !strings.HasPrefix(got, "a b List") {
		t.Errorf("closed again: symbols %q", got)
	}
}
