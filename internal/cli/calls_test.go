package cli_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// node is a symbol in the answer of callers and callees.
type node struct {
	place
	Tier     string
	Dispatch bool
	Sites    []struct {
		File string
		Line int
	}
	Cycle, Cut       bool
	Unresolved       int
	Callers, Callees []node
}

// names lists the children's names.
func names(nodes []node) string {
	var out []string
	for _, n := range nodes {
		out = append(out, n.Name)
	}
	return strings.Join(out, " ")
}

func calls(t *testing.T, dir string, code int, args ...string) []node {
	t.Helper()
	r := sibyl(t, dir, append(args, "--json")...)
	r.want(t, code)
	var nodes []node
	decode(t, r.out, &nodes)
	return nodes
}

func TestFormats(t *testing.T) {
	dir := workspace(t, notes)
	sibyl(t, dir, "callers", "build_path", "--depth", "0", "--format", "mermaid").want(t, 0, "flowchart LR", `["NoteStore.save<br>store.py:10"]`, "n1 --> n0")
	sibyl(t, dir, "callers", "build_path", "--format", "markdown").want(t, 0, "- `build_path`", "  - `NoteStore.save` [store.py:10](store.py#L10) exact, more not shown here")
	sibyl(t, dir, "callees", "add_note", "--format", "json").want(t, 0, `"callees": [`)
	sibyl(t, dir, "callers", "build_path", "--lang", "go").want(t, 1, "no callers")
	sibyl(t, dir, "callers", "build_path", "--format", "svg").wantErr(t, 2, `--format is mermaid, markdown, dot or json, not "svg"`)
}

func TestCallers(t *testing.T) {
	dir := workspace(t, notes)
	got := calls(t, dir, 0, "callers", "NoteStore.save")
	if len(got) != 1 || got[0].Name != "NoteStore.save" || got[0].Kind != "method" || got[0].File != "store.py" || got[0].Line != 10 {
		t.Fatalf("callers of save: %+v", got)
	}
	if c := got[0].Callers; names(c) != "add_note" || c[0].File != "app.py" || c[0].Line != 6 || len(c[0].Sites) != 1 || c[0].Sites[0].Line != 8 || c[0].Tier == "" {
		t.Errorf("callers of save: %+v", c)
	}
	for _, arg := range []string{"store.py:10", "./store.py:11", filepath.Join(dir, "store.py") + ":10", "save", "store.py:save"} {
		if got := calls(t, dir, 0, "callers", arg); len(got) != 1 || names(got[0].Callers) != "add_note" {
			t.Errorf("callers %s: %+v", arg, got)
		}
	}
	both := calls(t, dir, 0, "callers", "add_note")
	if c := both[0].Callers; names(c) != "main" || len(c[0].Sites) != 2 {
		t.Errorf("two calls in one function: %+v", c)
	}
}

func TestCallersTree(t *testing.T) {
	dir := workspace(t, notes)
	one := calls(t, dir, 0, "callers", "build_path")
	if c := one[0].Callers; names(c) != "NoteStore.save" || len(c[0].Callers) != 0 || !c[0].Cut {
		t.Errorf("depth 1: %+v", c)
	}
	two := calls(t, dir, 0, "callers", "--depth", "2", "build_path")
	if c := two[0].Callers[0].Callers; names(c) != "add_note" || len(c[0].Callers) != 0 {
		t.Errorf("depth 2: %+v", c)
	}
	r := sibyl(t, dir, "callers", "build_path", "--depth", "0")
	r.want(t, 0, "build_path", "└─ NoteStore.save", "   └─ add_note", "      └─ main", "         └─ <module>", "called at app.py:13, 14")
}

func TestCallees(t *testing.T) {
	dir := workspace(t, notes)
	got := calls(t, dir, 0, "callees", "add_note")
	if names(got[0].Callees) != "NoteStore.__init__ NoteStore.save" {
		t.Errorf("callees of add_note: %+v", got)
	}
	sibyl(t, dir, "callees", "Serve").want(t, 0, "└─ listen", "exact")
	sibyl(t, dir, "callees", "listen").want(t, 1, "calls nothing in this workspace")
}

func TestAmbiguousName(t *testing.T) {
	dir := workspace(t, map[string]string{
		"a.py": "def close(): pass\n\n\ndef f():\n    close()\n",
		"b.py": "def close(): pass\n\n\ndef g():\n    close()\n",
	})
	got := calls(t, dir, 0, "callers", "--all", "close")
	if len(got) != 2 {
		t.Fatalf("callers of two functions: %+v", got)
	}
	if all := got[0].File + ":" + names(got[0].Callers) + " " + got[1].File + ":" + names(got[1].Callers); all != "a.py:f b.py:g" {
		t.Error(all)
	}
	r := sibyl(t, dir, "callers", "close")
	r.wantErr(t, 0, "2 definitions are called close; this is the one at a.py:1, --all answers for every one; others: b.py:1")
	if first := calls(t, dir, 0, "callers", "close"); len(first) != 1 || names(first[0].Callers) != "f" {
		t.Errorf("callers close: %+v", first)
	}
	if one := calls(t, dir, 0, "callers", "b.py:1"); len(one) != 1 || names(one[0].Callers) != "g" {
		t.Errorf("callers b.py:1: %+v", one)
	}
}

func TestEmptyAnswersSayWhy(t *testing.T) {
	dir := workspace(t, map[string]string{
		"a.py": "class Thing:\n    def close(self): pass\n\n\ndef lonely(): pass\n",
		"b.py": "class Other:\n    def close(self): pass\n\n\ndef f(x, y):\n    x.close()\n    y.close()\n",
	})
	sibyl(t, dir, "callers", "lonely").want(t, 1, "no callers")
	sibyl(t, dir, "callers", "Thing.close").want(t, 1, "2 unresolved calls named close")
	sibyl(t, dir, "callers", "Thing.close", "--tier", "possible").want(t, 0, "f", "possible")
	sibyl(t, dir, "callers", "lonly").wantErr(t, 1, `nothing is called "lonly" in the 2 files`, "lonely (a.py:5)")
	sibyl(t, dir, "callers", "lonly", "--json").want(t, 1, "[]")
	sibyl(t, dir, "callers", "missing.py:3").wantErr(t, 1, "missing.py is not indexed")
}

// Modules that all pass on everything of all others: each name is looked for once in each, not once on every way there.
func TestStarImportsDoNotMultiply(t *testing.T) {
	files := map[string]string{}
	const n = 24
	for i := range n {
		var b strings.Builder
		for k := range n {
			if k != i {
				fmt.Fprintf(&b, "from m%d import *\n", k)
			}
		}
		fmt.Fprintf(&b, "\n\ndef f%d():\n    f%d()\n    nowhere()\n", i, (i+7)%n)
		files[fmt.Sprintf("m%d.py", i)] = b.String()
	}
	r := sibyl(t, workspace(t, files), "edges", "--json")
	r.want(t, 0)
	if got := strings.Count(r.out, "\n"); got != n {
		t.Errorf("%d edges, want %d", got, n)
	}
}

// Classes each with both of the layer below as bases, the lowest ones with those of the top: each class is looked at once, not once on every way to it.
func TestSharedBasesDoNotMultiply(t *testing.T) {
	var b strings.Builder
	const layers = 24
	for i := range layers {
		below := (i + layers - 1) % layers
		for _, side := range "ab" {
			fmt.Fprintf(&b, "struct %c%d : a%d, b%d {\n  void own%c%d() { nowhere(); own%c%d(); }\n  void take(a%d x, b%d y) { take(y, x); }\n};\n",
				side, i, below, below, side, i, side, (i+9)%layers, i, below)
		}
	}
	r := sibyl(t, workspace(t, map[string]string{"bases.cpp": b.String()}), "edges", "--json")
	r.want(t, 0)
	if got := strings.Count(r.out, "\n"); got < layers {
		t.Errorf("%d edges, want %d at least", got, layers)
	}
}

// So many uses are resolved on all processors: all callers are there, in order.
func TestManyCallers(t *testing.T) {
	files := map[string]string{"base.py": "def target():\n    pass\n"}
	const n, each = 40, 50
	var want []string
	for i := range n {
		b := strings.Builder{}
		b.WriteString("from base import target\n")
		for k := range each {
			name := fmt.Sprintf("f%02d_%02d", i, k)
			want = append(want, name)
			fmt.Fprintf(&b, "\n\ndef %s():\n    target()\n", name)
		}
		files[fmt.Sprintf("m%02d.py", i)] = b.String()
	}
	r := sibyl(t, workspace(t, files), "callers", "target", "--json")
	r.want(t, 0)
	at := 0
	for _, name := range want {
		next := strings.Index(r.out[at:], `"`+name+`"`)
		if next < 0 {
			t.Fatalf("%s is missing, or not in order", name)
		}
		at += next
	}
}
