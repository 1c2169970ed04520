package ask

import (
	"context"
	"fmt"
	"strings"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/secret"
)

const (
	maxPlaces  = 6   // of a digest
	maxDoc     = 400 // bytes of a documentation comment
	plainLines = 8   // of code outside definitions
)

// digest answers without a model: the places that fit best, with signature, documentation, callers and callees.
func (w *workspace) digest(ctx context.Context, snippets []snippet, say *phrases, delta func(string)) (Answer, error) {
	o := &writer{w: w, say: say, delta: delta}
	o.printf("%s\n\n", say.digest)
	if !w.snap.Complete() {
		o.printf("%s\n\n", say.incomplete)
	}
	n := 0
	for _, s := range snippets {
		if s.part > found {
			continue
		}
		if n++; n > maxPlaces {
			break
		}
		if err := o.place(ctx, n, s); err != nil {
			return o.done(), fmt.Errorf("answer: %w", err)
		}
		o.flush()
	}
	if n == 0 {
		o.printf("%s\n", say.nothing)
	}
	return o.done(), nil
}

func (o *writer) place(ctx context.Context, n int, s snippet) error {
	doc, ok := o.w.doc(s.file)
	if !ok {
		return nil
	}
	start, end := s.start, s.end
	d := s.id.Def()
	if d == nil {
		end = min(end, start+plainLines-1)
		r := lineRange(doc, start, end)
		code := string(doc.Bytes[r.Start:r.End])
		o.printf("### %d. `%s` %s\n\n", n, o.w.rel(s.file), o.cite(s.file, start, end, nameToken.FindAllString(code, 3)...))
		o.code(s.file, code)
		return nil
	}
	o.printf("### %d. `%s` — %s %s\n\n", n, o.w.name(s.id), d.Kind, o.cite(s.file, start, end, d.Name))
	o.code(s.file, o.head(s.id))
	if text := firstParagraph(d.Doc); text != "" {
		o.printf("> %s\n\n", text)
	}
	if !d.Kind.Callable() {
		return nil
	}
	in, out, err := o.w.around(ctx, s.id, maxNeighbours)
	if err != nil {
		return err
	}
	o.list(o.say.calledBy, in, func(e graph.Edge) string { return o.title(e.Caller) + " " + o.site(e, e.Sites[0]) })
	o.list(o.say.callsTo, out, func(e graph.Edge) string { return o.title(e.Callee) + o.defined(e.Callee, false) })
	return nil
}

// head returns a definition's signature; its first line where that is no more than the name.
func (o *writer) head(id graph.ID) string {
	d := id.Def()
	doc, ok := o.w.doc(id.File)
	if d.Signature != "" && d.Signature != d.Name || !ok {
		return d.Signature
	}
	n, _ := definition(id)
	r := lineRange(doc, n, n)
	return strings.TrimSpace(string(doc.Bytes[r.Start:r.End]))
}

func (o *writer) list(title string, edges []graph.Edge, item func(graph.Edge) string) {
	if len(edges) == 0 {
		return
	}
	var items []string
	for _, e := range edges {
		items = append(items, item(e))
	}
	o.printf("%s %s\n\n", title, strings.Join(items, o.say.separator))
}

// code writes a code block whose fence is longer than any in the code. Keys in it are blanked: answers are pasted elsewhere.
func (o *writer) code(f *graph.File, code string) {
	fence := "```"
	for strings.Contains(code, fence) {
		fence += "`"
	}
	o.printf("%s%s\n%s\n%s\n\n", fence, f.Facts.Language, secret.Mask(code), fence)
}

// firstParagraph returns the start of a documentation comment in one line, images made links.
func firstParagraph(doc string) string {
	doc, _, _ = strings.Cut(strings.TrimSpace(doc), "\n\n")
	doc = strings.Join(strings.Fields(doc), " ")
	return strings.ReplaceAll(clip(doc, maxDoc), "![", "[")
}
