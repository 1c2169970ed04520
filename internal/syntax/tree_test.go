package syntax

import (
	"bytes"
	"context"
	"os"
	"testing"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/sibyl-ls/sibyl/internal/lang"
	"github.com/sibyl-ls/sibyl/internal/lang/all"
)

func languageNamed(t testing.TB, name string) *lang.Language {
	t.Helper()
	l := all.Languages.ByName(name)
	if l == nil {
		t.Fatalf("no language %q", name)
	}
	return l
}

// TestLayout names the version whose structures tree.go declares.
func TestLayout(t *testing.T) {
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(mod, []byte("\tgithub.com/smacker/go-tree-sitter v0.0.0-20240827094217-dd81d9e9be82\n")) || bytes.Contains(mod, []byte("\nreplace")) {
		t.Error("go-tree-sitter is of another version: compare the structures in tree.go with its api.h, parser.h and subtree.h and the walk with its tree_cursor.c, then name the version here")
	}
}

// TestDumpAgreesWithBinding compares the flat tree, which is read with declarations of our own, with the binding's cursor.
func TestDumpAgreesWithBinding(t *testing.T) {
	eachLanguage(t, func(t *testing.T, l *lang.Language) {
		c := compiledFor(l)
		files := append(samples(t, l), sample{"broken", []byte("(([{ \" class fn def if (x } ) é\x00 = ;")}, sample{"empty", nil})
		for _, s := range files {
			tree := parse(context.Background(), c, nil, s.text, newBudget(len(s.text)))
			if tree == nil {
				t.Fatalf("%s: no tree: the runtime takes grammars whose parser.c has a LANGUAGE_VERSION of 13 or 14", s.name)
			}
			flat, free, ok := flatten(tree, s.text)
			if !ok {
				t.Fatalf("%s: tree too large", s.name)
			}
			compareDump(t, s.name, c.grammar, tree, flat)
			free()
			tree.Close()
		}
	})
}

func compareDump(t *testing.T, name string, g *grammar, tr *sitter.Tree, flat *tree) {
	i := int32(0)
	var above []int32
	walk(tr, func(c *sitter.TreeCursor, depth int) {
		n := c.CurrentNode()
		if int(i) >= len(flat.nodes) {
			i++
			return
		}
		above = append(above[:depth], i)
		want := node{kind: uint16(n.Symbol()), field: g.fields[c.CurrentFieldName()], start: n.StartByte(), end: n.EndByte(), parent: -1, next: flat.nodes[i].next}
		if depth > 0 {
			want.parent = above[depth-1]
		}
		if flat.nodes[i] != want {
			t.Errorf("%s: node %d (%s) is %+v, want %+v", name, i, n.Type(), flat.nodes[i], want)
		}
		if int(n.Symbol()) < len(g.names) && (g.names[n.Symbol()] != n.Type() || g.named[n.Symbol()] != n.IsNamed()) {
			t.Errorf("%s: kind %d is %q (named %v), want %q (%v)", name, n.Symbol(), g.names[n.Symbol()], g.named[n.Symbol()], n.Type(), n.IsNamed())
		}
		i++
	})
	if int(i) != len(flat.nodes) {
		t.Errorf("%s: %d nodes, want %d", name, len(flat.nodes), i)
	}
	for n := range flat.nodes {
		next := flat.nodes[n].next
		if next <= int32(n) || int(next) > len(flat.nodes) {
			t.Fatalf("%s: node %d ends at %d of %d", name, n, next, len(flat.nodes))
		}
		if next < int32(len(flat.nodes)) && isBelow(flat, next, int32(n)) || next-1 > int32(n) && !isBelow(flat, next-1, int32(n)) {
			t.Errorf("%s: the subtree of node %d does not end at %d", name, n, next)
		}
	}
	if flat.errors != tr.RootNode().HasError() {
		t.Errorf("%s: errors %v", name, flat.errors)
	}
}

func isBelow(t *tree, n, ancestor int32) bool {
	for ; n >= 0; n = t.nodes[n].parent {
		if n == ancestor {
			return true
		}
	}
	return false
}
