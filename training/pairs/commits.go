package main

import (
	"bufio"
	"fmt"
	"os/exec"
	"path"
	"regexp"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/lang/all"
)

const (
	lastCommits = 8000 // of a repository
	mostFiles   = 3    // of a commit that says one thing
	leastAdded  = 3    // lines
	mostFailed  = 50   // in a row
)

// Marks that git log writes around a message; no source has them.
const messageStart, messageEnd = "\x01", "\x02"

// writeCommits pairs what commits say with the code that they changed: people who report and repair say what happens, in other words than the code.
// A copy may lack large files: commits that git cannot show for that are passed over.
func writeCommits(repository, revision string, out emit) error {
	for skip, failed := 0, 0; skip < lastCommits; {
		shown, err := logCommits(repository, revision, skip, out)
		if err == nil {
			return nil
		}
		if failed++; shown > 1 {
			failed = 0
		}
		if failed > mostFailed {
			return fmt.Errorf("read commits of %s: %w", repository, err)
		}
		skip += max(shown, 1)
	}
	return nil
}

// logCommits makes the pairs of the commits after the first skip. It returns how many git began to show.
func logCommits(repository, revision string, skip int, out emit) (shown int, err error) {
	git := exec.Command("git", "-C", repository, "log", "--no-merges", "--skip", fmt.Sprint(skip), "-n", fmt.Sprint(lastCommits-skip), "-p", "-U8", "--no-color",
		"--no-ext-diff", "--no-textconv", "--format="+messageStart+"%s%n%n%b%n"+messageEnd, revision)
	pipe, err := git.StdoutPipe()
	if err != nil {
		return 0, err
	}
	if err := git.Start(); err != nil {
		return 0, err
	}
	var c commit
	for s := lineScanner(bufio.NewScanner(pipe)); s.Scan(); {
		line := s.Text()
		if strings.HasPrefix(line, messageStart) {
			c.pairs(out)
			c = commit{message: []string{line[1:]}, open: true}
			shown++
			continue
		}
		c.read(line)
	}
	if err := git.Wait(); err != nil {
		return shown, err // the last one broke off
	}
	c.pairs(out)
	return shown, nil
}

func lineScanner(s *bufio.Scanner) *bufio.Scanner {
	s.Buffer(make([]byte, 1<<16), 1<<26)
	return s
}

type commit struct {
	message []string
	open    bool // the message goes on
	files   []string
	hunks   []hunk
}

// hunk is a changed place as it is afterwards.
type hunk struct {
	file  string
	added int
	text  strings.Builder
}

func (c *commit) read(line string) {
	switch {
	case c.open:
		c.open = line != messageEnd
		if c.open {
			c.message = append(c.message, line)
		}
	case strings.HasPrefix(line, "+++ "):
		c.files = append(c.files, strings.TrimPrefix(strings.TrimPrefix(line, "+++ "), "b/"))
	case strings.HasPrefix(line, "@@ ") && len(c.files) > 0:
		c.hunks = append(c.hunks, hunk{file: c.files[len(c.files)-1]})
		if _, inside, ok := strings.Cut(line[3:], "@@ "); ok {
			c.now().text.WriteString(inside + "\n")
		}
	case len(c.hunks) == 0 || line == "" || c.now().text.Len() > 2*codeBytes:
	case line[0] == '+':
		c.now().added++
		c.now().text.WriteString(line[1:] + "\n")
	case line[0] == ' ':
		c.now().text.WriteString(line[1:] + "\n")
	}
}

func (c *commit) now() *hunk { return &c.hunks[len(c.hunks)-1] }

// pairs makes a pair of the subject and the largest changed place, and one of the message's first paragraph.
func (c *commit) pairs(out emit) {
	best := c.largest()
	if best == nil || len(c.message) == 0 {
		return
	}
	text := strings.ToValidUTF8(best.text.String(), "")
	code := best.file + "\n" + text[:min(len(text), codeBytes)]
	subject := cleanSubject(c.message[0])
	if n := len(strings.Fields(subject)); n >= 4 && isProse(strings.Fields(subject)) {
		out("commit", "", subject, code)
	}
	body := clean(trailers.ReplaceAllString(strings.TrimSpace(strings.Join(c.message[1:], "\n")), ""))
	if len(strings.Fields(body)) >= 8 && !chore.MatchString(c.message[0]) {
		out("commit", "", body, code)
	}
}

// largest returns the largest changed place of a commit that changed a few files of code; tests aside.
func (c *commit) largest() (best *hunk) {
	files := 0
	for _, file := range c.files {
		if isCode(file) {
			files++
		}
	}
	if files == 0 || files > mostFiles {
		return nil
	}
	for i := range c.hunks {
		if h := &c.hunks[i]; isCode(h.file) && h.added >= leastAdded && (best == nil || h.added > best.added) {
			best = h
		}
	}
	return best
}

// isCode reports whether a changed file is hand-written code that is not a test.
func isCode(file string) bool {
	for folder := path.Dir(file); folder != "." && folder != "/"; folder = path.Dir(folder) {
		if skippedFolder[strings.ToLower(path.Base(folder))] {
			return false
		}
	}
	l := all.Languages.Detect(file, nil)
	return l != nil && l.Name != "markdown" && !data[l.Name] && !isTest(file) && file != "/dev/null"
}

// data are the languages whose files are data rather than code.
var data = map[string]bool{"json": true, "yaml": true, "toml": true, "css": true, "gomod": true, "cargo": true, "packagejson": true}

var (
	prefix   = regexp.MustCompile(`^(?:\[[^\]]*\]\s*|\w+(?:\([^)]*\))?!?:\s+|[\w/.*-]+:\s+|#\d+\s*:?\s*)+`)
	numbers  = regexp.MustCompile(`\s*\(?(?:#|GH-|gh-)\d+\)?|\b[A-Z]{2,}-\d+\b:?`)
	trailers = regexp.MustCompile(`(?m)^(?:[A-Z][\w-]+-[Bb]y|Change-Id|Cc|Reviewed|Fixes|Closes|Refs|See|PR|Issue|Link)\b.*$`)
	chore    = regexp.MustCompile(`(?i)^(?:\W*)(?:merge|bump|release|revert|version|prepare|update (?:dep|change|read)|upgrade|changelog|chore|style|typo|format|fix (?:typo|lint|style|format|test|build|ci)|ci\b|docs?\b|wip\b|apply)`)
)

func cleanSubject(s string) string {
	if chore.MatchString(s) {
		return ""
	}
	return clean(numbers.ReplaceAllString(prefix.ReplaceAllString(s, ""), ""))
}
