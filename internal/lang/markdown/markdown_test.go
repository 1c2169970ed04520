package markdown

import (
	"strconv"
	"strings"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// TestHeadings writes a section as PARENT>NAME@FIRST-LAST, with its lines.
func TestHeadings(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"nesting", "# A\ntext\n## B\n### C\n## D\n# E\n", "A@1-5 A>B@3-4 A>B>C@4-4 A>D@5-5 E@6-6"},
		{"a level left out", "# A\n### C\n## B\n", "A@1-3 A>C@2-2 A>B@3-3"},
		{"deeper first", "## B\n# A\n", "B@1-1 A@2-2"},
		{"closing marks", "# A #\n## B# ##\n# #\n", "A@1-2 A>B#@2-2"},
		{"no blank behind the marks", "#A\n####### B\n", ""},
		{"setext", "A\n===\nx\n\nB\n---\n", "A@1-6 A>B@5-6"},
		{"setext of several lines", "A\nb\n===\n", "A b@1-3"},
		{"a rule is no underline", "a\n\n---\n- b\n---\n> c\n---\n", ""},
		{"fences", "```sh\n# no\n```\n# A\n~~~\n# no\n```\n# no\n~~~\n# B\n", "A@4-9 B@10-10"},
		{"a fence in a list", "- x\n\n      ```\n      # no\n      ```\n# A\n", "A@6-6"},
		{"a longer fence", "````\n```\n# no\n````\n# A\n", "A@5-5"},
		{"an open fence", "```\n# no\n", ""},
		{"code on one line", "```x```\n# A\n", "A@2-2"},
		{"indented code", "    # no\n", ""},
		{"front matter", "---\ntitle: x\n# no\n---\n# A\n", "A@5-5"},
		{"comments", "<!--\n# no\n-->\n# A\n<!-- x -->\n## B\n", "A@4-6 A>B@6-6"},
		{"tables", "a | b\n--- | ---\n1 | 2\n", ""},
		{"CRLF", "# A\r\n\r\nB\r\n===\r\n", "A@1-2 B@3-4"},
		{"empty", "", ""},
	} {
		doc := text.NewDoc([]byte(c.in))
		f := &fact.File{Lines: doc.Lines, Size: len(c.in)}
		scan(doc.Bytes, f)
		var got []string
		for i, s := range f.Symbols {
			name := strings.ReplaceAll(f.Qualified(int32(i)), ".", ">")
			last := f.Line(max(s.Range.End, 1) - 1)
			got = append(got, name+"@"+strconv.Itoa(f.Line(s.Range.Start)+1)+"-"+strconv.Itoa(last+1))
			if at := string(doc.Bytes[s.NameRange.Start:s.NameRange.End]); strings.Join(strings.Fields(at), " ") != s.Name {
				t.Errorf("%s: the name range of %q holds %q", c.name, s.Name, at)
			}
		}
		if g := strings.Join(got, " "); g != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.name, g, c.want)
		}
	}
}
