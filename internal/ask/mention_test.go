package ask

import (
	"fmt"
	"strings"
	"testing"
)

func show(ms []mention, text string) string {
	var out []string
	for _, m := range ms {
		var refs []string
		for _, r := range m.refs {
			refs = append(refs, fmt.Sprintf("%s %d-%d", r.path, r.start, r.end))
		}
		out = append(out, text[m.start:m.end]+" = "+strings.Join(refs, " + "))
	}
	return strings.Join(out, "\n")
}

func TestMentions(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"`f` opens it [src/a.go:3-9].", "[src/a.go:3-9] = src/a.go 3-9"},
		{"one line [a.go:3]", "[a.go:3] = a.go 3-3"},
		{"[a.go:3][b.go:4-5]", "[a.go:3] = a.go 3-3\n[b.go:4-5] = b.go 4-5"},
		{"several [a.go:3, b/c.py:4-5; 9]", "[a.go:3, b/c.py:4-5; 9] = a.go 3-3 + b/c.py 4-5 + b/c.py 9-9"},
		{"in backquotes `[a.go:3-4]` and `a.go:7`", "`[a.go:3-4]` = a.go 3-4\n`a.go:7` = a.go 7-7"},
		{"inside [`a.go:3`]", "[`a.go:3`] = a.go 3-3"},
		{"like GitHub src/a.go#L3-L9, and [src/a.go#L3]", "src/a.go#L3-L9 = src/a.go 3-9\n[src/a.go#L3] = src/a.go 3-3"},
		{`Windows [src\win\a.go:3–4] [C:\x y\a.go:5]`, `[src\win\a.go:3–4] = src\win\a.go 3-4` + "\n" + `[C:\x y\a.go:5] = C:\x y\a.go 5-5`},
		{"a link [the parser](src/p.go#L3-L4) and [src/p.go:5](src/p.go#L5)", "[the parser](src/p.go#L3-L4) = src/p.go 3-4\n[src/p.go:5](src/p.go#L5) = src/p.go 5-5"},
		{"parentheses (src/a.go:3-9) and 【src/a.go:4】", "(src/a.go:3-9) = src/a.go 3-9\n【src/a.go:4】 = src/a.go 4-4"},
		{"words before it (see src/a.go:3)", "(see src/a.go:3) = src/a.go 3-3"},
		{"【a.go:3\n】", ""},
		{"brackets in a path [app/[id]/page.tsx:3-4]", "[app/[id]/page.tsx:3-4] = app/[id]/page.tsx 3-4"},
		{"spaces and signs [my dir/a #1 50%.py:2]", "[my dir/a #1 50%.py:2] = my dir/a #1 50%.py 2-2"},
		{"columns [a.go:3:7] and words [a.go:lines 3-4] [a.go:L3-L4]", "[a.go:3:7] = a.go 3-3\n[a.go:lines 3-4] = a.go 3-4\n[a.go:L3-L4] = a.go 3-4"},
		{"no extension [Makefile:3]", "[Makefile:3] = Makefile 3-3"},
		{"中文 [源码/解析.go:3-4]。", "[源码/解析.go:3-4] = 源码/解析.go 3-4"},
		{"slices `x[1:3]` and [i:3] and arr[0:n], at 12:30, [12:30], [note: 3]", ""},
		{"a URL [http://h/a.go:80] and (https://h:443)", ""},
		{"```go\nx := m[a.go:3]\n```\nafter [a.go:4]", "[a.go:4] = a.go 4-4"},
		{"~~~\n[a.go:3]", ""},
		{"[ ] [x] [", ""},
		{"[a.go:99999999999999999999]", "[a.go:99999999999999999999] = a.go 1073741824-1073741824"},
	} {
		if got := show(mentions(test.text), test.text); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.text, got, test.want)
		}
	}
}

func TestClaims(t *testing.T) {
	for _, test := range []struct{ text, want string }{ // near | sentence of each citation
		{"`f` opens it [a.go:3].", "`f` opens it | `f` opens it ."},
		{"First one. `f` opens it [a.go:3]. Then more.", "`f` opens it | `f` opens it ."},
		{"`f` opens it. [a.go:3] `g` closes it. [a.go:9]", "`f` opens it. | `f` opens it.\n`g` closes it. | `g` closes it."},
		{"`f` is here [a.go:3] and `g` there [a.go:9].", "`f` is here | `f` is here and `g` there .\nand `g` there | `f` is here and `g` there ."},
		{"`f` is twice [a.go:3][b.go:4]", "`f` is twice | `f` is twice\n`f` is twice | `f` is twice"},
		{"函数 `f` 打开文件 [a.go:3]。`g` 关闭它 [a.go:9]。", "函数 `f` 打开文件 | 函数 `f` 打开文件 。\n`g` 关闭它 | `g` 关闭它 。"},
		{"uses v1.2 of e.g. foo.bar here [a.go:3]", "uses v1.2 of e.g. foo.bar here | uses v1.2 of e.g. foo.bar here"},
		{"- `f` does it\n  [a.go:3]", "- `f` does it | - `f` does it"},
		{"[a.go:3] `f` opens it.", "| `f` opens it."},
	} {
		var got []string
		for _, c := range claimsOf(test.text, mentions(test.text)) {
			got = append(got, strings.TrimSpace(strings.Join(strings.Fields(c.near), " ")+" | "+strings.Join(strings.Fields(c.sentence), " ")))
		}
		if s := strings.Join(got, "\n"); s != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.text, s, test.want)
		}
	}
}

func TestTerms(t *testing.T) {
	for text, want := range map[string]string{
		"`Parser.next()` reads a `Token`":                   "[[Parser next] [Token]]",
		"the camelCase name, a snake_case one, plain words": "[[camelCase] [snake_case]]",
		"calls open() and std::move":                        "[[open] [std move]]",
		"returns `nil` or `err` if x":                       "[]",
		"see config.go and `src/a.go`":                      "[]",
		"ends here.Next one":                                "[]",
		"`x = make_it(a, bb)`":                              "[[make_it bb]]",
	} {
		got := terms(text)
		if got == nil {
			got = []term{}
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s\n got %v\nwant %s", text, got, want)
		}
	}
}

func FuzzMentions(f *testing.F) {
	f.Add("`f` opens it [src/a.go:3-9], x.go#L3 (a.go:1) 【b.go:2】 ```\n[a.go:1]")
	f.Add("[[[a.go:1]](b#L2)。. ` [")
	f.Add("opens it [src/a.go:3-9]" + strings.Repeat("\xa3", maxClaim+10))
	f.Fuzz(func(t *testing.T, text string) {
		ms := mentions(text)
		at := 0
		for _, m := range ms {
			if m.start < at || m.end <= m.start || m.end > len(text) || len(m.refs) == 0 {
				t.Fatalf("mention %+v after %d of %d bytes", m, at, len(text))
			}
			at = m.end
		}
		for _, c := range claimsOf(text, ms) {
			terms(c.near + c.sentence + c.before)
		}
		route(text)
	})
}
