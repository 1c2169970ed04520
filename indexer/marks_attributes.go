package indexer

import (
	"path/filepath"
	"strconv"
	"strings"
)

// attribute is whether an attribute is set for a file: not mentioned, unset ("-name", "name=false") or set.
type attribute int8

const (
	unspecified attribute = iota
	unset
	set
)

// or returns what the attribute says, and otherwise what the guess says.
func (a attribute) or(guess bool) bool { return a == set || a == unspecified && guess }

// attributes are those of a file that we use, as GitHub's linguist defines them.
type attributes struct{ generated, vendored attribute }

// attributeRule is one line of a .gitattributes file.
type attributeRule struct {
	glob                glob
	generated, vendored mention
}

// mention is what a line says of one attribute.
type mention struct {
	said  bool
	value attribute // "!name" says that it is unspecified
}

// attributeRules are the rules of one .gitattributes file and, in up, of those in the folders above. The zero pointer has none.
type attributeRules struct {
	up    *attributeRules
	dir   string
	rules []attributeRule
}

// with returns the rules that hold in dir when its attributes file says text. Files without a word about linguist cost nothing.
func (r *attributeRules) with(dir, text string) *attributeRules {
	if !strings.Contains(text, "linguist-") {
		return r
	}
	var rules []attributeRule
	for line := range strings.SplitSeq(text, "\n") {
		if rule, ok := parseAttributes(strings.TrimSpace(line)); ok {
			rules = append(rules, rule)
		}
	}
	if dir != "" {
		dir += "/"
	}
	return &attributeRules{r, dir, rules}
}

// of returns the attributes of a file. The last line that mentions one counts.
func (r *attributeRules) of(path string) attributes {
	var generated, vendored mention
	for ; r != nil && !(generated.said && vendored.said); r = r.up {
		rel, ok := strings.CutPrefix(path, r.dir)
		for i := len(r.rules) - 1; ok && i >= 0; i-- {
			if rule := &r.rules[i]; rule.glob.match(rel) {
				generated.unless(rule.generated)
				vendored.unless(rule.vendored)
			}
		}
	}
	return attributes{generated.value, vendored.value}
}

func (m *mention) unless(earlier mention) {
	if !m.said {
		*m = earlier
	}
}

func parseAttributes(line string) (rule attributeRule, ok bool) {
	pattern, rest := cutPattern(line)
	if pattern == "" || pattern[0] == '#' || pattern[0] == '!' || strings.HasSuffix(pattern, "/") {
		return rule, false // git allows no negation here, and folders have no attributes
	}
	rule.glob = compileGlob(pattern)
	for _, word := range strings.Fields(rest) {
		name, value := parseAttribute(word)
		switch name {
		case "linguist-generated":
			rule.generated = mention{true, value}
		case "linguist-vendored":
			rule.vendored = mention{true, value}
		}
	}
	return rule, rule.generated.said || rule.vendored.said
}

// cutPattern splits a line after its pattern, which is in quotes when it has spaces.
func cutPattern(line string) (pattern, rest string) {
	if quoted, err := strconv.QuotedPrefix(line); err == nil && line[0] == '"' {
		pattern, _ = strconv.Unquote(quoted)
		return pattern, line[len(quoted):]
	}
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		return line[:i], line[i:]
	}
	return line, ""
}

func parseAttribute(word string) (name string, value attribute) {
	if name, ok := strings.CutPrefix(word, "-"); ok {
		return name, unset
	}
	if name, ok := strings.CutPrefix(word, "!"); ok {
		return name, unspecified
	}
	name, text, _ := strings.Cut(word, "=")
	if text == "false" || text == "0" {
		return name, unset
	}
	return name, set
}

// attributeReader finds the rules for the files of a work tree, reading each folder's file once.
type attributeReader struct {
	top, prefix string
	known       map[string]*attributeRules // by folder, relative to top
}

// newAttributeReader returns a reader whose paths are relative to dir. top is where the work tree starts; "": it is looked for.
func newAttributeReader(dir, top string) *attributeReader {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	if top == "" {
		top = gitTop(dir)
	}
	return &attributeReader{top, relative(top, dir), map[string]*attributeRules{}}
}

func (a *attributeReader) of(path string) attributes {
	path = join(a.prefix, path)
	return a.rules(folderOf(path)).of(path)
}

// rules returns those that hold in a folder, relative to the top.
func (a *attributeReader) rules(folder string) *attributeRules {
	r, ok := a.known[folder]
	if !ok {
		if folder != "" {
			r = a.rules(folderOf(folder))
		}
		r = r.with(folder, readSmall(filepath.Join(a.top, filepath.FromSlash(folder), ".gitattributes")))
		a.known[folder] = r
	}
	return r
}

// folderOf returns the folder of a relative path, "" at its start.
func folderOf(path string) string {
	return path[:max(strings.LastIndexByte(path, '/'), 0)]
}
