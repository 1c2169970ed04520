package server_test

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/testkit"
	"github.com/sibyl-ls/sibyl/internal/text"
)

type (
	position struct {
		Line      uint32 `json:"line"`
		Character uint32 `json:"character"`
	}
	span struct {
		Start position `json:"start"`
		End   position `json:"end"`
	}
	location struct {
		URI, TargetURI string
		Range          span
		TargetSelRange span `json:"targetSelectionRange"`
	}
	item struct {
		Name           string         `json:"name"`
		Kind           int            `json:"kind"`
		Detail         string         `json:"detail"`
		URI            string         `json:"uri"`
		Range          span           `json:"range"`
		SelectionRange span           `json:"selectionRange"`
		Data           map[string]any `json:"data"`
	}
)

// ask runs one line and returns its right-hand side; "" for lines that have none.
func (s *script) ask(t *testing.T, line string) string {
	t.Helper()
	verb, rest, _ := strings.Cut(line, " ")
	ask := verbs[verb]
	if ask == nil {
		t.Fatalf("%s: no such line; see testdata/README.md", line)
	}
	return ask(s, strings.TrimSpace(rest))
}

var verbs map[string]func(s *script, arg string) string

func init() {
	verbs = map[string]func(s *script, arg string) string{
		"definition":     (*script).definition,
		"implementation": func(s *script, p string) string { return s.places("textDocument/implementation", s.at(p)) },
		"references":     func(s *script, p string) string { return s.references(p, false) },
		"references+":    func(s *script, p string) string { return s.references(p, true) },
		"incoming":       func(s *script, p string) string { return s.calls(p, "incoming") },
		"outgoing":       func(s *script, p string) string { return s.calls(p, "outgoing") },
		"possible":       (*script).possible,
		"item":           (*script).item,
		"callers":        func(s *script, p string) string { return s.tree(p, "incoming") },
		"callees":        func(s *script, p string) string { return s.tree(p, "outgoing") },
		"export":         (*script).export,
		"path":           (*script).path,
		"type":           func(s *script, p string) string { return s.items(s.prepareTypes(p)) },
		"supertypes":     func(s *script, p string) string { return s.types(p, "supertypes") },
		"subtypes":       func(s *script, p string) string { return s.types(p, "subtypes") },
		"hover":          (*script).hover,
		"lens":           (*script).lens,
		"actions":        (*script).actions,
		"symbols":        (*script).symbols,
		"find":           (*script).find,
		"search":         (*script).search,
		"folds":          (*script).folds,
		"links":          (*script).links,
		"select":         (*script).selection,
		"open":           func(s *script, f string) string { s.didOpen(f); return "" },
		"close":          func(s *script, f string) string { s.didClose(f); return "" },
		"save":           func(s *script, f string) string { s.save(f); return "" },
		"delete":         func(s *script, f string) string { s.delete(f); return "" },
		"change":         func(s *script, f string) string { s.change(f, s.w.Files[f+".edit"], f+".edit"); return "" },
		"enter":          func(s *script, a string) string { s.enter(a); return "" },
	}
}

// mark returns a marker and the file that it stands in now.
func (s *script) mark(name string) (testkit.Mark, string) {
	m, ok := s.w.Marks[name]
	if !ok {
		s.t.Fatalf("no marker is named %q", name)
	}
	return m, strings.TrimSuffix(m.File, ".edit")
}

// at is the params for the place of a marker.
func (s *script) at(name string) map[string]any {
	m, file := s.mark(name)
	return map[string]any{"textDocument": s.document(file), "position": s.position(m.File, m.Start)}
}

func (s *script) document(file string) map[string]any { return map[string]any{"uri": s.w.URI(file)} }

func (s *script) encoding() text.Encoding {
	if s.utf8 {
		return text.UTF8
	}
	return text.UTF16
}

// position converts an offset in a section.
func (s *script) position(section string, offset int) position {
	return s.offset(s.w.Files[section], offset)
}

// offset converts an offset in a text.
func (s *script) offset(content string, offset int) position {
	p := text.NewDoc([]byte(content)).Position(uint32(offset), s.encoding())
	return position{p.Line, p.Character}
}

// place names what stands at a position: the marker that begins there, else path:line.
func (s *script) place(uri string, at position) string {
	file := s.w.Name(uri)
	if name := s.markAt(file, at); name != "" {
		return name
	}
	return fmt.Sprintf("%s:%d", file, at.Line+1)
}

// markAt returns the marker that begins at a position, or the first of several by name.
func (s *script) markAt(file string, at position) string {
	found := ""
	for name, m := range s.w.Marks {
		if m.File == s.stage[file] && s.position(m.File, m.Start) == at && (found == "" || name < found) {
			found = name
		}
	}
	return found
}

// symbol names a symbol and how sure the way to it is.
func (s *script) symbol(name, uri string, at position, tier string, dispatch bool) string {
	if mark := s.markAt(s.w.Name(uri), at); mark != "" {
		name = mark
	} else if file := s.w.Name(uri); name != file[strings.LastIndexByte(file, '/')+1:] {
		name = fmt.Sprintf("%s@%s:%d", name, s.w.Name(uri), at.Line+1)
	} else {
		name = file // top-level code
	}
	if tier != "" && tier != "exact" {
		name += "(" + tier + ")"
	}
	if dispatch {
		name += "(dispatch)"
	}
	return name
}

// list joins the sorted parts.
func list(parts []string) string {
	sort.Strings(parts)
	return inOrder(parts)
}

func inOrder(parts []string) string {
	if len(parts) == 0 {
		return "-"
	}
	return strings.Join(parts, " ")
}

// oneLine makes a text fit a right-hand side.
func oneLine(s string) string {
	var lines []string
	for line := range strings.Lines(s) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return "-"
	}
	return strings.Join(lines, " | ")
}
