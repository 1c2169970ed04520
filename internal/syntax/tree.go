package syntax

// The symbols that tree.h declares are those of the tree-sitter runtime that go-tree-sitter links in; the flags let this package link by itself.

/*
#cgo !darwin LDFLAGS: -Wl,--unresolved-symbols=ignore-all
#cgo darwin LDFLAGS: -Wl,-undefined,dynamic_lookup
#include "tree.h"
*/
import "C"

import (
	"sync"
	"unsafe"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/sibyl-ls/sibyl/internal/bug"
)

// node is one node of a tree that has been copied out of C: trees are read as flat arrays in pre-order, since one call per file is
// several times cheaper than one per node (with the parser's cursor 4 s against 13 s over Go's own sources, a third of that without it; running
// the query in C took 9.5 s).
// The layout is that of SibylNode.
type node struct {
	kind, field  uint16
	start, end   uint32
	parent, next int32 // index of the parent; index of the first node behind the subtree
}

// maxNodes bounds what one file may cost: 24 bytes a node here, about three times that in the parser.
const maxNodes = 4 << 20

// tree is a syntax tree without C memory. The first child of i is i+1 (if below nodes[i].next), the next sibling of i is nodes[i].next
// (if below the parent's next).
type tree struct {
	src    []byte
	str    string // the same memory, which nobody changes: what facts hold of the text are parts of it
	nodes  []node
	errors bool
}

var nodeBuffers = sync.Pool{New: func() any { return new([]node) }}

// flatten copies t out of C; ok is false when it has more than maxNodes nodes. free gives the memory back.
func flatten(t *sitter.Tree, src []byte) (flat *tree, free func(), ok bool) {
	root := rootOf(t)
	n, ok := count(root)
	if !ok {
		return nil, func() {}, false
	}
	buf := nodeBuffers.Get().(*[]node)
	*buf = sized(*buf, n)
	flat = dump(root, src, *buf, nil, &dumped{})
	return flat, func() {
		if cap(*buf) < 1<<20 {
			nodeBuffers.Put(buf)
		}
	}, true
}

// dumped is an open document's tree as it was copied out of C the last time. Most of the next tree is the same memory in C and is copied
// from here, since walking over all of a large file takes longer than to parse what changed.
type dumped struct {
	src   []byte
	nodes []node
	keys  []uint64
}

// flattenNext copies t, which shares memory with the tree that last is of, and returns what to keep for the tree after it. The memory of
// spare is used.
func flattenNext(t *sitter.Tree, src []byte, last, spare *dumped) (flat *tree, next *dumped, ok bool) {
	root := rootOf(t)
	n, ok := count(root)
	if !ok {
		return nil, &dumped{}, false
	}
	next = &dumped{src: src, nodes: sized(spare.nodes, n), keys: sized(spare.keys, n)}
	flat = dump(root, src, next.nodes, next.keys, last)
	next.nodes, next.keys = next.nodes[:len(flat.nodes)], next.keys[:len(flat.nodes)]
	return flat, next, true
}

func rootOf(t *sitter.Tree) C.TSNode { return *(*C.TSNode)(unsafe.Pointer(t.RootNode())) } // a Node starts with the TSNode that it wraps

func count(root C.TSNode) (n int, ok bool) {
	n = int(C.sibyl_count(root))
	if n == 0 {
		bug.Errorf("the subtrees of the tree-sitter runtime are not laid out as internal/syntax/tree.h declares them")
	}
	return n, n > 0 && n <= maxNodes
}

// sized returns a slice of n elements, whose values are left over from s.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}

func dump(root C.TSNode, src []byte, nodes []node, keys []uint64, old *dumped) *tree {
	n := int(C.sibyl_dump(root, cDump(src, nodes, keys), cDump(old.src, old.nodes, old.keys)))
	return &tree{src: src, str: unsafe.String(unsafe.SliceData(src), len(src)), nodes: nodes[:n], errors: bool(C.ts_node_has_error(root))}
}

func cDump(src []byte, nodes []node, keys []uint64) C.SibylDump {
	return C.SibylDump{nodes: (*C.SibylNode)(unsafe.Pointer(unsafe.SliceData(nodes))), keys: (*C.uint64_t)(unsafe.Pointer(unsafe.SliceData(keys))),
		count: C.uint32_t(len(nodes)), src: (*C.char)(unsafe.Pointer(unsafe.SliceData(src)))}
}

func (t *tree) text(n int32) string { return t.str[t.nodes[n].start:t.nodes[n].end] }

// child returns the first child of n at or after sibling c (0: the first one), -1 when there is none.
func (t *tree) firstChild(n int32) int32 {
	if n+1 < t.nodes[n].next {
		return n + 1
	}
	return -1
}

// sibling returns the next sibling of n, -1 when there is none.
func (t *tree) sibling(n int32) int32 {
	next, p := t.nodes[n].next, t.nodes[n].parent
	if p >= 0 && next < t.nodes[p].next {
		return next
	}
	return -1
}
