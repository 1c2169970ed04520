package indexer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

func searchTree(t testing.TB) *tree {
	return newTree(t,
		"auth/token.go", "package auth\n\n// VerifyToken checks a signature.\nfunc VerifyToken(s string) bool { return parseToken(s) != nil }\n\nfunc parseToken(s string) any { return s }\n\ntype Token struct{}\n\nfunc (t *Token) Get() {}\n",
		"auth/token_test.go", "package auth\n\nimport \"testing\"\n\nfunc TestVerifyToken(t *testing.T) { VerifyToken(\"token\") }\n",
		"vendor/lib/token.go", "package lib\n\nfunc VerifyToken() {}\n",
		"py/cache.py", "class SemanticCache:\n    def get(self, key):\n        \"\"\"Looks a token up.\"\"\"\n        return self.d.get(key)\n\ndef 解析配置(x):\n    # 读取配置文件\n    return x\n",
		"py/other.py", "def get_all():\n    cache = SemanticCache()\n    return cache.get('k')\n",
		"notes.txt", "verify token verify token\n")
}

// names returns hits as "symbol@path".
func names(tr *tree, hits []Hit) (out []string) {
	for _, h := range hits {
		out = append(out, h.Symbol+"@"+relTo(tr.root, h.File.Path))
	}
	return out
}

func TestSearch(t *testing.T) {
	tr := searchTree(t)
	w := open(t, Options{Roots: []string{tr.root}})
	for _, c := range []struct {
		q    Query
		want string // the first hits
		not  string // none has this in its name
	}{
		{Query{Text: "VerifyToken"}, "VerifyToken@auth/token.go VerifyToken@vendor/lib/token.go", ""},
		{Query{Text: "verify_token"}, "VerifyToken@auth/token.go", ""},
		{Query{Text: "SemanticCache.get"}, "SemanticCache.get@py/cache.py", ""},
		{Query{Text: "Token.Get"}, "Token.Get@auth/token.go", ""},
		{Query{Text: "check the signature of a token"}, "VerifyToken@auth/token.go", ""},
		{Query{Text: "配置文件"}, "解析配置@py/cache.py", ""},
		{Query{Text: "VerifyToken", NoVendored: true}, "VerifyToken@auth/token.go", "vendor"},
		{Query{Text: "VerifyToken", NoTests: true}, "VerifyToken@auth/token.go", "_test"},
		{Query{Text: "token", Languages: []string{"python"}}, "SemanticCache.get@py/cache.py", ".go"},
		{Query{Text: "token", Kinds: []fact.Kind{fact.Method}}, "", "VerifyToken"},
		{Query{Text: "token", Paths: []string{"/py/"}}, "SemanticCache.get@py/cache.py", "auth"},
		{Query{Text: "token", Paths: []string{"*.txt", "/vendor"}}, "", "auth"},
		{Query{Text: "在哪里检查签名"}, "VerifyToken@auth/token.go", ""},
		{Query{Text: "署名の検証"}, "VerifyToken@auth/token.go", ""},
		{Query{Text: "  "}, "", "@"},
		{Query{Text: "zzyzxqwv"}, "", "@"},
	} {
		hits, err := w.Snapshot().Search(t.Context(), c.q)
		if err != nil {
			t.Fatal(err)
		}
		got := names(tr, hits)
		if !strings.HasPrefix(strings.Join(got, " "), c.want) {
			t.Errorf("%+v: got %v, want %s first", c.q, got, c.want)
		}
		if c.not != "" && strings.Contains(strings.Join(got, " "), c.not) {
			t.Errorf("%+v: got %v with %s", c.q, got, c.not)
		}
		if len(hits) == 0 && c.not != "@" {
			t.Errorf("%+v finds nothing", c.q)
		}
		for i, h := range hits {
			if len(h.Why) == 0 || h.Start < 1 || h.End < h.Start {
				t.Errorf("%+v: hit %+v", c.q, h)
			}
			if i > 0 && hits[i-1].Score < h.Score {
				t.Errorf("%+v: hits are not in order of their scores", c.q)
			}
		}
		if slices.Sort(got); len(slices.Compact(got)) != len(hits) && c.q.Kinds != nil {
			t.Errorf("%+v: a place comes twice: %v", c.q, got)
		}
	}
}

// TestSearchPath: a path in the query is where the first hit is.
func TestSearchPath(t *testing.T) {
	tr := searchTree(t)
	s := open(t, Options{Roots: []string{tr.root}}).Snapshot()
	for _, q := range []string{"vendor/lib/token.go", "what does lib/token.go verify"} {
		if hits := must(s.Search(t.Context(), Query{Text: q})); len(hits) == 0 || relTo(tr.root, hits[0].File.Path) != "vendor/lib/token.go" {
			t.Errorf("%q: got %v", q, names(tr, hits))
		}
	}
}

// TestSearchOverlay: typing changes scores and results as saving would.
func TestSearchOverlay(t *testing.T) {
	tr := searchTree(t)
	w := open(t, Options{Roots: []string{tr.root}})
	content := "package auth\n\nfunc CheckSignature(s string) bool { return VerifyToken(s) }\n"
	w.OpenDocument(tr.path("auth/token.go"), "go", 1, content)
	typed := w.Snapshot()
	tr.write("auth/token.go", content)
	saved := open(t, Options{Roots: []string{tr.root}}).Snapshot()
	for _, q := range append([]string{"VerifyToken", "signature", "token", "配置"}, queries...) {
		got, want := must(typed.Search(t.Context(), Query{Text: q})), must(saved.Search(t.Context(), Query{Text: q}))
		if g, w := describe(got), describe(want); g != w {
			t.Errorf("%q: got\n%swant\n%s", q, g, w)
		}
	}
	if hits := must(typed.Search(t.Context(), Query{Text: "parseToken"})); len(hits) > 0 && hits[0].Symbol == "parseToken" {
		t.Error("a deleted function is found")
	}
}

// TestSearchesAtOnce: searches that use memory again, and at the same time, find what each finds alone.
func TestSearchesAtOnce(t *testing.T) {
	tr := searchTree(t)
	w := open(t, Options{Roots: []string{tr.root}})
	w.OpenDocument(tr.path("py/other.py"), "python", 1, "def token():\n    return get_all()\n")
	s := w.Snapshot()
	asked := append([]string{"VerifyToken", "signature of a token", "SemanticCache.get", "配置文件", "vendor/lib/token.go", "in which file does the cache look a token up"}, queries...)
	var want []string
	for _, q := range asked {
		want = append(want, describe(must(s.Search(t.Context(), Query{Text: q}))))
	}
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Go(func() {
			for i := range 200 {
				n := (i*(g+1) + g) % len(asked)
				hits, err := s.Search(t.Context(), Query{Text: asked[n]})
				if got := describe(hits); err != nil || got != want[n] {
					t.Errorf("%q: got\n%swant\n%s%v", asked[n], got, want[n], err)
					return
				}
			}
		})
	}
	wg.Wait()
}

// TestRecordsStepBack: a table that has the question's very words does not stand before the code.
func TestRecordsStepBack(t *testing.T) {
	tr := newTree(t,
		"q.tsv", strings.Repeat("1\twhere is the signature of a token checked\n", 30),
		"auth.go", "package auth\n\n// Verify tells whether a token has the right signature.\nfunc Verify(token string) bool { return len(token) > 0 && sign(token) }\n")
	s := open(t, Options{Roots: []string{tr.root}}).Snapshot()
	hits := must(s.Search(t.Context(), Query{Text: "where is the signature of a token checked"}))
	if got := names(tr, hits); len(got) < 2 || got[0] != "Verify@auth.go" {
		t.Errorf("got %v", got)
	}
}

func describe(hits []Hit) string {
	var b strings.Builder
	for _, h := range hits {
		fmt.Fprintf(&b, "%s:%d %s %.12f %v\n", h.File.Path, h.Start, h.Symbol, h.Score, h.Why)
	}
	return b.String()
}

// TestOneFileDoesNotFillTheList: the hundredth hit of one file gives way to the first of others.
func TestOneFileDoesNotFillTheList(t *testing.T) {
	many := &strings.Builder{}
	for i := range 60 {
		fmt.Fprintf(many, "def render_page_%d():\n    return template\n\n", i)
	}
	tr := newTree(t, "a.py", many.String(), "b.py", "def render_page_v():\n    return template\n")
	w := open(t, Options{Roots: []string{tr.root}})
	hits := must(w.Snapshot().Search(t.Context(), Query{Text: "render the page of a template"}))
	if !slices.Contains(names(tr, hits), "render_page_v@b.py") {
		t.Errorf("got %v", names(tr, hits))
	}
}

// TestSignalsOfLength: what a definition's length, its kind, its documentation and the top of the list by words say.
func TestSignalsOfLength(t *testing.T) {
	tr := newTree(t, "src/pool.ts", "/** Frees a lease. */\nfunction freeLease() { return 1; }\nclass Pool {\n  constructor(lease) {\n    this.lease = lease;\n  }\n}\n"+
		"function leaseAll() {\n"+strings.Repeat("  this.lease.renew(this.lease);\n", 800)+"}\n", "src/other.ts", "export function lease() { return lease; }\n")
	s := open(t, Options{Roots: []string{tr.root}}).Snapshot()
	got := map[string]signals{}
	var order []float64
	err := s.withReader(func(r *searchReader, views []*rootState) error {
		x := newSearching(s, Query{Text: "free the lease", Limit: 10}, r, views)
		list, err := x.run(t.Context())
		for _, c := range list {
			if i := c.symbol(); i >= 0 && c.first() {
				got[c.file.Facts.Symbols[i].Name] = c.signals
			}
			order = append(order, c.signals[leads])
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	near := func(got, want float64) bool { return got > want-1e-9 && got < want+1e-9 }
	free, all, other := got["freeLease"], got["leaseAll"], got["lease"]
	if free[small] != 1 || free[large] != 0 || free[documented] <= 0 || all[small] != 0 || all[large] != 1 || all[documented] != 0 {
		t.Errorf("freeLease %v, leaseAll %v", free, all)
	}
	if got["constructor"][constructor] != 1 || free[constructor] != 0 {
		t.Errorf("constructor: %v", got["constructor"])
	}
	if free[many] <= other[many] || free[many] != all[many] {
		t.Errorf("the files' candidates: %v and %v", free[many], other[many])
	}
	slices.SortFunc(order, func(a, b float64) int { return cmp.Compare(b, a) })
	if len(order) < 3 || !near(order[0], 1) || !near(order[1], 10.0/11) || !near(order[2], 10.0/12) {
		t.Errorf("lead by words: %v", order)
	}
}

// TestSearchVersions: of several places that answer alike, the definition comes before its announcement, this machine's version before others', an index
// file that hands a name on before those that use it, and what other files import before what none does.
func TestSearchVersions(t *testing.T) {
	body := "{\n  /* accept a connection of a stream */\n  return accept_stream(s, connection);\n}\n"
	tr := newTree(t,
		"src/net.h", "int accept_connection(int s);\n",
		"src/unix/net.c", "int accept_connection(int s) "+body,
		"src/sunos/net.c", "int accept_other(int s) "+body,
		"web/index.ts", "export { Router } from 'core-router';\n",
		"web/page.ts", "import { Router } from './index';\nexport function page() { return new Router().open(new Router()); }\n",
		"web/limits.ts", "import { env } from './env';\nexport const retryLimit = env.limit;\nfunction unused() { return 1; }\n",
		"web/retry.ts", "import { retryLimit } from './limits';\nexport function retry() { return retryLimit + retryLimit; }\n",
		"store/alpha.py", "def load_rows(path):\n    \"\"\"Loads the rows of a table.\"\"\"\n    return open(path)\n",
		"store/beta.py", "def load_rows(path):\n    \"\"\"Loads the rows of a table.\"\"\"\n    return open(path)\n",
		"store/use.py", "from .beta import load_rows\n\ndef rows_of(table):\n    return load_rows(table)\n",
	)
	s := open(t, Options{Roots: []string{tr.root}}).Snapshot()
	for _, c := range []struct{ query, want string }{
		{"retryLimit", "@web/limits.ts"},
		{"accept_connection", "accept_connection@src/unix/net.c accept_connection@src/net.h"},
		{"accept a connection of a stream", "accept_connection@src/unix/net.c accept_other@src/sunos/net.c"},
		{"accept a connection of a stream on solaris sunos", "accept_other@src/sunos/net.c"},
		{"Router", "@web/index.ts"},
		{"load the rows of a table", "load_rows@store/beta.py load_rows@store/alpha.py"},
	} {
		if got := strings.Join(names(tr, must(s.Search(t.Context(), Query{Text: c.query}))), " "); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: got %s, want first %s", c.query, got, c.want)
		}
	}
}

// TestScriptHasVector: a file that only sets variables is found by what it is about; what stands between a file's definitions has words only.
func TestScriptHasVector(t *testing.T) {
	tr := newTree(t,
		"palette.sh", "red=$(tput setaf 1)\nblue=$(tput setaf 4)\n",
		"other.sh", "limit=$(ulimit -n)\nrun() {\n  echo \"$limit\"\n}\n")
	w := open(t, Options{Roots: []string{tr.root}})
	for r := range w.Snapshot().state.records {
		if got, want := r.vectors[0] != withoutVector, r.rel == "palette.sh"; got != want {
			t.Errorf("%s: its first chunk has a vector: %v", r.rel, got)
		}
	}
}
