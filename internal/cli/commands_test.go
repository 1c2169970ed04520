package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestIndex(t *testing.T) {
	dir := workspace(t, notes)
	r := sibyl(t, dir, "index", "--json")
	r.want(t, 0)
	var got struct {
		Files, Chunks      int
		Bytes              int64
		Symbols, Languages map[string]int
		Skipped            []struct{ Path, Reason string }
		Seconds            float64
		Embedder, Head     string
		Notes              []string
	}
	decode(t, r.out, &got)
	bytes := int64(0)
	for _, content := range notes {
		bytes += int64(len(content))
	}
	if got.Files != 4 || got.Bytes != bytes || got.Chunks < 8 || got.Symbols["function"] != 7 || got.Symbols["class"] != 1 || got.Languages["python"] != 3 {
		t.Errorf("index: %+v, want 4 files with %d bytes", got, bytes)
	}
	sibyl(t, dir, "index").want(t, 0, "4 files", "python 3, go 1")
}

func TestIndexNothing(t *testing.T) {
	dir := workspace(t, nil)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	sibyl(t, dir, "index", "--json").want(t, 1, `"files": 0`, `"skipped": []`)
}

func TestIndexSkipped(t *testing.T) {
	dir := workspace(t, map[string]string{"a.py": "def f(): pass\n", "big.py": strings.Repeat("x = 1\n", 400_000)})
	r := sibyl(t, dir, "--json", "index")
	r.want(t, 0, `"path": "big.py"`)
	sibyl(t, dir, "callers", "big.py:3").wantErr(t, 1, "big.py is not indexed:")
}

func TestIndexFollowsTheDisk(t *testing.T) {
	dir := workspace(t, notes)
	sibyl(t, dir, "search", "straße").want(t, 0, "web/größe.py")
	if err := os.Remove(filepath.Join(dir, "web", "größe.py")); err != nil {
		t.Fatal(err)
	}
	sibyl(t, dir, "index", "--json").want(t, 0, `"files": 3`)
	sibyl(t, dir, "symbols", "straße").wantErr(t, 1, "no name like")
}

func TestPurge(t *testing.T) {
	dir := workspace(t, notes)
	index := filepath.Join(filepath.Dir(dir), "index")
	sibyl(t, dir, "index").want(t, 0)
	if countFiles(t, index) == 0 {
		t.Fatal("no index on the disk")
	}
	sibyl(t, dir, "index", "--purge").want(t, 0, "removed")
	if n := countFiles(t, index); n != 0 {
		t.Errorf("%d files are left", n)
	}
	sibyl(t, dir, "index", "--purge").want(t, 0, "there was no index")
	sibyl(t, dir, "index", "--purge", "--json").want(t, 0, `"removed": []`)
}

func countFiles(t *testing.T, dir string) (n int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			n++
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

type hit struct {
	Path       string
	Start, End int
	Symbol     string
	Kind       string
	Score      float64
	Why        []string
}

func TestSearch(t *testing.T) {
	dir := workspace(t, notes)
	for _, query := range [][]string{
		{"search", "--json", "-n", "3", "write a note to the disk"},
		{"search", "write", "a", "note", "to", "the", "disk", "-n3", "--json"},
	} {
		r := sibyl(t, dir, query...)
		r.want(t, 0)
		var hits []hit
		decode(t, r.out, &hits)
		if len(hits) == 0 || len(hits) > 3 || hits[0].Path != "store.py" || hits[0].Start < 4 || hits[0].End > 16 || len(hits[0].Why) == 0 {
			t.Errorf("%q: %+v", query, hits)
		}
	}
	sibyl(t, dir, "search", "straße").want(t, 0, "web/größe.py:1-")
	sibyl(t, dir, "search", "note", "--path", "nowhere/**").wantErr(t, 1, `nothing found for "note"`)
	sibyl(t, dir, "search", "--json", "note", "--path", "nowhere/**").want(t, 1, "[]")
	if r := sibyl(t, dir, "search", "--json", "--lang", "go", "note"); strings.Contains(r.out, ".py") {
		t.Errorf("--lang go finds Python:\n%s", r.out)
	}
}

func TestSearchQueries(t *testing.T) {
	dir := workspace(t, notes)
	r := sibylInput(t, dir, "build_path\n\nServe\n", "search", "--queries", "-", "-n", "2", "--json")
	r.want(t, 0)
	lines := strings.Split(strings.TrimSpace(r.out), "\n")
	if len(lines) != 3 {
		t.Fatalf("%d lines for 3 queries:\n%s", len(lines), r.out)
	}
	for i, want := range []struct{ query, path string }{{"build_path", "store.py"}, {"", ""}, {"Serve", "web/server.go"}} {
		var got struct {
			Query   string
			Results []hit
		}
		decode(t, lines[i], &got)
		switch {
		case got.Query != want.query, want.path == "" && len(got.Results) > 0:
			t.Errorf("line %d: %+v", i+1, got)
		case want.path != "" && (len(got.Results) == 0 || got.Results[0].Path != want.path):
			t.Errorf("line %d: %+v, want %s first", i+1, got, want.path)
		}
	}
}

type place struct {
	Name, Kind, File string
	Line             int
}

func TestSymbols(t *testing.T) {
	dir := workspace(t, notes)
	r := sibyl(t, dir, "symbols", "--json", "bldpth")
	r.want(t, 0)
	var got []struct {
		place
		Signature string
	}
	var plain []map[string]any
	if err := json.Unmarshal([]byte(r.out), &plain); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(r.out), &got); err != nil {
		t.Fatal(err)
	}
	if len(plain) != 1 || plain[0]["name"] != "build_path" || plain[0]["file"] != "store.py" || plain[0]["line"] != 17.0 || plain[0]["kind"] != "function" {
		t.Errorf("symbols: %s", r.out)
	}
	sibyl(t, dir, "symbols", "東京").want(t, 0, "web/größe.py:5")
	sibyl(t, dir, "symbols", "qqqq").wantErr(t, 1, "no name like")
}

type edge struct {
	Caller, Callee place
	Tier           string
	Site           struct {
		File string
		Line int
	}
}

func TestEdges(t *testing.T) {
	dir := workspace(t, notes)
	r := sibyl(t, dir, "edges", "--json")
	r.want(t, 0)
	var got []string
	for line := range strings.Lines(r.out) {
		var e edge
		decode(t, line, &e)
		if e.Site.File != e.Caller.File || e.Site.Line == 0 || e.Tier != "exact" && e.Tier != "likely" {
			t.Errorf("edge %s", line)
		}
		got = append(got, e.Caller.Name+" "+e.Callee.Name)
		if e.Caller.Name == "<module>" && (e.Caller.File != "app.py" || e.Caller.Line != 1 || e.Callee.Line != 11 || e.Site.Line != 17) {
			t.Errorf("module code: %s", line)
		}
	}
	slices.Sort(got)
	want := []string{
		"<module> main", "NoteStore.save build_path", "Serve listen", "add_note NoteStore.__init__", "add_note NoteStore.save",
		"main add_note", "main add_note", "straße 東京",
	}
	if !slices.Equal(got, want) {
		t.Errorf("edges\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if r := sibyl(t, dir, "edges"); r.out == "" || !strings.HasPrefix(r.out, "{") {
		t.Errorf("edges without a terminal must be JSON lines: %s", r.out)
	}
	none := workspace(t, map[string]string{"a.py": "x = 1\n"})
	sibyl(t, none, "edges", "--json").wantErr(t, 1, "no calls found")
}

// Lines of edges are those of a JSON encoder, whatever stands in names.
func TestEdgeLines(t *testing.T) {
	dir := workspace(t, map[string]string{
		"größe/<a>&b.py": "def 東京():\n    return 東京(東京())\n",
		"it's.ts":        "class A { \"a\\\"b\\\\c\"() { this['a\"b'](); return f() } }\nfunction f() { f(); f() }\n",
	})
	r := sibyl(t, dir, "edges", "--json")
	r.want(t, 0)
	for line := range strings.Lines(r.out) {
		type place struct {
			Name string `json:"name"`
			Kind string `json:"kind"`
			File string `json:"file"`
			Line int    `json:"line"`
		}
		var h struct {
			Caller place  `json:"caller"`
			Callee place  `json:"callee"`
			Tier   string `json:"tier"`
			Site   struct {
				File string `json:"file"`
				Line int    `json:"line"`
			} `json:"site"`
		}
		decode(t, line, &h)
		var want strings.Builder
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		if err := e.Encode(h); err != nil || line != want.String() {
			t.Errorf("%v\n%swant\n%s", err, line, want.String())
		}
	}
}

func TestPath(t *testing.T) {
	dir := workspace(t, notes)
	r := sibyl(t, dir, "path", "main", "build_path", "--json")
	r.want(t, 0)
	var hops []edge
	decode(t, r.out, &hops)
	if len(hops) != 3 || hops[0].Caller.Name != "main" || hops[1].Callee.Name != "NoteStore.save" || hops[2].Callee.Name != "build_path" || hops[2].Site.Line != 12 {
		t.Errorf("path: %+v", hops)
	}
	sibyl(t, dir, "path", "app.py:11", "build_path").want(t, 0, "→ NoteStore.save", "called at app.py:8")
	sibyl(t, dir, "path", "straße", "東京").want(t, 0, "→ 東京", "web/größe.py:5")
	sibyl(t, dir, "path", "build_path", "main").wantErr(t, 1, "no chain of calls; build_path reaches nothing else in this workspace; main reaches build_path in 3 calls")
	sibyl(t, dir, "path", "build_path", "main", "--json").want(t, 1, "[]")
	sibyl(t, dir, "path", "nobody", "main").wantErr(t, 1, `nothing is called "nobody"`)
}

func TestStats(t *testing.T) {
	dir := workspace(t, notes)
	r := sibyl(t, dir, "stats", "--json")
	r.want(t, 0)
	m := keys(t, r.out)
	for _, k := range []string{"files", "bytes", "chunks", "languages", "symbols", "edges", "most_called", "widest_callers", "unused", "cycles"} {
		if m[k] == nil {
			t.Errorf("no %q in %s", k, r.out)
		}
	}
	sibyl(t, dir, "stats").want(t, 0, "most called", "widest callers", "add_note")
}

func TestDoctor(t *testing.T) {
	dir := workspace(t, notes)
	t.Setenv("SIBYL_LLM_BASE_URL", "")
	sibyl(t, dir, "doctor").want(t, 0, "data folder", "no question leaves this machine", "4 files")
	r := sibyl(t, dir, "doctor", "--json")
	var findings []struct{ Check, State, Detail string }
	decode(t, r.out, &findings)
	t.Setenv("SIBYL_LLM_BASE_URL", "http://127.0.0.1:9/v1")
	t.Setenv("SIBYL_LLM_API_KEY", "sk-do-not-print")
	r = sibyl(t, dir, "doctor")
	r.want(t, 0, "are sent to http://127.0.0.1:9/v1", "a key is set")
	if strings.Contains(r.out+r.err, "sk-do-not-print") {
		t.Error("the doctor prints the key")
	}
	file := filepath.Join(dir, "store.py")
	sibyl(t, dir, "doctor", "--data-dir", filepath.Join(file, "x")).wantErr(t, 2, "checks failed")
}

func TestStatsShowWhatNothingUses(t *testing.T) {
	dir := workspace(t, map[string]string{
		"a.py": "from b import run\n\n\ndef start():\n    run(_passed)\n    _called()\n\n\ndef _called():\n    pass\n\n\ndef _passed():\n    pass\n\n\ndef _lonely():\n    _lonely()\n\n\ndef __dir__():\n    return []\n",
		"b.py": "from a import start\n\n\ndef run(f):\n    f()\n\n\ndef again():\n    start()\n",
		"c.py": "from library import Base\n\n\nclass Child(Base):\n    def _hook(self):\n        pass\n\n\nclass Own:\n    def _idle(self):\n        pass\n",
		"t.go": "package t\n\nfunc main() {}\n\nfunc used() {}\n\nfunc idle() { used() }\n",
	})
	var got struct {
		Unused []place
		Cycles []struct {
			Modules []string
			Calls   []edge
		}
	}
	r := sibyl(t, dir, "stats", "--json")
	r.want(t, 0)
	if err := json.Unmarshal([]byte(r.out), &got); err != nil {
		t.Fatal(err)
	}
	var unused []string
	for _, p := range got.Unused {
		unused = append(unused, p.Name)
	}
	if want := []string{"_lonely", "Own._idle", "idle"}; !slices.Equal(unused, want) {
		t.Errorf("unused: %q, want %q", unused, want)
	}
	if len(got.Cycles) != 1 || !slices.Equal(got.Cycles[0].Modules, []string{"a", "b"}) || len(got.Cycles[0].Calls) != 2 {
		t.Errorf("cycles: %+v", got.Cycles)
	}
	sibyl(t, dir, "stats").want(t, 0, "no other use): 3", "cycle of 2 modules: a, b")
}
