package syntax

import (
	"context"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/sibyl-ls/sibyl/internal/lang"
)

// embedding is what is known of a language whose files hold islands of another. One flat tree has the nodes of both, so that one query and
// one assembler see a name in markup and its definition in a script: kinds and fields of the embedded grammar follow those of the other.
type embedding struct {
	*lang.Embedded
	compiled *compiled         // of the embedded language
	kinds    map[string]uint16 // of the islands themselves
	shift    uint16            // of the embedded grammar's kinds
	fields   []uint16          // by their numbers in the embedded grammar
}

// newEmbedding adds the islands' kinds and the grammar in them to g.
func newEmbedding(g *grammar, e *lang.Embedded) *embedding {
	out := &embedding{Embedded: e, compiled: compiledFor(e.Language), kinds: map[string]uint16{}}
	for _, name := range e.Kinds {
		out.kinds[name] = g.addKind(name, true)
	}
	inner := out.compiled.grammar
	out.shift = uint16(len(g.names))
	for k, name := range inner.names {
		g.addKind(name, inner.named[k])
	}
	out.fields = make([]uint16, len(inner.fields)+1)
	for name, id := range inner.fields {
		if g.fields[name] == 0 {
			g.fields[name] = uint16(len(g.fields) + len(inner.fields) + 1)
		}
		out.fields[id] = g.fields[name]
	}
	return out
}

// piece is the text of an island and its tree.
type piece struct {
	text   string
	tree   *sitter.Tree // kept for the next parse, of long texts; nil: made anew
	nodes  []node       // positions are those in text
	errors bool
}

// keepTree is the size in bytes from which on an island is parsed incrementally.
const keepTree = 1 << 10

// pieces parses the islands of src. Those of which old has the text are not parsed again; the trees of old are closed or handed on.
func (e *embedding) pieces(ctx context.Context, src []byte, islands []lang.Island, old []piece, keep bool, b *budget) []piece {
	known := make(map[string]int, len(old))
	for i := range old {
		known[old[i].text] = i
	}
	out := make([]piece, len(islands))
	var open []int
	for i := range islands {
		is := &islands[i]
		if is.From >= is.To {
			continue
		}
		text := string(src[is.From:is.To])
		if is.Before != "" || is.After != "" {
			text = is.Before + text + is.After
		}
		out[i].text = text
		if k, ok := known[text]; ok && len(old[k].nodes) > 0 {
			out[i] = old[k]
			old[k].tree = nil
			continue
		}
		open = append(open, i)
	}
	for _, i := range open {
		var before *piece
		if len(out[i].text) >= keepTree {
			for before = nil; len(old) > 0 && before == nil; old = old[1:] {
				if old[0].tree != nil {
					before = &old[0]
				}
			}
		}
		e.parse(ctx, &out[i], before, keep && len(out[i].text) >= keepTree, b)
	}
	closePieces(old)
	return out
}

// parse makes the nodes of p, reusing the tree of before, which it closes; before may be nil.
func (e *embedding) parse(ctx context.Context, p, before *piece, keep bool, b *budget) {
	text := []byte(p.text)
	var old *sitter.Tree
	if before != nil {
		old, before.tree = before.tree, nil
		defer old.Close()
		from := []byte(before.text)
		start, end := changed(from, text)
		newEnd := uint32(len(text) - (len(from) - int(end)))
		old.Edit(sitter.EditInput{StartIndex: start, OldEndIndex: end, NewEndIndex: newEnd,
			StartPoint: point(from, start), OldEndPoint: point(from, end), NewEndPoint: point(text, newEnd)})
	}
	t := parse(ctx, e.compiled, old, text, b)
	if t == nil {
		p.errors = true
		return
	}
	root := rootOf(t)
	if n, ok := count(root); ok {
		flat := dump(root, text, make([]node, n), nil, &dumped{})
		p.nodes, p.errors = flat.nodes, flat.errors
	}
	if keep {
		p.tree = t
	} else {
		t.Close()
	}
}

func closePieces(pieces []piece) {
	for i := range pieces {
		if pieces[i].tree != nil {
			pieces[i].tree.Close()
			pieces[i].tree = nil
		}
	}
}

// grafted returns the tree with the islands in it. kept, unless it is nil, holds the pieces of the text before and is given those of this one.
func (e *embedding) grafted(ctx context.Context, host *tree, islands []lang.Island, kept *[]piece) *tree {
	b := newBudget(len(host.src)) // for all together
	var old []piece
	if kept != nil {
		old = *kept
	}
	pieces := e.pieces(ctx, host.src, islands, old, kept != nil, b)
	if kept != nil {
		*kept = pieces
	}
	return e.graft(host, islands, pieces)
}

// graft puts the islands into the tree around them.
func (e *embedding) graft(host *tree, islands []lang.Island, pieces []piece) *tree {
	size := len(host.nodes)
	for i := range pieces {
		size += len(pieces[i].nodes) + 1
	}
	out := &tree{src: host.src, str: host.str, errors: host.errors}
	if size > maxNodes || len(host.nodes) == 0 {
		out.nodes, out.errors = host.nodes, true
		return out
	}
	w := &weaver{e: e, host: host.nodes, out: make([]node, 0, size)}
	w.weave(islands, pieces)
	for i := range pieces {
		out.errors = out.errors || pieces[i].errors
	}
	out.nodes = w.out
	return out
}

// weaver merges nodes of the tree around the islands with the islands' own. Where a block and an element of the markup cross, the block ends
// with the element that it starts in, and an element that starts in a block ends in it.
type weaver struct {
	e     *embedding
	host  []node
	next  int32 // of host
	out   []node
	stack []standing
}

// standing is a node that is not complete.
type standing struct {
	at   int32
	host int32 // behind its nodes in host; those of blocks: that of the node around
	own  bool  // it is a block
}

func (w *weaver) weave(islands []lang.Island, pieces []piece) {
	w.push(w.host[0], w.host[0].next, false)
	w.next = 1
	for i := 0; ; {
		top := w.stack[len(w.stack)-1]
		end := w.out[top.at].end
		hostIn := w.next < top.host && (!top.own || w.host[w.next].start < end)
		islandIn := i < len(islands) && islands[i].Start < end
		switch {
		case islandIn && w.first(&islands[i], hostIn):
			w.island(&islands[i], &pieces[i], end)
			i++
		case hostIn:
			n := w.host[w.next]
			w.stretch(n.end)
			w.push(n, n.next, false)
			w.next++
		case len(w.stack) == 1:
			w.pop()
			return
		default:
			w.pop()
		}
	}
}

// first reports whether an island starts before the next node of the host, or is around it.
func (w *weaver) first(is *lang.Island, hostIn bool) bool {
	if !hostIn {
		return true
	}
	h := &w.host[w.next]
	return is.Start < h.start || is.Start == h.start && (is.End > h.end || is.Hidden == lang.AsTag)
}

func (w *weaver) push(n node, host int32, own bool) {
	n.parent = -1
	if len(w.stack) > 0 {
		n.parent = w.stack[len(w.stack)-1].at
	}
	w.out = append(w.out, n)
	w.stack = append(w.stack, standing{int32(len(w.out) - 1), host, own})
}

func (w *weaver) pop() {
	w.out[w.stack[len(w.stack)-1].at].next = int32(len(w.out))
	w.stack = w.stack[:len(w.stack)-1]
}

// stretch lets the blocks on top of the stack reach to end.
func (w *weaver) stretch(end uint32) {
	for i := len(w.stack) - 1; i >= 0 && w.stack[i].own; i-- {
		n := &w.out[w.stack[i].at]
		n.end = max(n.end, end)
	}
}

// island adds the node of an island and what its parser made of it, up to end.
func (w *weaver) island(is *lang.Island, p *piece, end uint32) {
	if is.Hidden == lang.AsTag {
		w.skip(is.End)
	}
	if is.Kind == "" || is.Start < w.out[len(w.out)-1].start {
		return
	}
	w.push(node{kind: w.e.kinds[is.Kind], start: is.Start, end: min(is.End, end)}, w.stack[len(w.stack)-1].host, true)
	if is.Block {
		return
	}
	w.copy(is, p)
	w.skip(w.out[w.stack[len(w.stack)-1].at].end)
	w.pop()
}

// skip passes over what the hidden text up to end looked like.
func (w *weaver) skip(end uint32) {
	for w.next < w.stack[len(w.stack)-1].host && w.host[w.next].start < end {
		w.next = w.host[w.next].next
	}
}

// copy adds the nodes of p that lie in the island's text, not in what the parser was given around it.
func (w *weaver) copy(is *lang.Island, p *piece) {
	me := w.stack[len(w.stack)-1].at
	low := uint32(len(is.Before))
	high := low + min(is.To, w.out[me].end) - min(is.From, w.out[me].end)
	for i := int32(0); int(i) < len(p.nodes); {
		n := &p.nodes[i]
		if n.start < low || n.end > high {
			i++
			continue
		}
		base := int32(len(w.out)) - i
		for k := i; k < n.next; k++ {
			c := p.nodes[k]
			c.start, c.end = c.start-low+is.From, c.end-low+is.From
			if c.kind != 0xffff {
				c.kind += w.e.shift
			}
			c.field, c.parent, c.next = w.e.fields[c.field], c.parent+base, c.next+base
			if k == i {
				c.field, c.parent = 0, me
			}
			w.out = append(w.out, c)
		}
		i = n.next
	}
}
