package syntax

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
	"github.com/sibyl-ls/sibyl/internal/lang/all"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// TestShow prints the tree and the facts of the file SIBYL_FILE, for writing a language's query. Run it with -v.
func TestShow(t *testing.T) {
	path := os.Getenv("SIBYL_FILE")
	if path == "" {
		t.Skip("set SIBYL_FILE to a file")
	}
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	src, _ := text.Decode(raw)
	l := all.Languages.Detect(path, src)
	if l == nil {
		t.Fatal("no language has this file")
	}
	if l.Grammar != nil {
		showTree(l, src)
	}
	showFacts(Facts(context.Background(), l, src))
}

func showTree(l *lang.Language, src []byte) {
	c := compiledFor(l)
	seen, islands := shown(l, src)
	tree := parse(context.Background(), c, nil, seen, newBudget(len(seen)))
	defer tree.Close()
	flat, free, _ := flatten(tree, src)
	defer free()
	if c.embedding != nil {
		flat = c.embedding.grafted(context.Background(), flat, islands, nil)
	}
	fields := map[uint16]string{}
	for name, id := range c.grammar.fields {
		fields[id] = name + ": "
	}
	depths := map[int32]int{-1: -1}
	for i := range flat.nodes {
		n := &flat.nodes[i]
		depths[int32(i)] = depths[n.parent] + 1
		name := "ERROR"
		if int(n.kind) < len(c.grammar.names) {
			name = c.grammar.names[n.kind]
		}
		leaf := ""
		if n.next == int32(i)+1 {
			leaf = fmt.Sprintf(" %.40q", src[n.start:n.end])
		}
		if c.grammar.isNamed(n.kind) {
			name = "(" + name + ")"
		} else {
			name, leaf = fmt.Sprintf("%q", name), ""
		}
		fmt.Println(strings.Repeat("  ", depths[int32(i)]) + fields[n.field] + name + leaf)
	}
}

func showFacts(f *fact.File) {
	fmt.Printf("package %q, errors %v %s\n", f.Package, f.Errors, f.Skipped)
	for _, i := range f.Imports {
		fmt.Printf("import %+v\n", i)
	}
	for i := range f.Symbols {
		s := &f.Symbols[i]
		fmt.Printf("symbol %d %s %s in %d owner %q type %q value %q bases %q exported %v test %v abstract %v\n", i, s.Kind, s.Name, s.Parent, s.Owner, s.Type, s.Value, s.Bases,
			s.Exported, s.Test, s.Abstract)
	}
	for _, r := range f.References {
		fmt.Printf("reference %s of %q, kind %d, %d arguments, in %d, line %d\n", r.Name, r.Recv, r.Kind, r.Args, r.Symbol, f.Line(r.Start)+1)
	}
	for _, l := range f.Lambdas {
		fmt.Printf("lambda %+v\n", l)
	}
	for _, b := range f.Bindings {
		fmt.Printf("binding %+v\n", b)
	}
}
