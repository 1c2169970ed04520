package ask

import (
	"strings"
	"unicode"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// evidence is what a cited place says.
type evidence struct {
	names map[string]bool // identifiers in the cited lines and in the signature of the innermost definition around them
	outer map[string]bool // identifiers in the signatures of further definitions around it
	words map[string]bool // words of all that and of the definition's documentation
}

// maxCited is the most lines of a citation that is not one whole definition: a thousand lines support everything and show nothing.
const maxCited = 200

// evidenceOf collects what lines start to end of f say; ok is false when there are no such lines, or too many.
func evidenceOf(f *graph.File, doc text.Doc, start, end int) (e evidence, ok bool) {
	if start < 1 || end < start || end > lineCount(doc) {
		return e, false
	}
	r := lineRange(doc, start, end)
	e = evidence{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	cited := string(doc.Bytes[r.Start:r.End])
	e.add(e.names, cited)
	innermost := enclosing(f.Facts, doc, r)
	if end-start >= maxCited && (innermost < 0 || f.Facts.Symbols[innermost].Range.End > r.End+1) && !isDefinition(f.Facts, doc, start, end) {
		return e, false
	}
	for i, to := innermost, e.names; i >= 0; i, to = f.Facts.Symbols[i].Parent, e.outer {
		s := &f.Facts.Symbols[i]
		e.add(to, s.Signature)
		e.add(to, f.Facts.Qualified(i))
		addWords(e.words, s.Doc)
	}
	return e, true
}

func (e evidence) add(names map[string]bool, s string) {
	for _, w := range nameToken.FindAllString(s, -1) {
		names[w] = true
	}
	addWords(e.words, s)
}

// isDefinition reports whether lines are those of one definition, give or take its documentation.
func isDefinition(f *fact.File, doc text.Doc, start, end int) bool {
	for i := range f.Symbols {
		r := f.Symbols[i].Range
		first, last := f.Line(r.Start)+1, f.Line(max(r.End, 1)-1)+1
		if last == end && first >= start && first-start <= 30 {
			return true
		}
	}
	return false
}

// enclosing returns the innermost symbol that r lies in, blank lines and indentation at its borders apart; -1 when there is none.
func enclosing(f *fact.File, doc text.Doc, r fact.Range) int32 {
	for r.Start < r.End && isBlank(doc.Bytes[r.Start]) {
		r.Start++
	}
	for r.End > r.Start && isBlank(doc.Bytes[r.End-1]) {
		r.End--
	}
	i := f.SymbolAt(r.Start)
	for i >= 0 && !f.Symbols[i].Range.Encloses(r) {
		i = f.Symbols[i].Parent
	}
	return i
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// lineCount leaves out the empty line behind the last newline.
func lineCount(doc text.Doc) int {
	n := len(doc.Lines)
	if n > 1 && int(doc.Lines[n-1]) == len(doc.Bytes) {
		n--
	}
	return n
}

// lineRange returns the bytes of lines, 1-based and inclusive, without the last one's end.
func lineRange(doc text.Doc, start, end int) fact.Range {
	r := fact.Range{Start: doc.Lines[start-1], End: uint32(len(doc.Bytes))}
	if end < len(doc.Lines) {
		r.End = doc.Lines[end]
	}
	for r.End > r.Start && (doc.Bytes[r.End-1] == '\n' || doc.Bytes[r.End-1] == '\r') {
		r.End--
	}
	return r
}

// supports reports whether a cited place says what a claim says, as far as names and words can tell: at least half of the names that the
// claim mentions stand in it, one of them in the lines themselves or in the head of the innermost definition around them. A claim without names must share
// words with it; one in Chinese or Japanese about code without comments cannot, so the names before it in its paragraph count.
func (e evidence) supports(c claim) bool {
	for _, s := range []string{c.near, c.sentence} {
		if ts := terms(s); len(ts) > 0 {
			return e.hasTerms(ts, s)
		}
	}
	if e.shares(c.sentence) {
		return true
	}
	if ts := terms(c.before); len(ts) > 0 && isCJK(c.sentence) {
		return e.hasTerms(ts[len(ts)-1:], c.before)
	}
	return false
}

func (e evidence) hasTerms(ts []term, s string) bool {
	inside, found := 0, 0
	for _, t := range ts {
		switch {
		case t.in(e.names):
			inside, found = inside+1, found+1
		case t.in(e.outer):
			found++
		}
	}
	if found*2 < len(ts) {
		return false
	}
	return inside > 0 || e.shares(codeSpan.ReplaceAllString(s, " "))
}

// in: the last word, which says most, and half of all.
func (t term) in(names map[string]bool) bool {
	n := 0
	for _, w := range t {
		if names[w] {
			n++
		}
	}
	return names[t[len(t)-1]] && n*2 >= len(t)
}

// shares reports whether a claim has words in common with the place: one of up to three, two of more.
func (e evidence) shares(s string) bool {
	words := map[string]bool{}
	addWords(words, s)
	n := 0
	for w := range words {
		if e.words[w] {
			n++
		}
	}
	return n > 0 && (n > 1 || len(words) <= 3)
}

func isCJK(s string) bool {
	n := 0
	for _, r := range s {
		if r >= 0x2e80 {
			n++
		}
	}
	return n*3 > len([]rune(s))
}

// addWords adds the content words of a text: split at camel humps and underscores, endings cut, stop words left out; Chinese and
// Japanese by pairs of characters.
func addWords(words map[string]bool, s string) {
	var word []rune
	var previous rune
	flush := func() {
		w := strings.ToLower(string(word))
		if len(word) > 2 && !stopWord[w] || len(word) == 2 && unicode.IsDigit(word[0]) {
			words[stem(w)] = true
		}
		word = word[:0]
	}
	for _, r := range s {
		switch {
		case r >= 0x2e80 && unicode.IsLetter(r):
			flush()
			if previous >= 0x2e80 {
				words[string([]rune{previous, r})] = true
			}
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if unicode.IsUpper(r) && unicode.IsLower(previous) {
				flush()
			}
			word = append(word, r)
		default:
			flush()
		}
		previous = r
	}
	flush()
}

// stem cuts plurals and the commonest verb endings.
func stem(w string) string {
	for _, ending := range []string{"ies", "ing", "ed", "es", "s", "e", "y"} {
		if rest, ok := strings.CutSuffix(w, ending); ok && len(rest) >= 3 {
			if n := len(rest); n > 3 && rest[n-1] == rest[n-2] && ending != "s" {
				rest = rest[:n-1]
			}
			return rest
		}
	}
	return w
}

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// stopWord are words that two texts share by chance.
var stopWord = set(`the and for are but not you all any can had her was one our out has him his how its may new now old see two way who did get
 let put say she too use that this with from they will have been were when what which then than them there their would could should
 into only also some such each other more most very just like over where while after before about because through between
 it's does doing done being here both code file files line lines function functions method methods class classes call calls called calling
 value values name names type types returns return returned used uses using given takes set sets defined defines definition implemented handles`)

// keyword are words in backquotes that stand in any code.
var keyword = set(`if else for while do in is not and or return returns func function def class struct interface enum type var let const static public
 private protected new delete import from package module self this super true false nil null none None True False int string str bool float void
 async await try catch except finally throw raise with as pass break continue switch case default go defer range map list dict error err`)
