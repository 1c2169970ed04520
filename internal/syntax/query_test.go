package syntax

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/sibyl-ls/sibyl/internal/lang"
)

// TestQueriesCompile compiles every language's query here and with tree-sitter, which also refuses patterns that can never match.
// tooLargeForAnalysis are the grammars over which tree-sitter analyses a pattern for minutes before it takes it. Sibyl's own matcher does not.
var tooLargeForAnalysis = map[string]bool{"swift": true}

func TestQueriesCompile(t *testing.T) {
	eachLanguage(t, func(t *testing.T, l *lang.Language) {
		c := compiledFor(l)
		if c.err != nil {
			t.Error(c.err)
		}
		if tooLargeForAnalysis[l.Name] || l.Embeds != nil { // tree-sitter knows one grammar at a time
			return
		}
		q, err := sitter.NewQuery([]byte(l.Queries), c.language)
		if err != nil {
			t.Fatalf("tree-sitter refuses it: %v", err)
		}
		q.Close()
	})
}

// TestMatchesAgreeWithTreeSitter runs the patterns without quantifiers here and there, over all samples.
func TestMatchesAgreeWithTreeSitter(t *testing.T) {
	eachLanguage(t, func(t *testing.T, l *lang.Language) {
		c := compiledFor(l)
		if tooLargeForAnalysis[l.Name] {
			t.Skip("tree-sitter analyses queries for minutes")
		}
		if l.Embeds != nil {
			t.Skip("tree-sitter knows one grammar at a time")
		}
		var patterns []string
		var ours []*query
		for _, p := range topLevel(l.Queries) {
			if strings.ContainsAny(withoutStrings(p), "?*+") {
				continue
			}
			q, err := compile(p, c.grammar)
			if err != nil {
				t.Fatal(err)
			}
			patterns, ours = append(patterns, p), append(ours, q)
		}
		theirs, err := sitter.NewQuery([]byte(strings.Join(patterns, "\n")), c.language)
		if err != nil {
			t.Fatal(err)
		}
		defer theirs.Close()
		if int(theirs.PatternCount()) != len(patterns) || len(patterns) == 0 {
			t.Fatalf("%d patterns there, %d here", theirs.PatternCount(), len(patterns))
		}
		matches := 0
		for _, s := range samples(t, l) {
			tree := parse(context.Background(), c, nil, s.text, newBudget(len(s.text)))
			flat, free, _ := flatten(tree, s.text)
			got := theirMatches(c, ours, theirs, tree, flat)
			for i, q := range ours {
				want := ourMatches(c, q, flat)
				matches += len(want)
				if !slices.Equal(want, got[i]) {
					t.Errorf("%s in %s:\n ours   %v\n theirs %v", patterns[i], s.name, want, got[i])
				}
			}
			free()
			tree.Close()
		}
		if matches == 0 {
			t.Error("no matches to compare")
		}
	})
}

func ourMatches(c *compiled, q *query, flat *tree) []string {
	var m matcher
	m.reset(flat, c.grammar)
	var out []string
	for _, x := range m.run(q) {
		out = append(out, describe(flat, x.captures))
	}
	slices.Sort(out)
	return out
}

// theirMatches returns tree-sitter's matches that satisfy the predicates, by pattern.
func theirMatches(c *compiled, ours []*query, q *sitter.Query, tr *sitter.Tree, flat *tree) [][]string {
	cursor := sitter.NewQueryCursor()
	defer cursor.Close()
	cursor.Exec(q, tr.RootNode())
	index := indexNodes(tr)
	var m matcher
	m.reset(flat, c.grammar)
	out := make([][]string, len(ours))
	for {
		match, ok := cursor.NextMatch()
		if !ok {
			break
		}
		var caps []capture
		for _, x := range match.Captures {
			r, _ := roleOf(q.CaptureNameForId(x.Index))
			caps = append(caps, capture{r, index[x.Node.ID()]})
		}
		m.stack = caps
		if !slices.ContainsFunc(predicatesOf(ours[match.PatternIndex]), func(p predicate) bool { return !m.holds(&p) }) {
			out[match.PatternIndex] = append(out[match.PatternIndex], describe(flat, caps))
		}
	}
	for i := range out {
		slices.Sort(out[i])
	}
	return out
}

// predicatesOf returns the predicates of a query that has one pattern.
func predicatesOf(q *query) []predicate {
	for _, ps := range q.byKind {
		if len(ps) > 0 {
			return ps[0].preds
		}
	}
	return nil
}

func describe(t *tree, captures []capture) string {
	var parts []string
	for _, c := range captures {
		parts = append(parts, fmt.Sprintf("%d:%d", c.role, c.node))
	}
	slices.Sort(parts)
	return fmt.Sprint(parts)
}

// indexNodes numbers the nodes of a tree in pre-order.
func indexNodes(t *sitter.Tree) map[uintptr]int32 {
	out := map[uintptr]int32{}
	walk(t, func(c *sitter.TreeCursor, depth int) { out[c.CurrentNode().ID()] = int32(len(out)) })
	return out
}

// walk visits all nodes of a tree in pre-order with the binding's own cursor.
func walk(t *sitter.Tree, visit func(c *sitter.TreeCursor, depth int)) {
	c := sitter.NewTreeCursor(t.RootNode())
	defer c.Close()
	for depth := 0; ; {
		visit(c, depth)
		if c.GoToFirstChild() {
			depth++
			continue
		}
		for !c.GoToNextSibling() {
			if !c.GoToParent() {
				return
			}
			depth--
		}
	}
}

// topLevel splits a query into its patterns.
func topLevel(source string) []string {
	var out []string
	depth, start, quoted, comment := 0, -1, false, false
	for i := 0; i < len(source); i++ {
		switch c := source[i]; {
		case comment:
			comment = c != '\n'
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == ';':
			comment = true
			if depth == 0 && start >= 0 {
				out, start = append(out, strings.TrimSpace(source[start:i])), -1
			}
		case c == '(' || c == '[':
			if depth == 0 {
				if start >= 0 {
					out = append(out, strings.TrimSpace(source[start:i]))
				}
				start = i
			}
			depth++
		case c == ')' || c == ']':
			depth--
		}
	}
	if start >= 0 {
		out = append(out, strings.TrimSpace(source[start:]))
	}
	return out
}

// withoutStrings removes what stands in quotes and the predicates' names.
func withoutStrings(p string) string {
	var b strings.Builder
	for i, part := range strings.Split(p, `"`) {
		if i%2 == 0 {
			b.WriteString(part)
		}
	}
	words := strings.Fields(b.String())
	for i, w := range words {
		if strings.HasPrefix(w, "(#") {
			words[i] = ""
		}
	}
	return strings.Join(words, " ")
}

func TestErrorNodesMatch(t *testing.T) {
	c := compiledFor(languageNamed(t, "python"))
	q, err := compile("(ERROR) @tokens", c.grammar)
	if err != nil {
		t.Fatal(err)
	}
	for source, want := range map[string]int{"f(1)\n": 0, "f(1))\n": 1} {
		tree := parse(context.Background(), c, nil, []byte(source), newBudget(len(source)))
		flat, free, _ := flatten(tree, []byte(source))
		if got := len(ourMatches(c, q, flat)); got != want {
			t.Errorf("%q: %d matches, want %d", source, got, want)
		}
		free()
		tree.Close()
	}
}

func TestQueryErrors(t *testing.T) {
	c := compiledFor(languageNamed(t, "python"))
	for _, tt := range []struct{ source, want string }{
		{"(identifier) @ident\n(no_such_node) @ident", `query, line 2: no node "no_such_node" in this grammar`},
		{"(call nofield: (_) @callee) @call", `query, line 1: no field "nofield" in this grammar`},
		{"(identifier) @nonsense", "query, line 1: unknown capture @nonsense"},
		{"(identifier)", "query, line 1: no capture says what the pattern is for"},
		{"(identifier) @name", "query, line 1: no capture says what the pattern is for"},
		{"(call function: (_) @callee", "query, line 1: unexpected end"},
		{`((identifier) @ident (#is? @ident "x"))`, "query, line 1: unknown predicate #is?"},
	} {
		if _, err := compile(tt.source, c.grammar); err == nil || err.Error() != tt.want {
			t.Errorf("compile(%q): %v, want %s", tt.source, err, tt.want)
		}
	}
}
