package syntax

import (
	"bytes"
	"unicode"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

const (
	chunkMax  = 2500 // bytes; longer definitions are split
	chunkPart = 1500 // bytes that a piece of one, or of plain text, aims at
)

// chunks cuts the file along its definitions.
func (a *assembler) chunks() []fact.Chunk {
	return chunkAlong(a.file, a.src, func(i int32) uint32 { return a.defs[i].first })
}

// chunkAlong cuts a file along its definitions: each callable, the head of each type with what stands between its members,
// and the code between definitions. Every byte that is not white space is in exactly one chunk. first tells where a definition's
// comment starts.
func chunkAlong(f *fact.File, src []byte, first func(i int32) uint32) []fact.Chunk {
	c := chunker{src: src, f: f, first: first}
	at := uint32(0)
	for i := range f.Symbols {
		s := &f.Symbols[i]
		if !c.isUnit(s) {
			continue
		}
		start := max(c.lineStart(first(int32(i))), at)
		if s.Range.End <= at {
			continue
		}
		c.rest(at, start, c.restOwner(at, start))
		end := s.Range.End
		if s.Kind.IsType() || s.Kind == fact.Module || s.Kind == fact.Section {
			end = c.firstMember(int32(i), end)
		} else {
			end = c.lineEnd(end)
		}
		c.unit(start, max(end, start), int32(i))
		at = max(end, start)
	}
	c.rest(at, uint32(len(src)), c.restOwner(at, uint32(len(src))))
	return c.out
}

// isUnit reports whether a symbol is shown by a chunk of its own: callables that stand in no other callable, types, sections.
func (c *chunker) isUnit(s *fact.Symbol) bool {
	for p := s.Parent; p >= 0; p = c.f.Symbols[p].Parent {
		if c.f.Symbols[p].Kind.Callable() {
			return false
		}
	}
	return s.Kind.Callable() || s.Kind.IsType() || s.Kind == fact.Section || s.Kind == fact.Module
}

// firstMember returns where the first unit inside symbol i starts, end when there is none.
func (c *chunker) firstMember(i int32, end uint32) uint32 {
	for j := i + 1; int(j) < len(c.f.Symbols) && c.f.Symbols[j].Range.Start < end; j++ {
		if c.isUnit(&c.f.Symbols[j]) {
			return max(c.lineStart(c.first(j)), c.f.Symbols[i].Range.Start)
		}
	}
	return c.lineEnd(end)
}

// restOwner returns the type around a stretch of code between members, -1 at the top level.
func (c *chunker) restOwner(start, end uint32) int32 {
	for start < end && (c.src[start] == ' ' || c.src[start] == '\t' || c.src[start] == '\n' || c.src[start] == '\r') {
		start++
	}
	for s := c.f.SymbolAt(start); s >= 0; s = c.f.Symbols[s].Parent {
		if sym := &c.f.Symbols[s]; sym.Kind.IsType() && sym.Range.End >= end {
			return s
		}
	}
	return -1
}

type chunker struct {
	src   []byte
	f     *fact.File
	first func(i int32) uint32
	out   []fact.Chunk
}

// lineStart moves offset back over blanks to the start of its line, when nothing else stands there.
func (c *chunker) lineStart(offset uint32) uint32 {
	i := offset
	for i > 0 && (c.src[i-1] == ' ' || c.src[i-1] == '\t') {
		i--
	}
	if i == 0 || c.src[i-1] == '\n' || c.src[i-1] == '\r' {
		return i
	}
	return offset
}

// lineEnd moves offset behind the end of its line, when only closing marks or a comment's start stand there.
func (c *chunker) lineEnd(offset uint32) uint32 {
	i := offset
	for int(i) < len(c.src) && bytes.IndexByte([]byte(" \t;,})"), c.src[i]) >= 0 {
		i++
	}
	if int(i) < len(c.src) && c.src[i] == '\r' {
		i++
	}
	if int(i) < len(c.src) && c.src[i] == '\n' {
		return i + 1
	}
	return offset
}

// rest adds the code between definitions.
func (c *chunker) rest(start, end uint32, owner int32) {
	if n := len(c.out); n > 0 && c.out[n-1].Range.End == start && bytes.IndexFunc(c.src[start:end], isNameRune) < 0 && end-start < chunkPart/2 {
		c.out[n-1].Range.End = end // the comma or bracket behind a definition
		return
	}
	c.split(start, end, owner, chunkPart)
}

func isNameRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// unit adds a definition, in pieces when it is long.
func (c *chunker) unit(start, end uint32, symbol int32) { c.split(start, end, symbol, chunkMax) }

// split cuts [start, end) at line borders into pieces of about chunkPart bytes if it is longer than limit. It prefers lines with little
// indentation, where statements of the outermost block start. A single longer line is cut inside.
func (c *chunker) split(start, end uint32, symbol int32, limit uint32) {
	if start >= end || len(bytes.TrimSpace(c.src[start:end])) == 0 {
		return
	}
	if end-start <= limit {
		c.out = append(c.out, fact.Chunk{Range: fact.Range{Start: start, End: end}, Symbol: symbol})
		return
	}
	part := int32(0)
	for start < end {
		stop := end
		if end-start > chunkPart+chunkPart/3 {
			stop = c.border(start, end)
		}
		if len(bytes.TrimSpace(c.src[start:stop])) > 0 {
			c.out = append(c.out, fact.Chunk{Range: fact.Range{Start: start, End: stop}, Symbol: symbol, Part: part})
			part++
		}
		start = stop
	}
}

// border returns the best place to cut behind start: the line with the least indentation between half and the whole of chunkPart.
func (c *chunker) border(start, end uint32) uint32 {
	best, least := uint32(0), 1<<30
	from, to := start+chunkPart/2, min(start+chunkPart, end)
	for i := from; i < to; i++ {
		if c.src[i-1] != '\n' {
			continue
		}
		indent := 0
		for int(i)+indent < len(c.src) && (c.src[int(i)+indent] == ' ' || c.src[int(i)+indent] == '\t') {
			indent++
		}
		if indent <= least {
			best, least = i, indent
		}
	}
	if best > 0 {
		return best
	}
	if i := bytes.IndexByte(c.src[to:min(to+chunkPart, end)], '\n'); i >= 0 {
		return to + uint32(i) + 1
	}
	stop := min(start+chunkPart, end)
	for stop < end && c.src[stop]&0xC0 == 0x80 {
		stop++
	}
	return stop
}

// plain returns the facts of text without a tree.
func plain(l *lang.Language, src []byte, skipped string) *fact.File {
	name := ""
	if l != nil {
		name = l.Name
	}
	f := newFile(name, src)
	f.Skipped = skipped
	f.Generated = generatedMarker(src)
	if l != nil && l.Scan != nil {
		l.Scan(src, f)
	}
	if l != nil && l.Built { // nobody wrote it, nobody searches in it
		return f
	}
	f.Chunks = chunkAlong(f, src, func(i int32) uint32 { return f.Symbols[i].Range.Start })
	if isDocument(f) {
		f.Mentions = documentMentions(src)
	}
	return f
}
