package ask

import (
	"fmt"
	"regexp"

	"github.com/sibyl-ls/sibyl/graph"
)

// it stands in a question for the subject of the conversation; no name looks like it.
const it = "it__"

var pronouns = regexp.MustCompile(`(?i)\b(?:it|that|this|they)(?: (?:function|method|class|one|code|symbol))?\b|它|(?:这个|该|那个|此)(?:函数|方法|类|符号)?|(?:それ|これ|この関数|その関数)`)

var connectives = regexp.MustCompile(`^(?i:(?:and|then|so|but|also|now|ok|那么|那|然后|还有|では|じゃあ)[,，、 ]*)+`)

// routeAbout is route for a question in which "it" may stand for something known.
func routeAbout(question string, known bool) (graphQuestion, bool) {
	if q, ok := route(question); ok || !known {
		return q, ok
	}
	q := connectives.ReplaceAllString(question, "")
	return route(pronouns.ReplaceAllString(q, it))
}

// subject returns what "it" means in a question: the definition around the selection, else what the conversation was about.
func (w *workspace) subject(r Request) string {
	if f := w.graph.File(r.Path); f != nil && r.Range.End > r.Range.Start {
		if s := w.selected(f, r.Range); s.id.Symbol >= 0 {
			return placeOf(s.id)
		}
	}
	for i := len(r.History) - 1; i >= 0; i-- {
		if s := r.History[i].Subject; s != "" {
			return s
		}
	}
	return ""
}

// placeOf returns a symbol's place as graph.Lookup takes it.
func placeOf(id graph.ID) string {
	if id.Symbol < 0 {
		return id.File.Path
	}
	start, _ := lines(id.File.Facts, id.Def().NameRange)
	return fmt.Sprintf("%s:%d", id.File.Path, start)
}

// subjectOf returns the place of the first definition among snippets.
func subjectOf(snippets []snippet) string {
	for _, s := range snippets {
		if d := s.id.Def(); s.id.File != nil && d != nil && (d.Kind.Callable() || d.Kind.IsType()) {
			return placeOf(s.id)
		}
	}
	return ""
}

// showsPrivate reports whether an answer quotes a file that must not be sent.
func (w *workspace) showsPrivate(cited []Citation) bool {
	for _, c := range cited {
		if !w.snap.MaySend(c.Path) {
			return true
		}
	}
	return false
}
