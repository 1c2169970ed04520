package syntax

// The symbols below are those of the tree-sitter runtime that go-tree-sitter links in; the flag lets this package link by itself.
// The declarations repeat the part of tree-sitter's api.h (ABI 14) that is used; TestDumpAgreesWithBinding would notice a difference.

/*
#cgo LDFLAGS: -Wl,--unresolved-symbols=ignore-all
#include <stdbool.h>
#include <stdint.h>

typedef struct { uint32_t context[4]; const void *id; const void *tree; } TSNode;
typedef struct { const void *tree; const void *id; uint32_t context[3]; } TSTreeCursor;
extern uint32_t ts_node_descendant_count(TSNode);
extern bool ts_node_has_error(TSNode);
extern uint16_t ts_node_symbol(TSNode);
extern uint32_t ts_node_start_byte(TSNode);
extern uint32_t ts_node_end_byte(TSNode);
extern TSTreeCursor ts_tree_cursor_new(TSNode);
extern void ts_tree_cursor_delete(TSTreeCursor *);
extern TSNode ts_tree_cursor_current_node(const TSTreeCursor *);
extern uint16_t ts_tree_cursor_current_field_id(const TSTreeCursor *);
extern bool ts_tree_cursor_goto_first_child(TSTreeCursor *);
extern bool ts_tree_cursor_goto_next_sibling(TSTreeCursor *);
extern bool ts_tree_cursor_goto_parent(TSTreeCursor *);

typedef struct { uint16_t kind, field; uint32_t start, end; int32_t parent, next; } SibylNode;

// sibyl_dump writes the tree below root in pre-order and returns the number of nodes. It uses no recursion.
static uint32_t sibyl_dump(TSNode root, SibylNode *out, uint32_t cap) {
	TSTreeCursor c = ts_tree_cursor_new(root);
	uint32_t n = 0;
	int32_t parent = -1;
	while (n < cap) {
		TSNode x = ts_tree_cursor_current_node(&c);
		int32_t me = n++;
		out[me].kind = ts_node_symbol(x);
		out[me].field = ts_tree_cursor_current_field_id(&c);
		out[me].start = ts_node_start_byte(x);
		out[me].end = ts_node_end_byte(x);
		out[me].parent = parent;
		out[me].next = n;
		if (ts_tree_cursor_goto_first_child(&c)) {
			parent = me;
			continue;
		}
		bool more = true;
		while (!ts_tree_cursor_goto_next_sibling(&c)) {
			if (parent < 0 || !ts_tree_cursor_goto_parent(&c)) {
				more = false;
				break;
			}
			out[parent].next = n;
			parent = out[parent].parent;
		}
		if (!more) break;
	}
	for (; parent >= 0; parent = out[parent].parent) out[parent].next = n;
	ts_tree_cursor_delete(&c);
	return n;
}
*/
import "C"

import (
	"sync"
	"unsafe"

	sitter "github.com/smacker/go-tree-sitter"
)

// node is one node of a tree that has been copied out of C: trees are read as flat arrays in pre-order, since one call per file is
// several times cheaper than one per node (4 s against 13 s over Go's own sources; running the query in C took 9.5 s).
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
	str    string // the same bytes: what facts hold of the text are parts of this one string
	nodes  []node
	errors bool
}

var nodeBuffers = sync.Pool{New: func() any { return new([]node) }}

// flatten copies t out of C; ok is false when it has more than maxNodes nodes. free gives the memory back.
func flatten(t *sitter.Tree, src []byte) (flat *tree, free func(), ok bool) {
	root := *(*C.TSNode)(unsafe.Pointer(t.RootNode())) // a Node starts with the TSNode that it wraps
	n := int(C.ts_node_descendant_count(root))
	if n > maxNodes {
		return nil, func() {}, false
	}
	buf := nodeBuffers.Get().(*[]node)
	if cap(*buf) < n {
		*buf = make([]node, n+n/4)
	}
	nodes := (*buf)[:n]
	n = int(C.sibyl_dump(root, (*C.SibylNode)(unsafe.Pointer(&nodes[0])), C.uint32_t(n)))
	flat = &tree{src: src, str: string(src), nodes: nodes[:n], errors: bool(C.ts_node_has_error(root))}
	return flat, func() {
		if cap(*buf) < 1<<20 {
			nodeBuffers.Put(buf)
		}
	}, true
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
