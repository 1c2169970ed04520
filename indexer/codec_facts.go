package indexer

import (
	"math"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// encodeFacts appends f. Positions are stored as differences: most take one byte.
func (e *encoder) facts(dst []byte, f *fact.File) []byte {
	e.reset()
	e.string(f.Language)
	e.body = append(e.body, f.Hash[:]...)
	e.uint(uint64(f.Size))
	e.flags(f.ASCII, f.Errors, f.Generated)
	e.string(f.Skipped)
	e.string(f.Package)
	e.string(f.ModulePath)
	e.uint(uint64(len(f.Spaces)))
	at := uint32(0)
	for _, s := range f.Spaces {
		e.string(s.Name)
		e.span(s.Range, at)
		at = s.Range.Start
	}
	e.uint(uint64(len(f.Lines)))
	from := uint32(0)
	for _, l := range f.Lines {
		e.uint(uint64(l - from))
		from = l
	}
	e.symbols(f.Symbols)
	e.uint(uint64(len(f.Scopes)))
	from = 0
	for i := range f.Scopes {
		s := &f.Scopes[i]
		e.span(s.Range, from)
		from = s.Range.Start
		e.int(int64(s.Parent))
		e.int(int64(s.Symbol))
		e.flags(s.Class)
	}
	e.uint(uint64(len(f.References)))
	from = 0
	for i := range f.References {
		r := &f.References[i]
		e.string(r.Name)
		e.string(string(r.Recv))
		e.int(int64(r.Start) - int64(from))
		from = r.Start
		e.int(int64(r.Symbol))
		e.int(int64(r.Args))
		bits := uint64(r.Kind) << 2
		if r.Lambda {
			bits |= 1
		}
		if r.Value {
			bits |= 2
		}
		e.uint(bits)
	}
	e.passes(f)
	e.uint(uint64(len(f.Imports)))
	for i := range f.Imports {
		m := &f.Imports[i]
		e.string(m.Path)
		e.string(m.Name)
		e.string(m.Alias)
		e.uint(uint64(m.Start))
		e.int(int64(m.Scope))
		e.flags(m.ReExport, m.Static)
	}
	e.uint(uint64(len(f.Inherits)))
	for i := range f.Inherits {
		h := &f.Inherits[i]
		e.string(h.Type)
		e.string(h.Base)
		e.uint(uint64(h.Start))
	}
	e.uint(uint64(len(f.Bindings)))
	from = 0
	for i := range f.Bindings {
		b := &f.Bindings[i]
		e.string(b.Name)
		e.string(b.Type)
		e.string(string(b.Value))
		e.int(int64(b.Start) - int64(from))
		from = b.Start
		e.uint(uint64(b.Seen))
		e.int(int64(b.Scope))
		e.uint(uint64(b.Kind))
	}
	e.uint(uint64(len(f.Chunks)))
	from = 0
	for i := range f.Chunks {
		c := &f.Chunks[i]
		e.span(c.Range, from)
		from = c.Range.Start
		e.int(int64(c.Symbol))
		e.int(int64(c.Part))
	}
	e.uint(uint64(len(f.Mentions)))
	for i := range f.Mentions {
		e.string(f.Mentions[i].Name)
		e.uint(uint64(f.Mentions[i].Start))
	}
	return e.finish(dst)
}

func (e *encoder) passes(f *fact.File) {
	e.uint(uint64(len(f.Passes)))
	from := int32(0)
	for i := range f.Passes {
		p := &f.Passes[i]
		e.int(int64(p.Ref) - int64(from))
		from = p.Ref
		e.int(int64(p.Arg))
		e.string(p.Keyword)
		e.string(string(p.Value))
	}
	e.uint(uint64(len(f.Lambdas)))
	start := uint32(0)
	for i := range f.Lambdas {
		l := &f.Lambdas[i]
		e.int(int64(l.Start) - int64(start))
		start = l.Start
		e.list(l.Params)
		e.string(string(l.Value))
	}
}

func (e *encoder) symbols(symbols []fact.Symbol) {
	e.uint(uint64(len(symbols)))
	from := uint32(0)
	for i := range symbols {
		s := &symbols[i]
		e.string(s.Name)
		e.string(string(s.Kind))
		e.int(int64(s.Parent))
		e.string(s.Owner)
		e.string(s.Trait)
		e.string(s.Signature)
		e.string(s.Doc)
		e.span(s.Range, from)
		from = s.Range.Start
		e.span(s.NameRange, from)
		e.string(s.Type)
		e.string(string(s.Value))
		e.uint(uint64(len(s.Params)))
		for _, p := range s.Params {
			e.string(p.Name)
			e.string(p.Type)
			e.flags(p.Optional, p.Variadic, p.Named)
		}
		e.list(s.TypeParams)
		e.list(s.Bases)
		e.flags(s.Exported, s.Test, s.Static, s.Abstract)
	}
}

// decodeFacts is the inverse of encoder.facts. Empty lists come back as nil.
func decodeFacts(b []byte) (*fact.File, error) {
	d := newDecoder(b)
	f := &fact.File{Language: d.string()}
	if len(d.b) < len(f.Hash) {
		return nil, errCorrupt
	}
	d.b = d.b[copy(f.Hash[:], d.b):]
	f.Size = int(d.uint())
	d.flags(&f.ASCII, &f.Errors, &f.Generated)
	f.Skipped, f.Package, f.ModulePath = d.string(), d.string(), d.string()
	f.Spaces = makeList[fact.Space](d.count(3))
	from := uint32(0)
	for i := range f.Spaces {
		f.Spaces[i] = fact.Space{Name: d.string(), Range: d.span(from)}
		from = f.Spaces[i].Range.Start
	}
	f.Lines = makeList[uint32](d.count(1))
	from = 0
	for i := range f.Lines {
		from += uint32(d.uint())
		f.Lines[i] = from
	}
	d.symbols(f)
	f.Scopes = makeList[fact.Scope](d.count(5))
	from = 0
	for i := range f.Scopes {
		s := &f.Scopes[i]
		s.Range = d.span(from)
		from = s.Range.Start
		s.Parent, s.Symbol = int32(d.int()), int32(d.int())
		d.flags(&s.Class)
	}
	f.References = makeList[fact.Reference](d.count(6))
	from = 0
	for i := range f.References {
		r := &f.References[i]
		r.Name, r.Recv = d.string(), fact.Expr(d.string())
		from += uint32(d.int())
		r.Start, r.Symbol, r.Args = from, int32(d.int()), int16(d.int())
		k := d.uint()
		r.Kind, r.Lambda, r.Value = fact.RefKind(k>>2&math.MaxUint8), k&1 != 0, k&2 != 0
	}
	d.passes(f)
	f.Imports = makeList[fact.Import](d.count(6))
	for i := range f.Imports {
		m := &f.Imports[i]
		m.Path, m.Name, m.Alias = d.string(), d.string(), d.string()
		m.Start, m.Scope = uint32(d.uint()), int32(d.int())
		d.flags(&m.ReExport, &m.Static)
	}
	f.Inherits = makeList[fact.Inherit](d.count(3))
	for i := range f.Inherits {
		f.Inherits[i] = fact.Inherit{Type: d.string(), Base: d.string(), Start: uint32(d.uint())}
	}
	f.Bindings = makeList[fact.Binding](d.count(7))
	from = 0
	for i := range f.Bindings {
		b := &f.Bindings[i]
		b.Name, b.Type, b.Value = d.string(), d.string(), fact.Expr(d.string())
		from += uint32(d.int())
		b.Start = from
		b.Seen, b.Scope, b.Kind = uint32(d.uint()), int32(d.int()), fact.BindKind(d.uint())
	}
	f.Chunks = makeList[fact.Chunk](d.count(4))
	from = 0
	for i := range f.Chunks {
		c := &f.Chunks[i]
		c.Range = d.span(from)
		from = c.Range.Start
		c.Symbol, c.Part = int32(d.int()), int32(d.int())
	}
	f.Mentions = makeList[fact.Mention](d.count(2))
	for i := range f.Mentions {
		f.Mentions[i] = fact.Mention{Name: d.string(), Start: uint32(d.uint())}
	}
	if d.err != nil {
		return nil, d.err
	}
	return f, nil
}

func (d *decoder) passes(f *fact.File) {
	f.Passes = makeList[fact.Pass](d.count(4))
	from := int32(0)
	for i := range f.Passes {
		p := &f.Passes[i]
		from += int32(d.int())
		p.Ref, p.Arg, p.Keyword, p.Value = from, int16(d.int()), d.string(), fact.Expr(d.string())
	}
	f.Lambdas = makeList[fact.Lambda](d.count(3))
	start := uint32(0)
	for i := range f.Lambdas {
		l := &f.Lambdas[i]
		start += uint32(d.int())
		l.Start, l.Params, l.Value = start, d.list(), fact.Expr(d.string())
	}
}

func (d *decoder) symbols(f *fact.File) {
	f.Symbols = makeList[fact.Symbol](d.count(17))
	from := uint32(0)
	for i := range f.Symbols {
		s := &f.Symbols[i]
		s.Name, s.Kind, s.Parent = d.string(), fact.Kind(d.string()), int32(d.int())
		s.Owner, s.Trait, s.Signature, s.Doc = d.string(), d.string(), d.string(), d.string()
		s.Range = d.span(from)
		from = s.Range.Start
		s.NameRange = d.span(from)
		s.Type, s.Value = d.string(), fact.Expr(d.string())
		s.Params = makeList[fact.Param](d.count(3))
		for k := range s.Params {
			p := &s.Params[k]
			p.Name, p.Type = d.string(), d.string()
			d.flags(&p.Optional, &p.Variadic, &p.Named)
		}
		s.TypeParams, s.Bases = d.list(), d.list()
		d.flags(&s.Exported, &s.Test, &s.Static, &s.Abstract)
	}
}
