package ask

import (
	"strings"
	"testing"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/text"
)

const source = `package store

// Cache keeps entries until they expire.
type Cache struct {
	entries map[string]entry
	limit   int
}

// evict removes the oldest entries when there are more than the limit.
func (c *Cache) evict(now time.Time) {
	for len(c.entries) > c.limit {
		oldest := c.findOldest(now)
		delete(c.entries, oldest)
	}
}

func openDatabase(path string) (*DB, error) {
	// 打开数据库并检查版本
	return sql.Open("sqlite", path)
}
`

// sourceFile returns the file above with the facts that a parser would find.
func sourceFile() (*graph.File, text.Doc) {
	doc := text.NewDoc([]byte(source))
	at := func(s string) uint32 { return uint32(strings.Index(source, s)) }
	symbol := func(name, owner string, kind fact.Kind, head, tail string) fact.Symbol {
		start := at(head)
		end := start + uint32(strings.Index(source[start:], tail)+len(tail))
		return fact.Symbol{Name: name, Owner: owner, Kind: kind, Parent: -1, Signature: strings.TrimSuffix(head, " {"), Range: fact.Range{Start: start, End: end},
			NameRange: fact.Range{Start: start, End: start + 4}}
	}
	f := &fact.File{Language: "go", Size: len(source), Lines: doc.Lines, Symbols: []fact.Symbol{
		symbol("Cache", "", fact.Struct, "type Cache struct {", "\n}"),
		symbol("evict", "*Cache", fact.Method, "func (c *Cache) evict(now time.Time) {", "\n}"),
		symbol("openDatabase", "", fact.Function, "func openDatabase(path string) (*DB, error) {", "\n}"),
	}}
	f.Symbols[1].Doc = "evict removes the oldest entries when there are more than the limit."
	return &graph.File{Path: "/w/store.go", Root: "/w", Facts: f, Rules: &fact.Rules{}}, doc
}

// Wrong lines are the commonest mistake of models: the lines exist and say something else.
func TestCitationsAreCheckedAgainstTheText(t *testing.T) {
	f, doc := sourceFile()
	for _, test := range []struct {
		claim      string
		start, end int
		want       bool
	}{
		{"`evict` removes the oldest entries", 10, 15, true},
		{"`evict` removes the oldest entries", 9, 15, true},
		{"`Cache.evict` loops", 11, 12, true}, // inside it
		{"`evict` removes the oldest entries", 17, 20, false},
		{"`evict` removes the oldest entries", 1, 3, false},
		{"`openDatabase` opens a connection", 17, 17, true},
		{"`openDatabase` opens a connection", 10, 15, false},
		{"openDatabase() opens a connection", 10, 15, false},
		{"`evict` calls `findOldest`", 12, 12, true},
		{"`evict` calls `findOldest`", 19, 19, false},
		{"`compact` rewrites the file and `flush` syncs it", 10, 15, false}, // neither is there
		{"the oldest entries are removed beyond the limit", 10, 15, true},
		{"requests are retried with exponential back-off", 10, 15, false},
		{"数据库打开时会检查版本", 17, 20, true},
		{"缓存会删除最旧的条目", 17, 20, false},
		{"`evict` removes", 10, 2000, false},
		{"`evict` removes", 0, 10, false},
		{"`evict` removes", 15, 10, false},
		{"`evict` removes", 21, 21, false}, // behind the last newline
		{"", 10, 15, false},
		{"`nil`", 10, 15, false},
	} {
		e, ok := evidenceOf(f, doc, test.start, test.end)
		if got := ok && e.supports(claim{near: test.claim, sentence: test.claim}); got != test.want {
			t.Errorf("%q [%d-%d]: %v", test.claim, test.start, test.end, got)
		}
	}
}

func TestASentenceWithoutNamesInChineseBelongsToTheNameBefore(t *testing.T) {
	f, doc := sourceFile()
	c := claim{near: "它会循环删除", sentence: "它会循环删除", before: "`evict` 控制大小。"}
	for lines, want := range map[[2]int]bool{{10, 15}: true, {17, 20}: false} {
		e, ok := evidenceOf(f, doc, lines[0], lines[1])
		if !ok || e.supports(c) != want {
			t.Errorf("lines %v: %v", lines, !want)
		}
	}
}

func TestAHugeRangeIsNoCitation(t *testing.T) {
	doc := text.NewDoc([]byte(strings.Repeat("x := evict()\n", 1000)))
	whole := fact.Symbol{Name: "evict", Parent: -1, Range: fact.Range{Start: doc.Lines[99], End: doc.Lines[900] - 1}}
	f := &graph.File{Facts: &fact.File{Lines: doc.Lines, Symbols: []fact.Symbol{whole}}, Rules: &fact.Rules{}}
	for lines, want := range map[[2]int]bool{{1, 1000}: false, {1, 200}: true, {100, 900}: true, {95, 900}: true, {100, 700}: false} {
		if _, ok := evidenceOf(f, doc, lines[0], lines[1]); ok != want {
			t.Errorf("lines %v: %v", lines, ok)
		}
	}
}

func TestLineRange(t *testing.T) {
	doc := text.NewDoc([]byte("a\r\nbb\nccc"))
	for lines, want := range map[[2]int]string{{1, 1}: "a", {1, 2}: "a\r\nbb", {3, 3}: "ccc", {2, 3}: "bb\nccc"} {
		r := lineRange(doc, lines[0], lines[1])
		if got := string(doc.Bytes[r.Start:r.End]); got != want {
			t.Errorf("lines %v: %q", lines, got)
		}
	}
	if n := lineCount(doc); n != 3 {
		t.Errorf("%d lines", n)
	}
	if n := lineCount(text.NewDoc([]byte("a\nb\n"))); n != 2 {
		t.Errorf("%d lines, the empty one behind the newline is none", n)
	}
}
