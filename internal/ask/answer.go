package ask

import (
	"fmt"
	"strings"

	"github.com/sibyl-ls/sibyl/graph"
)

// check returns the citation of lines if they support a claim.
func (w *workspace) check(f *graph.File, start, end int, c claim) (Citation, bool) {
	doc, ok := w.doc(f)
	if !ok {
		return Citation{}, false
	}
	e, ok := evidenceOf(f, doc, start, end)
	if !ok || !e.supports(c) {
		return Citation{}, false
	}
	r := lineRange(doc, start, end)
	out := Citation{Path: f.Path, Range: r, Start: start, End: end}
	if i := enclosing(f.Facts, doc, r); i >= 0 {
		out.Symbol = f.Facts.Qualified(i)
	} else if i := f.Facts.SymbolAt(max(r.End, 1) - 1); i >= 0 {
		out.Symbol = f.Facts.Qualified(i) // documentation and the definition after it
	}
	return out, true
}

// label is how a citation is written.
func label(path string, start, end int) string {
	if start == end {
		return fmt.Sprintf("%s:%d", path, start)
	}
	return fmt.Sprintf("%s:%d-%d", path, start, end)
}

// add keeps a citation once.
func (a *Answer) add(c Citation) {
	for _, old := range a.Citations {
		if old.Path == c.Path && old.Start == c.Start && old.End == c.End {
			return
		}
	}
	a.Citations = append(a.Citations, c)
}

// verified returns a model's text with its citations checked: those that hold in the one form that clients read, the others marked. Images become links.
func (w *workspace) verified(a Answer, text string, say *phrases) Answer {
	text = strings.ReplaceAll(text, "![", "[")
	ms := mentions(text)
	claims := claimsOf(text, ms)
	var out strings.Builder
	at := 0
	for i, m := range ms {
		var parts []string
		for _, ref := range m.refs {
			f := w.find(ref.path)
			if f == nil && m.loose && !pathLike.MatchString(ref.path) {
				parts = nil
				break
			}
			parts = append(parts, w.verify(&a, f, ref, claims[i], say))
		}
		if parts == nil {
			continue
		}
		out.WriteString(text[at:m.start])
		out.WriteString(strings.Join(parts, " "))
		at = m.end
	}
	out.WriteString(text[at:])
	a.Text = out.String()
	return a
}

func (w *workspace) verify(a *Answer, f *graph.File, ref reference, c claim, say *phrases) string {
	if f != nil {
		if checked, ok := w.check(f, ref.start, ref.end, c); ok {
			a.add(checked)
			return "[" + label(w.rel(f), ref.start, ref.end) + "]"
		}
	}
	a.Dropped++
	return fmt.Sprintf(say.unverified, label(ref.path, ref.start, ref.end))
}

// writer builds an answer of this package's own, line by line, each citation checked as a model's would be.
type writer struct {
	w     *workspace
	say   *phrases
	a     Answer
	text  strings.Builder
	delta func(string)
	sent  int
}

func (o *writer) printf(format string, args ...any) { fmt.Fprintf(&o.text, format, args...) }

// cite returns the citation of lines, checked against what names say that it shows.
func (o *writer) cite(f *graph.File, start, end int, names ...string) string {
	c := claim{near: "`" + strings.Join(names, "` `") + "`"}
	return o.w.verify(&o.a, f, reference{o.w.rel(f), start, end}, c, o.say)
}

// flush sends what was written since the last time.
func (o *writer) flush() {
	if s := o.text.String()[o.sent:]; s != "" {
		o.sent += len(s)
		o.delta(s)
	}
}

func (o *writer) done() Answer {
	o.flush()
	o.a.Text = o.text.String()
	return o.a
}

// defined cites a symbol's definition: its head, the whole of it when whole.
func (o *writer) defined(id graph.ID, whole bool) string {
	start, end := definition(id)
	if id.Symbol < 0 {
		return "" // a file is no claim about its first line
	}
	if !whole {
		start, _ = lines(id.File.Facts, id.Def().NameRange)
		end = start
	}
	return " " + o.cite(id.File, start, end, id.Def().Name)
}
