package indexer

import (
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// ignoreCase is a tree with ignore files. Which of its files they exclude is what git says.
type ignoreCase struct {
	name    string
	ignores map[string]string // text by folder
	paths   string            // separated by "|"
}

var ignoreCases = []ignoreCase{
	{"negation", at("*.log\n!keep.log\n"), "a.log|keep.log|d/keep.log|d/x.log|x"},
	{"negation, order", at("!a.log\n*.log\n"), "a.log"},
	{"parent is excluded", at("build/\n!build/keep\n"), "build/keep|build/x|sub/build/y"},
	{"allow list", at("/*\n!/foo\n/foo/*\n!/foo/bar\n"), "x|foo/y|foo/bar/z|q/r"},
	{"allow list by ending", at("*\n!*/\n!*.c\n"), "a.c|d/e/a.c|d/a.h"},
	{"leading .*/", at(".*/\n"), ".venv/x|.hidden|a/.cache/y|a/b"},
	{"leading .*/ with exception", at(".*/\n!.github/\n"), ".github/x|.idea/y"},
	{"nested", map[string]string{"": "*.txt\n", "sub": "!*.txt\n", "sub/deep": "a.txt\n"}, "a.txt|sub/a.txt|sub/deep/a.txt|sub/deep/b.txt"},
	{"nested, anchored", map[string]string{"sub": "/x\ny/z\n"}, "x|sub/x|sub/d/x|sub/y/z|sub/q/y/z|y/z"},
	{"nested in an excluded folder", map[string]string{"": "out/\n", "out": "!*\n"}, "out/a"},
	{"nested exception", map[string]string{"": "*.gen\n", "keep": "!x.gen\n"}, "keep/x.gen|keep/y.gen|keep/d/x.gen"},
	{"nested names its folder", map[string]string{"sub": "sub\n/\n.\n"}, "sub/x|sub/sub/x"},
	{"folder only", at("foo/\n"), "foo|d/foo/x"},
	{"folder only, path", at("bar/foo/\n"), "bar/foo/x|q/bar/foo/x"},
	{"folder by name", at("foo\n"), "foo/x/y|a/foo/b"},
	{"folder by ending", at("*.d\n"), "x.d/a.c"},
	{"file pattern, folder exception", at("foo*\n!foobar/\n"), "foobar/x|foobaz"},
	{"**/name", at("**/foo\n"), "foo|a/foo|a/b/foo/c|a/foox"},
	{"**/path", at("**/foo/bar\n"), "foo/bar|a/foo/bar|a/foo/x/bar"},
	{"path/**", at("abc/**\n"), "abc/x|abc/d/x|q/abc/x"},
	{"path/** with exception", at("dist/**\n!dist/keep.txt\n!dist/sub/keep.txt\n"), "dist/keep.txt|dist/sub/keep.txt|dist/x"},
	{"path/* with exception", at("dist/*\n!dist/keep.txt\n"), "dist/keep.txt|dist/sub/keep.txt"},
	{"a/**/b", at("a/**/b\n"), "a/b|a/x/b|a/x/y/b|q/a/b"},
	{"a/**/b/**/c", at("a/**/b/**/c\n"), "a/b/c|a/b/b/c|a/x/b/y/c|a/b/x"},
	{"a/*/b", at("a/*/b\n"), "a/b|a/x/b|a/x/y/b"},
	{"** for folders", at("**/tmp/\na/**/\n"), "tmp|x/tmp/y|x/tmp2/y|a/x|a/d/x"},
	{"** and exceptions", at("lib/**\n!lib/**/\n!lib/**/*.go\n"), "lib/a.go|lib/x/y/a.go|lib/x/a.c"},
	{"** alone", at("**\n!*.go\n!*/\n"), "a.go|d/a.go|d/a.c"},
	{"escapes", at("\\#a\n#b\n\\!c\nd\\*e\n\\f\\oo\na\\/b\n"), "#a|#b|!c|c|d*e|dxe|foo|a/b"},
	{"backslash at the end", at("foo\\\n"), "foo|foo\\"},
	{"trailing spaces", at("a  \nb\\ \nc\\  \nd \\ \n"), "a|a  |b |b|c |c  |d  "},
	{"other spaces", at("a\t\n b\nc d\n #e\n"), "a|a\t|b| b|c d|x/c d| #e"},
	{"CRLF", at("foo\r\n*.log\r\n"), "foo|a.log|bar"},
	{"no newline at the end", at("foo\nbar"), "foo|bar"},
	{"byte-order mark", at("\ufefffoo\n"), "foo"},
	{"anchors", at("/a\nb/c\nd/\n/e/\n./f\n"), "a|x/a|b/c|x/b/c|d/x|x/d/y|e/x|b/e/x|f"},
	{"slashes", at("/\na//b\n//c\nd//\n"), "x|a/b|c|d/x"},
	{"empty negations", at("!\n!/\na\n"), "a|b"},
	{"?", at("?.c\na?b\n/x?y\n"), "a.c|ab.c|é.c|d/x.c|a/b|axb|x/y|xxy"},
	{"classes", at("[ab].c\n[!ab].d\n[^ab].e\n*.py[cod]\nx[0-9]\n"), "a.c|c.c|a.d|c.d|a.e|c.e|a.pyc|a.py|x5|xa"},
	{"odd classes", at("[]a]x\n[!]a]y\n[a-\\]]z\n[ab\nk[/]b\nq[a-]\n[z-a]\n"), "]x|ax|bx|]y|by|bz|]z|[ab|a|k/b|q-|qa|m"},
	{"named classes", at("[[:digit:]]x\n[[:alpha:]_]y\n[[:nope:]]z\n"), "1x|ax|ay|_y|1y|az"},
	{"star and slash", at("doc/*.html\n"), "doc/a.html|doc/p/a.html|x/doc/a.html"},
	{"case", at("Foo\n"), "foo|Foo"},
	{"outside ASCII", at("été/\n日本*\n"), "été/x|日本語.txt|ete/x"},
	{"usual lines", at("node_modules\n!node_modules/keep\n/.env*\n*.o\n"), "node_modules/a/b.js|p/node_modules/x|.envrc|p/.envrc|a.o|x/y/a.o"},
}

func at(text string) map[string]string { return map[string]string{"": text} }

// TestIgnoresAgreeWithGit compares our rules with git check-ignore.
func TestIgnoresAgreeWithGit(t *testing.T) {
	for _, c := range ignoreCases {
		t.Run(c.name, func(t *testing.T) { compareWithGit(t, newRepository(t), c) })
	}
}

// TestRandomIgnoresAgreeWithGit does so for patterns put together at random. Left out are "**" beside other letters, which git before
// 2.41 reads by the addresses of its buffers, and "/" in a class, which means nothing.
func TestRandomIgnoresAgreeWithGit(t *testing.T) {
	dir, r := newRepository(t), rand.New(rand.NewSource(1))
	names := []string{"a", "b", "ab", "a b", ".a", "a*"}
	var paths []string
	for _, x := range names {
		for _, y := range names {
			for _, z := range names {
				paths = append(paths, x+"/"+y+"/"+z)
			}
		}
	}
	words := []string{"a", "b", "*", "?", "/", "/", "!", "\\", "[ab]", "[!a]", " ", ".", "a", "b", "/**/", "\\ ", "#"}
	line := func() string {
		s := []string{"", "", "", "!", "**/", "!**/"}[r.Intn(6)]
		for range 1 + r.Intn(5) {
			s += words[r.Intn(len(words))]
		}
		return s + []string{"", "", "/", "/**"}[r.Intn(4)]
	}
	for i := range 150 {
		c := ignoreCase{fmt.Sprint(i), map[string]string{"": "", "a": "", "a/b": ""}, strings.Join(paths, "|")}
		for folder := range c.ignores {
			for range r.Intn(4) {
				c.ignores[folder] += line() + "\n"
			}
		}
		compareWithGit(t, dir, c)
	}
}

func compareWithGit(t *testing.T, dir string, c ignoreCase) {
	t.Helper()
	for folder, text := range c.ignores {
		write(t, dir, filepath.Join(folder, ".gitignore"), text)
	}
	paths := strings.Split(c.paths, "|")
	for _, p := range paths {
		if _, err := os.Lstat(filepath.Join(dir, p)); err != nil {
			write(t, dir, p, "")
		}
	}
	cmd := exec.Command("git", "check-ignore", "-z", "--stdin")
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(strings.Join(paths, "\x00"))
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != 1 {
		t.Fatal(err)
	}
	ignored := map[string]bool{}
	for p := range strings.SplitSeq(string(out), "\x00") {
		ignored[p] = true
	}
	for _, p := range paths {
		if got := ignoredByRules(c.ignores, p); got != ignored[p] {
			t.Errorf("%q with %q: ignored is %v, git says %v", p, c.ignores, got, ignored[p])
		}
	}
}

func ignoredByRules(files map[string]string, path string) bool {
	var r *ignores
	r = r.with("", files[""])
	for i := range path {
		if path[i] == '/' {
			if r.ignored(path[:i], true) {
				return true
			}
			r = r.with(path[:i], files[path[:i]])
		}
	}
	return r.ignored(path, false)
}

func FuzzIgnores(f *testing.F) {
	for _, c := range ignoreCases {
		f.Add(c.ignores[""], c.paths)
	}
	f.Fuzz(func(t *testing.T, text, path string) {
		var r *ignores
		r = r.with("", text)
		first := r.ignored(path, false)
		if again := r.ignored(path, false); again != first {
			t.Fatal("a second look differs")
		}
		// A last line that names the path literally decides, whatever stands before it.
		if path == "" || strings.ContainsAny(path, "\n\r/") || foldNames {
			return
		}
		literal := ""
		for i := range len(path) {
			literal += `\` + path[i:i+1]
		}
		if !r.with("", text+"\n"+literal).ignored(path, false) || r.with("", text+"\n!"+literal).ignored(path, false) {
			t.Fatalf("%q does not match %q", literal, path)
		}
	})
}
