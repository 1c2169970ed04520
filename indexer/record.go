package indexer

import (
	"fmt"
	"sync/atomic"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

// noVector stands for a chunk that is not embedded yet.
const noVector = ^uint32(0)

// withoutVector stands for a chunk that is never embedded: the code between definitions (imports, single variables; not that of a script without any) and what a program wrote
// have words to be found by, but no meaning of their own.
const withoutVector = noVector - 1

// record is what the index knows of one file without loading its facts. It never changes, but for cached.
type record struct {
	number  uint32 // in the store; a number never stands for two contents
	path    string // absolute, slash-separated
	rel     string // relative to the root
	root    string
	size    int64  // bytes on disk
	modTime int64  // nanoseconds
	inode   uint64 // see Entry
	recent  bool   // read so soon after its modification that a later change could leave both unchanged: read again next time
	skipped string // why there are no facts; "" when there are
	remark  string // why the facts are poor: "parse took too long"

	hash     fact.Hash
	language string
	marks    graph.Marks
	bytes    int // of the text

	generated bool // the text says that it is generated; attributes may overrule it
	symbols   []kindCount
	kinds     []byte   // by chunk, see kind
	terms     int      // lengths of all chunks, in terms
	vectors   []uint32 // by chunk: slot in the vector log, or noVector
	facts     span
	log       *appendLog // that facts lie in

	cached atomic.Pointer[graph.File]
	mean   atomic.Pointer[vector] // see meaning
	links  atomic.Pointer[links]  // see linksOf
}

type kindCount struct {
	kind fact.Kind
	n    int
}

func countKinds(symbols []fact.Symbol) []kindCount {
	var counts []kindCount
next:
	for i := range symbols {
		for k := range counts {
			if counts[k].kind == symbols[i].Kind {
				counts[k].n++
				continue next
			}
		}
		counts = append(counts, kindCount{symbols[i].Kind, 1})
	}
	return counts
}

// factsKey names facts in the log: those of the same bytes read as the same language are the same.
type factsKey struct {
	hash     fact.Hash
	language string
}

func (r *record) key() factsKey { return factsKey{r.hash, r.language} }

// embedded reports whether every chunk has a vector.
func (r *record) embedded() bool {
	for _, v := range r.vectors {
		if v == noVector {
			return false
		}
	}
	return true
}

// Operations in the file log.
const (
	opPut = iota + 1 // a file as it is now; it replaces what was said of its path
	opDelete
)

func (e *encoder) record(dst []byte, r *record) []byte {
	e.reset()
	e.uint(opPut)
	e.string(r.rel)
	e.uint(uint64(r.number))
	e.int(r.size)
	e.int(r.modTime)
	e.uint(r.inode)
	e.flags(r.recent, r.marks.Test, r.marks.Vendored, r.marks.Generated, r.generated)
	e.string(r.skipped)
	e.string(r.remark)
	e.string(r.language)
	e.body = append(e.body, r.hash[:]...)
	e.uint(uint64(r.bytes))
	e.uint(uint64(len(r.symbols)))
	for _, c := range r.symbols {
		e.string(string(c.kind))
		e.uint(uint64(c.n))
	}
	e.uint(uint64(r.terms))
	e.string(string(r.kinds))
	e.uint(uint64(len(r.vectors)))
	from := int64(0)
	for _, v := range r.vectors {
		e.int(int64(v) - from)
		from = int64(v) + 1
	}
	return e.finish(dst)
}

func (e *encoder) deletion(dst []byte, rel string) []byte {
	e.reset()
	e.uint(opDelete)
	e.string(rel)
	return e.finish(dst)
}

// decodeRecord returns the record and what happened to it. The record's facts are not set.
func decodeRecord(root string, b []byte) (op uint64, r *record, err error) {
	d := newDecoder(b)
	op = d.uint()
	r = &record{root: root, rel: d.string()}
	r.path = root + "/" + r.rel
	if op == opDelete {
		return op, r, d.err
	}
	r.number, r.size, r.modTime, r.inode = uint32(d.uint()), d.int(), d.int(), d.uint()
	d.flags(&r.recent, &r.marks.Test, &r.marks.Vendored, &r.marks.Generated, &r.generated)
	r.skipped, r.remark, r.language = d.string(), d.string(), d.string()
	if len(d.b) < len(r.hash) {
		return op, r, errCorrupt
	}
	d.b = d.b[copy(r.hash[:], d.b):]
	r.bytes = int(d.uint())
	r.symbols = makeList[kindCount](d.count(2))
	for i := range r.symbols {
		r.symbols[i] = kindCount{fact.Kind(d.string()), int(d.uint())}
	}
	r.terms = int(d.uint())
	r.kinds = []byte(d.string())
	r.vectors = makeList[uint32](d.count(1))
	from := int64(0)
	for i := range r.vectors {
		from += d.int()
		r.vectors[i] = uint32(from)
		from++
	}
	if op != opPut && d.err == nil {
		d.err = errCorrupt
	}
	return op, r, d.err
}

// copy returns r with its own list of vectors.
func (r *record) copy() *record {
	c := &record{number: r.number, path: r.path, rel: r.rel, root: r.root, size: r.size, modTime: r.modTime, inode: r.inode, recent: r.recent,
		skipped: r.skipped, remark: r.remark, hash: r.hash, language: r.language, marks: r.marks, bytes: r.bytes, generated: r.generated, symbols: r.symbols,
		kinds: r.kinds, terms: r.terms, vectors: append([]uint32(nil), r.vectors...), facts: r.facts, log: r.log}
	c.cached.Store(r.cached.Load())
	return c
}

// file returns the file with its facts, which it reads when nobody has before.
func (r *record) file(languages *lang.Set) (*graph.File, error) {
	if f := r.cached.Load(); f != nil {
		return f, nil
	}
	facts, err := loadFacts(r.log, r.facts)
	if err != nil {
		return nil, fmt.Errorf("facts of %s: %w", r.rel, err)
	}
	return r.keep(facts, languages), nil
}

// keep sets the file of r from its facts. All callers get the same one: symbols are compared by their file's address.
func (r *record) keep(facts *fact.File, languages *lang.Set) *graph.File {
	r.cached.CompareAndSwap(nil, &graph.File{Path: r.path, Root: r.root, Facts: facts, Rules: rulesOf(languages, r.language), Marks: r.marks})
	return r.cached.Load()
}

var noRules fact.Rules // of plain text

func rulesOf(languages *lang.Set, name string) *fact.Rules {
	if l := languages.ByName(name); l != nil {
		return &l.Rules
	}
	return &noRules
}

func loadFacts(log *appendLog, at span) (*fact.File, error) {
	b, err := log.read(at)
	if err != nil {
		return nil, err
	}
	return decodeFacts(b)
}
