package syntax

// The symbols below are those of the tree-sitter runtime that go-tree-sitter links in; the flag lets this package link by itself.
// The declarations repeat the part of tree-sitter's api.h (ABI 14) that is used; TestDumpAgreesWithBinding would notice a difference.

/*
#cgo LDFLAGS: -Wl,--unresolved-symbols=ignore-all
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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

// A SibylDump is a tree in pre-order. keys tells trees of one document apart from each other: the word at which a node's id points is the
// subtree that the parser shares with the tree before, unless something in it was edited.
typedef struct { SibylNode *nodes; uint64_t *keys; uint32_t count; const char *src; } SibylDump;

enum { shareable = 8 }; // nodes; smaller subtrees are walked again

typedef struct { const SibylDump *old; int32_t *slots; uint32_t mask; } SibylTable;

static uint32_t slot_of(uint64_t key, uint32_t mask) { return (uint32_t)((key >> 3) * 0x9E3779B97F4A7C15u >> 32) & mask; }

static SibylTable table_of(const SibylDump *old) {
	SibylTable t = {old, NULL, 0};
	uint32_t some = 0;
	for (uint32_t i = 0; i < old->count; i++) some += old->nodes[i].next - i >= shareable;
	uint32_t size = 16;
	while (size < 2 * some) size *= 2;
	t.slots = malloc(size * sizeof *t.slots);
	if (!t.slots) return t;
	memset(t.slots, 0xff, size * sizeof *t.slots);
	t.mask = size - 1;
	for (uint32_t i = 0; i < old->count; i++) {
		if (old->nodes[i].next - i < shareable) continue;
		uint32_t h = slot_of(old->keys[i], t.mask);
		while (t.slots[h] >= 0) h = (h + 1) & t.mask;
		t.slots[h] = i;
	}
	return t;
}

// shared returns the index of the same subtree in the old dump, -1 when there is none. The key alone might be that of memory which was
// freed and used again, so that kind, size and text are compared as well.
static int32_t shared(const SibylTable *t, uint64_t key, const SibylNode *n, uint32_t count, const char *src) {
	for (uint32_t h = slot_of(key, t->mask); t->slots[h] >= 0; h = (h + 1) & t->mask) {
		int32_t i = t->slots[h];
		const SibylNode *o = &t->old->nodes[i];
		if (t->old->keys[i] == key && o->kind == n->kind && o->end - o->start == n->end - n->start && (uint32_t)(o->next - i) == count &&
			memcmp(t->old->src + o->start, src + n->start, n->end - n->start) == 0) return i;
	}
	return -1;
}

// copy_shared copies the subtree below old node i to that below new node me.
static void copy_shared(const SibylDump *old, int32_t i, const SibylDump *out, int32_t me) {
	int32_t count = old->nodes[i].next - i;
	uint32_t moved = out->nodes[me].start - old->nodes[i].start;
	memcpy(out->keys + me, old->keys + i, count * sizeof *out->keys);
	for (int32_t k = 1; k < count; k++) {
		SibylNode n = old->nodes[i + k];
		n.start += moved;
		n.end += moved;
		n.parent += me - i;
		n.next += me - i;
		out->nodes[me + k] = n;
	}
	out->nodes[me].next = me + count;
}

// sibyl_dump writes the tree below root and returns the number of nodes, at most out.count. What is shared with old, which may be empty, is
// copied from there. It uses no recursion.
static uint32_t sibyl_dump(TSNode root, SibylDump dump, SibylDump old) {
	SibylNode *out = dump.nodes;
	TSTreeCursor c = ts_tree_cursor_new(root);
	SibylTable table = {NULL, NULL, 0};
	if (dump.keys && old.count > 0) table = table_of(&old);
	uint32_t n = 0;
	int32_t parent = -1;
	while (n < dump.count) {
		TSNode x = ts_tree_cursor_current_node(&c);
		int32_t me = n++, same = -1;
		out[me].kind = ts_node_symbol(x);
		out[me].field = ts_tree_cursor_current_field_id(&c);
		out[me].start = ts_node_start_byte(x);
		out[me].end = ts_node_end_byte(x);
		out[me].parent = parent;
		out[me].next = n;
		if (dump.keys) {
			memcpy(&dump.keys[me], x.id, sizeof *dump.keys);
			uint32_t count = table.slots ? ts_node_descendant_count(x) : 0;
			if (count >= shareable && count <= dump.count - me) same = shared(&table, dump.keys[me], &out[me], count, dump.src);
		}
		if (same >= 0) {
			copy_shared(&old, same, &dump, me);
			n = out[me].next;
		} else if (ts_tree_cursor_goto_first_child(&c)) {
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
	free(table.slots);
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
	n = int(C.ts_node_descendant_count(root))
	return n, n <= maxNodes
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
