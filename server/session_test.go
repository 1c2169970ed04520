package server_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/testkit"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// TestRandomSession edits, opens, closes, renames, deletes and saves files at random through a client. In the end the graph and the
// search must be those of a fresh index of the final state. SIBYL_SESSION_OPS says how many operations (2,000 in "make session"),
// SIBYL_SESSION_SEED which ones.
func TestRandomSession(t *testing.T) {
	ops, seed := fromEnv(t, "SIBYL_SESSION_OPS", 200), fromEnv(t, "SIBYL_SESSION_SEED", 1)
	s := newSession(t, uint64(seed))
	for range ops {
		s.step()
		if t.Failed() {
			t.FailNow()
		}
	}
	s.compare("with unsaved documents")
	s.compareUnfiled()
	for _, name := range slices.Sorted(maps.Keys(s.open)) {
		s.close(name)
	}
	for _, uri := range slices.Sorted(maps.Keys(s.unfiled)) {
		s.closeUnfiled(uri)
	}
	s.compare("with everything closed")
}

func fromEnv(t *testing.T, name string, otherwise int) int {
	v := os.Getenv(name)
	if v == "" {
		return otherwise
	}
	n, err := strconv.Atoi(v)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// session is a client, and what the files must be after what it did.
type session struct {
	t    *testing.T
	r    *rand.Rand
	c    *testkit.Client
	w    *testkit.Workspace
	disk map[string]string
	open map[string]string // texts of open documents
	vers int

	unfiled map[string]string // texts of documents without a file, by URI; nobody but who asks about them may see them
}

func newSession(t *testing.T, seed uint64) *session {
	s := &session{t: t, r: rand.New(rand.NewPCG(seed, 0)), w: testkit.Write(t, nil), disk: map[string]string{}, open: map[string]string{}, unfiled: map[string]string{}}
	for i := range 12 {
		s.write(s.newName(i))
	}
	s.c = testkit.Start(t, testkit.Setup{Roots: []string{s.w.Dir}})
	if s.r.IntN(2) == 0 {
		s.c.Idle() // else the session begins while the first index is being made
	}
	return s
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

var folders = []string{"", "lib/", "pkg/deep/", "名/"}

func (s *session) newName(i int) string {
	return pick(s.r, folders) + "m" + strconv.Itoa(i%20) + pick(s.r, []string{".py", ".py", ".go", ".js", ".md"})
}

// write puts a new file on disk.
func (s *session) write(name string) {
	s.disk[name] = s.source(name)
	s.w.WriteFile(s.t, name, s.disk[name])
}

func (s *session) source(name string) string {
	var b strings.Builder
	if strings.HasSuffix(name, ".go") {
		b.WriteString("package p\n")
	}
	for range 1 + s.r.IntN(5) {
		b.WriteString(s.snippet(name))
	}
	return b.String()
}

func (s *session) fn() string { return "f" + strconv.Itoa(s.r.IntN(12)) }

var prose = []string{"verify the token", "parse a line", "close the door 関数", "compute order totals 🚀", "retry with back-off"}

// snippet is a definition, an import, a call or something that is no program.
func (s *session) snippet(name string) string {
	f, g, doc, m := s.fn(), s.fn(), pick(s.r, prose), "m"+strconv.Itoa(s.r.IntN(20))
	if s.r.IntN(30) == 0 {
		return pick(s.r, []string{"}\n", "((\n", "\"\n", "'''\n", "\r\n", "é🚀\n", "\t", "{\n"})
	}
	switch name[strings.LastIndexByte(name, '.'):] {
	case ".py":
		return pick(s.r, []string{
			fmt.Sprintf("def %s(a):\n    \"\"\"%s\"\"\"\n    return %s(a)\n\n", f, doc, g),
			fmt.Sprintf("class C%s:\n    def %s(self):\n        self.%s()\n\n", f, f, g),
			fmt.Sprintf("from %s import %s\n", m, g), fmt.Sprintf("%s(1)\n", g), fmt.Sprintf("import %s\n%s.%s()\n", m, m, g),
		})
	case ".go":
		return pick(s.r, []string{
			fmt.Sprintf("// %s does: %s.\nfunc %s(a int) int { return %s(a) }\n\n", f, doc, f, g),
			fmt.Sprintf("type T%s struct{}\n\nfunc (t *T%s) %s() { t.%s() }\n\n", f, f, f, g),
		})
	case ".js":
		return pick(s.r, []string{
			fmt.Sprintf("// %s\nexport function %s(a) { return %s(a) }\n", doc, f, g),
			fmt.Sprintf("import { %s } from './%s.js'\n", g, m), fmt.Sprintf("const %s = () => %s()\n", f, g),
		})
	}
	return fmt.Sprintf("# About %s\n\n%s: see `%s`.\n\n", f, doc, g)
}

// step does one thing that an editor or a person may do.
func (s *session) step() {
	open, files := slices.Sorted(maps.Keys(s.open)), slices.Sorted(maps.Keys(s.disk))
	switch n := s.r.IntN(100); {
	case n < 60 && len(open) > 0:
		s.edit(pick(s.r, open))
	case n < 72 && len(files) > 0:
		s.openFile(pick(s.r, files))
	case n < 80 && len(open) > 0:
		s.close(pick(s.r, open))
	case n < 88 && len(open) > 0:
		s.save(pick(s.r, open))
	case n < 91:
		s.create()
	case n < 94 && len(files) > 0:
		s.rename(pick(s.r, files))
	case n < 96 && len(files) > 0:
		s.delete(pick(s.r, files))
	case n < 97 && len(files) > 0:
		s.changeOnDisk(pick(s.r, files))
	case n < 99:
		s.writeUnfiled(pick(s.r, unfiled))
	default:
		s.look()
	}
}

func (s *session) document(name string) map[string]any { return map[string]any{"uri": s.w.URI(name)} }

func (s *session) openFile(name string) {
	if _, ok := s.open[name]; ok {
		return
	}
	s.open[name] = s.disk[name]
	s.c.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": s.w.URI(name), "languageId": "", "version": 1, "text": s.disk[name]}})
}

func (s *session) close(name string) {
	delete(s.open, name)
	s.c.Notify("textDocument/didClose", map[string]any{"textDocument": s.document(name)})
}

func (s *session) save(name string) {
	s.disk[name] = s.open[name]
	s.w.WriteFile(s.t, name, s.open[name])
	s.c.Notify("textDocument/didSave", map[string]any{"textDocument": s.document(name)})
}

// edit sends one to three changes in one notification.
func (s *session) edit(name string) {
	var changes []any
	content := s.open[name]
	for range 1 + s.r.IntN(3) {
		if s.r.IntN(40) == 0 {
			content = s.source(name)
			changes = append(changes, map[string]any{"text": content})
			continue
		}
		d := text.NewDoc([]byte(content))
		start := s.place(content)
		end := start
		if s.r.IntN(2) == 0 {
			end = min(len(content), s.place(content))
			start, end = min(start, end), max(start, end)
			end = runeEnd(content, min(end, start+s.r.IntN(60)))
		}
		insert := ""
		if s.r.IntN(3) > 0 {
			insert = s.snippet(name)
		}
		from, to := d.Position(uint32(start), text.UTF16), d.Position(uint32(end), text.UTF16)
		// Between "\r" and "\n" there is no position: what the client can say is what counts.
		start, end = int(d.Offset(from, text.UTF16)), int(d.Offset(to, text.UTF16))
		changes = append(changes, map[string]any{"text": insert, "range": span{position{from.Line, from.Character}, position{to.Line, to.Character}}})
		content = content[:start] + insert + content[end:]
	}
	s.vers++
	s.open[name] = content
	s.c.Notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": s.w.URI(name), "version": s.vers}, "contentChanges": changes,
	})
}

// place is a random offset, at the start of a line more often than not.
func (s *session) place(content string) int {
	at := runeEnd(content, s.r.IntN(len(content)+1))
	if s.r.IntN(3) > 0 {
		at = strings.LastIndexByte(content[:at], '\n') + 1
	}
	return at
}

func runeEnd(s string, at int) int {
	for at < len(s) && s[at]&0xc0 == 0x80 {
		at++
	}
	return at
}

func (s *session) create() {
	name := s.newName(s.r.IntN(20))
	if _, ok := s.disk[name]; ok {
		return
	}
	if _, ok := s.open[name]; ok {
		return
	}
	s.write(name)
	s.c.Notify("workspace/didCreateFiles", map[string]any{"files": []any{s.document(name)}})
}

// rename does what editors do: a document that is open is closed and opened under its new name, with its unsaved text.
func (s *session) rename(name string) {
	to := s.newName(s.r.IntN(20))
	_, there := s.disk[to]
	_, openThere := s.open[to]
	if there || openThere {
		return
	}
	s.disk[to] = s.disk[name]
	delete(s.disk, name)
	s.w.WriteFile(s.t, to, s.disk[to])
	s.remove(name)
	s.c.Notify("workspace/didRenameFiles", map[string]any{"files": []any{map[string]any{"oldUri": s.w.URI(name), "newUri": s.w.URI(to)}}})
	if content, ok := s.open[name]; ok {
		s.close(name)
		s.openFile(to)
		s.open[to] = content
		s.c.Notify("textDocument/didChange", map[string]any{
			"textDocument": map[string]any{"uri": s.w.URI(to), "version": 2}, "contentChanges": []any{map[string]any{"text": content}},
		})
	}
}

func (s *session) delete(name string) {
	if _, ok := s.open[name]; ok && s.r.IntN(2) == 0 {
		s.close(name) // else the editor keeps a document whose file is gone
	}
	delete(s.disk, name)
	s.remove(name)
	s.c.Notify("workspace/didDeleteFiles", map[string]any{"files": []any{s.document(name)}})
}

func (s *session) remove(name string) {
	if err := os.Remove(s.w.Path(name)); err != nil {
		s.t.Fatal(err)
	}
}

// changeOnDisk is another program writing a file, which the client's watcher notices.
func (s *session) changeOnDisk(name string) {
	s.write(name)
	s.c.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": s.w.URI(name), "type": 2}}})
}

// look asks something in between: what is asked has an influence on what is parsed when.
func (s *session) look() {
	names := slices.Sorted(maps.Keys(s.disk))
	if len(names) == 0 {
		return
	}
	name := pick(s.r, names)
	s.c.Call("textDocument/documentSymbol", map[string]any{"textDocument": s.document(name)}, nil)
	s.c.Call("workspace/symbol", map[string]any{"query": s.fn()}, nil)
	s.c.Call("textDocument/prepareCallHierarchy", map[string]any{"textDocument": s.document(name), "position": position{0, 5}}, nil)
}

// unfiled are names that editors give to documents without a file.
var unfiled = []string{"untitled:Untitled-1", "untitled:Untitled-2.py", "file://"}

// writeUnfiled opens a document that has no file, edits it or closes it.
func (s *session) writeUnfiled(uri string) {
	document := map[string]any{"uri": uri, "languageId": "python", "version": 1}
	_, open := s.unfiled[uri]
	if open && s.r.IntN(3) == 0 {
		s.closeUnfiled(uri)
		return
	}
	s.unfiled[uri] = s.source("x.py")
	document["text"] = s.unfiled[uri]
	if open {
		s.c.Notify("textDocument/didChange", map[string]any{"textDocument": document, "contentChanges": []any{map[string]any{"text": s.unfiled[uri]}}})
	} else {
		s.c.Notify("textDocument/didOpen", map[string]any{"textDocument": document})
	}
	s.c.Call("textDocument/prepareCallHierarchy", map[string]any{"textDocument": map[string]any{"uri": uri}, "position": position{0, 5}}, nil)
}

func (s *session) closeUnfiled(uri string) {
	delete(s.unfiled, uri)
	s.c.Notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": uri}})
}

// compareUnfiled compares the outlines of documents without a file with those of files of the same text.
func (s *session) compareUnfiled() {
	for uri, content := range s.unfiled {
		fresh := testkit.Write(s.t, nil)
		fresh.WriteFile(s.t, "x.py", content)
		other := testkit.Start(s.t, testkit.Setup{Roots: []string{fresh.Dir}})
		other.Idle()
		var got, want []symbolNode
		s.c.Call("textDocument/documentSymbol", map[string]any{"textDocument": map[string]any{"uri": uri}}, &got)
		other.Call("textDocument/documentSymbol", map[string]any{"textDocument": map[string]any{"uri": fresh.URI("x.py")}}, &want)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			s.t.Errorf("%s: got %v\nwant %v", uri, got, want)
		}
		other.Shutdown()
	}
}

// final is the text of every file as the editor shows it.
func (s *session) final() map[string]string {
	out := maps.Clone(s.disk)
	maps.Copy(out, s.open)
	return out
}

// compare asks the session's server and a new one over a copy of the final state the same.
func (s *session) compare(when string) {
	s.t.Helper()
	s.c.Idle()
	files := s.final()
	fresh := testkit.Write(s.t, nil)
	for name, content := range files {
		fresh.WriteFile(s.t, name, content)
	}
	other := testkit.Start(s.t, testkit.Setup{Roots: []string{fresh.Dir}})
	other.Idle()
	names := slices.Sorted(maps.Keys(files))
	got, want := report(s.c, s.w, names), report(other, fresh, names)
	s.equal(when, got, want)
	s.equal(when+", searches", searches(s.c), searches(other))
	if len(want) < 20 {
		s.t.Errorf("%s: only %d lines were compared", when, len(want))
	}
	other.Shutdown()
}

// equal fails at the first line that differs.
func (s *session) equal(when string, got, want []string) {
	s.t.Helper()
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			s.t.Errorf("%s, line %d differs\nsession: %s\n  fresh: %s", when, i, at(got, i), at(want, i))
			return
		}
	}
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "(nothing)"
}
