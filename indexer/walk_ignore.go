package indexer

import (
	"os"
	"path/filepath"
	"strings"
)

// ignoreRule is one line of an ignore file.
type ignoreRule struct {
	glob    glob
	negated bool
	dirOnly bool
}

// ignores are the rules that hold in a folder: those of its own ignore file and, in up, those of the folders above.
// The zero pointer has no rules.
type ignores struct {
	up    *ignores
	dir   string // the folder of the file, relative to where all paths start, with a trailing slash; "" is that place
	rules []ignoreRule
}

// with returns the rules that hold in dir when its ignore file says text.
func (r *ignores) with(dir, text string) *ignores {
	rules := parseIgnores(text)
	if len(rules) == 0 {
		return r
	}
	if dir != "" {
		dir += "/"
	}
	return &ignores{r, dir, rules}
}

// ignored reports whether the rules exclude path. It answers for path alone: what is below an excluded folder is excluded whatever
// the rules say, so the caller asks for each folder on the way down, as git does.
func (r *ignores) ignored(path string, isDir bool) bool {
	for ; r != nil; r = r.up {
		rel, ok := strings.CutPrefix(path, r.dir)
		if !ok {
			continue
		}
		for i := len(r.rules) - 1; i >= 0; i-- {
			rule := &r.rules[i]
			if (isDir || !rule.dirOnly) && rule.glob.match(rel) {
				return !rule.negated
			}
		}
	}
	return false
}

func parseIgnores(text string) []ignoreRule {
	var rules []ignoreRule
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\ufeff"), "\n") {
		if rule, ok := parseIgnore(strings.TrimSuffix(line, "\r")); ok {
			rules = append(rules, rule)
		}
	}
	return rules
}

func parseIgnore(line string) (rule ignoreRule, ok bool) {
	if strings.HasPrefix(line, "#") {
		return rule, false
	}
	line = trimSpaces(line)
	line, rule.negated = strings.CutPrefix(line, "!")
	line, rule.dirOnly = strings.CutSuffix(line, "/")
	rule.glob = compileGlob(line)
	return rule, line != ""
}

// trimSpaces removes trailing spaces; an escaped one stays.
func trimSpaces(line string) string {
	end := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
			end = min(i+1, len(line))
		case ' ':
		default:
			end = i + 1
		}
	}
	return line[:end]
}

// readSmall returns the text of a file that a person wrote; "" when it is not there, no regular file, or larger than 1 MB.
func readSmall(path string) string {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > 1<<20 {
		return ""
	}
	b, _ := os.ReadFile(path)
	return string(b)
}

// ignoresAbove returns the rules that hold in dir before its own ignore file is read: the user's global ones and, where dir lies in
// a work tree that starts at top, that repository's own and those of the folders between. Paths are relative to top, which is dir
// itself outside of a work tree. A folder above a root that is in no repository has no say: in many a home folder the ignore file
// says "*".
func ignoresAbove(top, dir, global string) *ignores {
	var r *ignores
	r = r.with("", readSmall(global))
	r = r.with("", readSmall(filepath.Join(gitFolder(top), "info", "exclude")))
	rel := relative(top, dir)
	for i := range rel {
		if i == 0 || rel[i] == '/' {
			above := rel[:i]
			r = r.with(above, readSmall(filepath.Join(top, filepath.FromSlash(above), ".gitignore")))
		}
	}
	return r
}

// relative returns path relative to base, with slashes; "" for base itself. path must be base or lie below it.
func relative(base, path string) string {
	rel := strings.TrimPrefix(filepath.ToSlash(path), strings.TrimSuffix(filepath.ToSlash(base), "/"))
	return strings.TrimPrefix(rel, "/")
}
