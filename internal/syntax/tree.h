// The part of tree-sitter's api.h, parser.h (ABI 14) and subtree.h that is used, declared again, and the walk that copies a tree into an array: over
// the parser's own subtrees it takes a third of the time of one with its cursor. TestLayout fails for another version of the module,
// TestDumpAgreesWithBinding where the declarations are wrong, and sibyl_count refuses a tree in which they visibly are.

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct { uint16_t field; uint8_t child; bool inherited; } TSFieldMapEntry;
typedef struct { uint16_t index, length; } TSFieldMapSlice;
typedef struct {
	uint32_t version, symbol_count, alias_count, token_count, external_token_count, state_count, large_state_count, production_id_count, field_count;
	uint16_t max_alias_sequence_length;
	const void *parse_table, *small_parse_table, *small_parse_table_map, *parse_actions, *symbol_names, *field_names;
	const TSFieldMapSlice *field_map_slices;
	const TSFieldMapEntry *field_map_entries;
	const void *symbol_metadata;
	const uint16_t *public_symbol_map;
	const void *alias_map;
	const uint16_t *alias_sequences;
} TSLanguage;

// A subtree is a small leaf, whose lowest bit is set, or a pointer to a larger one behind its children.
typedef struct {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ && __SIZEOF_POINTER__ == 8
	uint8_t padding_columns, padding_rows_lookahead, padding_bytes, size_bytes;
	uint16_t parse_state;
	uint8_t symbol;
	bool visible : 1, named : 1, extra : 1, has_changes : 1, is_missing : 1, is_keyword : 1, unused : 1, is_inline : 1;
#elif __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	uint16_t parse_state;
	uint8_t symbol;
	bool visible : 1, named : 1, extra : 1, has_changes : 1, is_missing : 1, is_keyword : 1, unused : 1, is_inline : 1;
	uint8_t padding_columns, padding_rows_lookahead, padding_bytes, size_bytes;
#else
	bool is_inline : 1, visible : 1, named : 1, extra : 1, has_changes : 1, is_missing : 1, is_keyword : 1;
	uint8_t symbol;
	uint16_t parse_state;
	uint8_t padding_columns, padding_rows_lookahead, padding_bytes, size_bytes;
#endif
} SmallSubtree;
typedef struct {
	uint32_t ref_count, padding[3], size[3], lookahead_bytes, error_cost, child_count; // a length is bytes, rows, columns
	uint16_t symbol, parse_state;
	bool visible : 1, named : 1, extra : 1, fragile_left : 1, fragile_right : 1, has_changes : 1, has_external_tokens : 1,
		has_external_scanner_state_change : 1, depends_on_column : 1, is_missing : 1, is_keyword : 1;
	union {
		struct {
			uint32_t visible_child_count, named_child_count, visible_descendant_count;
			int32_t dynamic_precedence;
			uint16_t repeat_depth, production_id;
		}; // where child_count > 0
		void *external_scanner_state;
	};
} LargeSubtree;
typedef union { SmallSubtree small; const LargeSubtree *large; } Subtree;

typedef struct { Subtree root; const TSLanguage *language; } TSTree;
typedef struct { uint32_t context[4]; const Subtree *id; const TSTree *tree; } TSNode;
extern uint32_t ts_node_descendant_count(TSNode);
extern uint32_t ts_node_child_count(TSNode);
extern uint32_t ts_node_end_byte(TSNode);
extern uint16_t ts_node_symbol(TSNode);
extern bool ts_node_has_error(TSNode);
extern uint32_t ts_node_start_byte(TSNode);

static inline bool is_visible(Subtree s) { return s.small.is_inline ? s.small.visible : s.large->visible; }
static inline bool is_extra(Subtree s) { return s.small.is_inline ? s.small.extra : s.large->extra; }
static inline uint16_t symbol_of(Subtree s) { return s.small.is_inline ? s.small.symbol : s.large->symbol; }
static inline uint32_t padding_of(Subtree s) { return s.small.is_inline ? s.small.padding_bytes : s.large->padding[0]; }
static inline uint32_t size_of(Subtree s) { return s.small.is_inline ? s.small.size_bytes : s.large->size[0]; }
static inline bool has_visible(Subtree s) { return !s.small.is_inline && s.large->child_count > 0 && s.large->visible_child_count > 0; }

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

// A Level is a subtree whose children are being walked.
typedef struct {
	const Subtree *next, *end; // children
	uint32_t position;         // of the next child
	uint32_t index;            // of the next child among those that its production names
	const uint16_t *aliases;   // by that index; NULL: none
	const TSFieldMapEntry *fields, *fields_end;
	uint16_t field;            // that of the children without one: of a hidden subtree, its own
	int32_t node;              // it, or the node around it
	bool visible;
} Level;

typedef struct { Level *levels; uint32_t depth, room; Level first[64]; } Levels;

static bool push(Levels *w, const TSLanguage *l, Subtree s, Level around) {
	if (w->depth == w->room) {
		Level *more = realloc(w->levels == w->first ? NULL : w->levels, 2 * w->room * sizeof *more);
		if (!more) return false;
		if (w->levels == w->first) memcpy(more, w->first, sizeof w->first);
		w->levels = more;
		w->room *= 2;
	}
	const LargeSubtree *t = s.large;
	around.next = (const Subtree *)t - t->child_count;
	around.end = (const Subtree *)t;
	around.index = 0;
	around.aliases = t->production_id ? l->alias_sequences + t->production_id * l->max_alias_sequence_length : NULL;
	around.fields = around.fields_end = NULL;
	if (l->field_count > 0) {
		TSFieldMapSlice m = l->field_map_slices[t->production_id];
		around.fields = l->field_map_entries + m.index;
		around.fields_end = around.fields + m.length;
	}
	w->levels[w->depth++] = around;
	return true;
}

static inline uint16_t field_of(const Level *v) {
	for (const TSFieldMapEntry *m = v->fields; m < v->fields_end; m++) {
		if (!m->inherited && m->child == v->index) return m->field;
	}
	return v->field;
}

static inline SibylNode node_of(const TSLanguage *l, Subtree s, uint16_t alias, uint16_t field, uint32_t start, int32_t parent, uint32_t next) {
	uint16_t symbol = alias ? alias : symbol_of(s);
	SibylNode n = {symbol == UINT16_MAX ? symbol : l->public_symbol_map[symbol], field, start, start + size_of(s), parent, next};
	return n;
}

// sibyl_count returns the number of nodes below root with root itself; 0 where what is declared here disagrees with what the runtime says
// of root, so that nothing is read in a wrong layout.
static uint32_t sibyl_count(TSNode root) {
	Subtree s = *root.id;
	bool leaf = s.small.is_inline || s.large->child_count == 0;
	uint32_t count = ts_node_descendant_count(root), children = ts_node_child_count(root);
	if (count != (leaf ? 0 : s.large->visible_descendant_count) + 1 || children != (leaf ? 0 : s.large->visible_child_count)) return 0;
	SibylNode n = node_of(root.tree->language, s, 0, 0, ts_node_start_byte(root), -1, 1);
	return n.end == ts_node_end_byte(root) && n.kind == ts_node_symbol(root) ? count : 0;
}

// sibyl_dump writes the tree below root and returns the number of nodes, at most out.count. What is shared with old, which may be empty, is
// copied from there. It uses no recursion.
static uint32_t sibyl_dump(TSNode root, SibylDump dump, SibylDump old) {
	SibylNode *out = dump.nodes;
	const TSLanguage *l = root.tree->language;
	Levels w;
	w.levels = w.first;
	w.depth = 0;
	w.room = 64;
	SibylTable table = {NULL, NULL, 0};
	if (dump.keys && old.count > 0) table = table_of(&old);
	uint32_t n = 1;
	out[0] = node_of(l, *root.id, 0, 0, ts_node_start_byte(root), -1, 1);
	if (dump.keys) memcpy(dump.keys, root.id, sizeof *dump.keys);
	if (has_visible(*root.id)) push(&w, l, *root.id, (Level){.position = out[0].start, .node = 0, .visible = true});
	while (w.depth > 0) {
		Level *v = &w.levels[w.depth - 1];
		if (v->next == v->end) {
			if (v->visible) out[v->node].next = n;
			w.depth--;
			continue;
		}
		Subtree s = *v->next++;
		uint32_t start = v->position;
		v->position += size_of(s);
		if (v->next != v->end) v->position += padding_of(*v->next);
		uint16_t alias = 0, field = 0;
		if (!is_extra(s)) {
			if (v->aliases) alias = v->aliases[v->index];
			field = field_of(v);
			v->index++;
		}
		Level inner = {.position = start, .field = field, .node = v->node, .visible = false};
		if (alias || is_visible(s)) {
			if (n == dump.count) break;
			inner.node = n++;
			inner.field = 0;
			inner.visible = true;
			out[inner.node] = node_of(l, s, alias, field, start, v->node, n);
			if (dump.keys) {
				int32_t same = -1;
				memcpy(&dump.keys[inner.node], &s, sizeof *dump.keys);
				uint32_t count = table.slots && has_visible(s) ? s.large->visible_descendant_count + 1 : 0;
				if (count >= shareable && count <= dump.count - inner.node) same = shared(&table, dump.keys[inner.node], &out[inner.node], count, dump.src);
				if (same >= 0) {
					copy_shared(&old, same, &dump, inner.node);
					n = out[inner.node].next;
					continue;
				}
			}
		}
		if (has_visible(s) && !push(&w, l, s, inner)) break;
	}
	for (; w.depth > 0; w.depth--) {
		if (w.levels[w.depth - 1].visible) out[w.levels[w.depth - 1].node].next = n;
	}
	if (w.levels != w.first) free(w.levels);
	free(table.slots);
	return n;
}
