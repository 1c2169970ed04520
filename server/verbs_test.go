package server_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/text"
)

func (s *script) definition(p string) string { return s.places("textDocument/definition", s.at(p)) }

func (s *script) places(method string, params any) string {
	var locations []location
	s.c.Call(method, params, &locations)
	var out []string
	for _, l := range locations {
		if l.TargetURI != "" {
			l.URI, l.Range = l.TargetURI, l.TargetSelRange
		}
		out = append(out, s.place(l.URI, l.Range.Start))
	}
	return list(out)
}

func (s *script) references(p string, declaration bool) string {
	params := s.at(p)
	params["context"] = map[string]any{"includeDeclaration": declaration}
	return s.places("textDocument/references", params)
}

func (s *script) prepareCalls(p string) (items []item) {
	s.c.Call("textDocument/prepareCallHierarchy", s.at(p), &items)
	return items
}

func (s *script) item(p string) string {
	var out []string
	for _, i := range s.prepareCalls(p) {
		out = append(out, i.Name+": "+i.Detail)
	}
	return oneLine(strings.Join(out, "\n"))
}

func (s *script) calls(p, direction string) string {
	var out []string
	detail := ""
	for _, i := range s.prepareCalls(p) {
		var calls []struct {
			From, To   *item
			FromRanges []span
		}
		s.c.Call("callHierarchy/"+direction+"Calls", map[string]any{"item": i}, &calls)
		detail = i.Detail
		for _, c := range calls {
			other := c.From
			if other == nil {
				other = c.To
			}
			name := s.related(*other)
			if len(c.FromRanges) > 1 {
				name += fmt.Sprintf("*%d", len(c.FromRanges))
			}
			out = append(out, name)
		}
	}
	if len(out) == 0 && direction == "incoming" && detail != "" {
		_, reason, _ := strings.Cut(detail, " · ")
		return "- (" + reason + ")"
	}
	return list(out)
}

// related names an item of a hierarchy with the tier that its data tells.
func (s *script) related(i item) string {
	tier, _ := i.Data["tier"].(string)
	dispatch, _ := i.Data["dispatch"].(bool)
	return s.symbol(i.Name, i.URI, i.SelectionRange.Start, tier, dispatch)
}

func (s *script) items(items []item) string {
	var out []string
	for _, i := range items {
		out = append(out, s.related(i))
	}
	return list(out)
}

func (s *script) prepareTypes(p string) (items []item) {
	s.c.Call("textDocument/prepareTypeHierarchy", s.at(p), &items)
	return items
}

func (s *script) types(p, direction string) string {
	var all []item
	for _, i := range s.prepareTypes(p) {
		var items []item
		s.c.Call("typeHierarchy/"+direction, map[string]any{"item": i}, &items)
		all = append(all, items...)
	}
	return s.items(all)
}

type node struct {
	Name, URI, Tier      string
	Range                span
	Dispatch, Cycle, Cut bool
	Children             []node
}

func (s *script) trees(p, direction string, extra map[string]any) []node {
	params := s.at(p)
	params["direction"] = direction
	for k, v := range extra {
		params[k] = v
	}
	var r struct{ Trees []node }
	s.c.Call("sibyl/callTree", params, &r)
	return r.Trees
}

func (s *script) possible(arg string) string {
	direction, p, _ := strings.Cut(arg, " ")
	var out []string
	for _, t := range s.trees(p, direction, map[string]any{"depth": 1, "tier": "possible"}) {
		for _, n := range t.Children {
			out = append(out, s.symbol(n.Name, n.URI, n.Range.Start, n.Tier, n.Dispatch))
		}
	}
	return list(out)
}

func (s *script) tree(p, direction string) string {
	var out []string
	for _, t := range s.trees(p, direction, nil) {
		out = append(out, s.node(t))
	}
	return list(out)
}

func (s *script) node(n node) string {
	name := s.symbol(n.Name, n.URI, n.Range.Start, n.Tier, n.Dispatch)
	if n.Cycle {
		name += "(cycle)"
	}
	if n.Cut {
		name += "(cut)"
	}
	var children []string
	for _, c := range n.Children {
		children = append(children, s.node(c))
	}
	if len(children) > 0 {
		name += "(" + list(children) + ")"
	}
	return name
}

func (s *script) export(arg string) string {
	words := strings.Fields(arg) // format, place, then filters as key=value
	params := s.at(words[1])
	params["format"], params["direction"] = words[0], "outgoing"
	for _, w := range words[2:] {
		key, value, _ := strings.Cut(w, "=")
		params[key] = json.RawMessage(value)
	}
	var r struct{ Text string }
	s.c.Call("sibyl/callTree", params, &r)
	return oneLine(r.Text)
}

func (s *script) path(arg string) string {
	from, to, _ := strings.Cut(arg, " ")
	var r struct {
		Paths [][]struct{ Caller, Callee node }
		Note  string
	}
	s.c.Call("sibyl/callPath", map[string]any{"from": s.at(from), "to": s.at(to)}, &r)
	if len(r.Paths) == 0 {
		return "- (" + r.Note + ")"
	}
	out := []string{}
	for i, h := range r.Paths[0] {
		if i == 0 {
			out = append(out, s.symbol(h.Caller.Name, h.Caller.URI, h.Caller.Range.Start, "", false))
		}
		out = append(out, s.symbol(h.Callee.Name, h.Callee.URI, h.Callee.Range.Start, "", false))
	}
	return strings.Join(out, " > ")
}

func (s *script) hover(p string) string {
	var h struct{ Contents struct{ Value string } }
	s.c.Call("textDocument/hover", s.at(p), &h)
	return oneLine(strings.ReplaceAll(h.Contents.Value, s.w.URI(""), ""))
}

func (s *script) lens(p string) string {
	m, file := s.mark(p)
	var lenses []struct {
		Range   span            `json:"range"`
		Data    json.RawMessage `json:"data"`
		Command *struct{ Title string }
	}
	s.c.Call("textDocument/codeLens", map[string]any{"textDocument": s.document(file)}, &lenses)
	var titles []string
	for _, l := range lenses {
		if l.Range.Start == s.position(m.File, m.Start) {
			s.c.Call("codeLens/resolve", map[string]any{"range": l.Range, "data": l.Data}, &l)
			titles = append(titles, l.Command.Title)
		}
	}
	return oneLine(strings.Join(titles, "\n"))
}

func (s *script) actions(p string) string {
	m, file := s.mark(p)
	var actions []struct{ Title, Kind string }
	s.c.Call("textDocument/codeAction", map[string]any{
		"textDocument": s.document(file), "context": map[string]any{"diagnostics": []any{}},
		"range": span{s.position(m.File, m.Start), s.position(m.File, m.End)},
	}, &actions)
	var out []string
	for _, a := range actions {
		out = append(out, a.Title)
	}
	return oneLine(strings.Join(out, "\n"))
}

type outline struct {
	Name     string
	Kind     int
	Children []outline
}

func (s *script) symbols(file string) string {
	var tree []outline
	s.c.Call("textDocument/documentSymbol", map[string]any{"textDocument": s.document(file)}, &tree)
	return inOrder(outlines(tree))
}

// kinds are the protocol's numbers of symbol kinds.
var kinds = strings.Fields("- file module namespace package class method property field constructor enum interface function variable constant string " +
	"number boolean array object key null enum_member struct event operator type_parameter")

func outlines(tree []outline) (out []string) {
	for _, o := range tree {
		name := kinds[o.Kind] + ":" + strings.ReplaceAll(o.Name, " ", "_")
		if len(o.Children) > 0 {
			name += "{" + strings.Join(outlines(o.Children), " ") + "}"
		}
		out = append(out, name)
	}
	return out
}

func (s *script) find(query string) string {
	var found []struct {
		Name     string
		Data     json.RawMessage
		Location location
	}
	s.c.Call("workspace/symbol", map[string]any{"query": query}, &found)
	var out []string
	for _, f := range found {
		if f.Data != nil {
			s.c.Call("workspaceSymbol/resolve", map[string]any{"name": f.Name, "kind": 1, "location": map[string]any{"uri": f.Location.URI}, "data": f.Data}, &f)
		}
		out = append(out, s.symbol(f.Name, f.Location.URI, f.Location.Range.Start, "", false))
	}
	return inOrder(out)
}

func (s *script) search(query string) string {
	var hits []struct {
		Path, Symbol string
		Start        int
	}
	s.c.Call("sibyl/search", map[string]any{"query": query}, &hits)
	var out []string
	for _, h := range hits {
		out = append(out, fmt.Sprintf("%s@%s:%d", h.Symbol, h.Path, h.Start))
	}
	return inOrder(out)
}

func (s *script) folds(file string) string {
	var folds []struct {
		StartLine, EndLine int
		Kind               string
	}
	s.c.Call("textDocument/foldingRange", map[string]any{"textDocument": s.document(file)}, &folds)
	var out []string
	for _, f := range folds {
		name := fmt.Sprintf("%d-%d", f.StartLine+1, f.EndLine+1)
		if f.Kind != "" {
			name += "(" + f.Kind + ")"
		}
		out = append(out, name)
	}
	return inOrder(out)
}

func (s *script) links(file string) string {
	var links []struct {
		Range  span
		Target string
	}
	s.c.Call("textDocument/documentLink", map[string]any{"textDocument": s.document(file)}, &links)
	var out []string
	for _, l := range links {
		out = append(out, fmt.Sprintf("%d:%s", l.Range.Start.Line+1, s.w.Name(l.Target)))
	}
	return inOrder(out)
}

func (s *script) selection(p string) string {
	m, file := s.mark(p)
	type selection struct {
		Range  span
		Parent *selection
	}
	var all []selection
	s.c.Call("textDocument/selectionRange", map[string]any{"textDocument": s.document(file), "positions": []position{s.position(m.File, m.Start)}}, &all)
	var out []string
	for at := &all[0]; at != nil; at = at.Parent {
		out = append(out, s.byteColumn(file, at.Range.Start)+"-"+s.byteColumn(file, at.Range.End))
	}
	return inOrder(out)
}

// byteColumn is a position as line:column, 1-based, in bytes whatever the client counts in.
func (s *script) byteColumn(file string, p position) string {
	d := text.NewDoc([]byte(s.now[file]))
	return fmt.Sprintf("%d:%d", p.Line+1, d.Offset(text.Position{Line: p.Line, Character: p.Character}, s.encoding())-d.Lines[p.Line]+1)
}

func (s *script) didOpen(file string) {
	if s.open[file] > 0 {
		return
	}
	s.open[file] = 1
	s.c.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": s.w.URI(file), "languageId": "", "version": 1, "text": s.now[file],
	}})
}

// didClose closes a document; what is on disk is what the archive says, or what was saved.
func (s *script) didClose(file string) {
	delete(s.open, file)
	if !s.saved[file] {
		s.w.WriteFile(s.t, file, s.w.Files[file])
		s.now[file], s.stage[file] = s.w.Files[file], file
	}
	s.c.Notify("textDocument/didClose", map[string]any{"textDocument": s.document(file)})
	s.c.Idle()
}

func (s *script) save(file string) {
	s.w.WriteFile(s.t, file, s.now[file])
	s.saved[file] = true
	s.c.Notify("textDocument/didSave", map[string]any{"textDocument": s.document(file)})
	s.c.Idle()
}

func (s *script) delete(file string) {
	if s.open[file] > 0 {
		s.didClose(file)
	}
	if err := os.Remove(s.w.Path(file)); err != nil {
		s.t.Fatal(err)
	}
	s.c.Notify("workspace/didDeleteFiles", map[string]any{"files": []any{s.document(file)}})
	s.c.Idle()
}

// change replaces the text of a document by the smallest edit of whole lines.
func (s *script) change(file, content, section string) {
	s.didOpen(file)
	before, after := s.now[file], content
	start := 0
	for start < len(before) && start < len(after) && before[start] == after[start] {
		start++
	}
	start = strings.LastIndexByte(before[:start], '\n') + 1
	s.edit(file, before, start, len(before), after[start:])
	s.now[file], s.stage[file] = after, section
}

// enter types text at the end of a document, a character at a time. Markers of the file stay where they are.
func (s *script) enter(arg string) {
	file, what, _ := strings.Cut(arg, " ")
	s.didOpen(file)
	for _, r := range strings.ReplaceAll(what, `\n`, "\n") {
		before := s.now[file]
		s.edit(file, before, len(before), len(before), string(r))
		s.now[file] = before + string(r)
	}
}

func (s *script) edit(file, before string, start, end int, insert string) {
	s.open[file]++
	s.c.Notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": s.w.URI(file), "version": s.open[file]},
		"contentChanges": []any{map[string]any{"range": span{s.offset(before, start), s.offset(before, end)}, "text": insert}},
	})
}
