package indexer

import (
	"strings"
	"unicode"

	"github.com/sibyl-ls/sibyl/internal/glossary"
)

// asked is what the text of a query asks for.
type asked struct {
	text    string
	isName  bool     // the whole query looks like the name of a symbol
	names   []string // those that the query has: itself, or the words of a sentence that are written like names
	paths   []string // words that are written like paths
	words   []queryWord
	literal map[string]bool // its words and neighbouring words together, folded: what a file may be called
	meaning string          // the text for the embedder: Chinese and Japanese terms come with their English words
	english string          // the same without Chinese and Japanese; "" when there are no English words for it
	tests   bool            // tests are asked for
	long    float64         // 0: a few words, which name a thing or a topic; 1: a sentence, which describes what some place does
	place   float64         // the same for how many places of one file are wanted: a sentence of middle length still asks for files
	system  bool            // an operating system is named
}

// queryWord is one word of a query with the terms that it may stand for in code.
type queryWord struct {
	terms   []queryTerm
	weight  float64
	written string
	foreign bool // Chinese or Japanese text itself: that it is nowhere says nothing
}

type queryTerm struct {
	text  string
	share float64 // of an occurrence
}

const (
	questionWeight = 0.3 // of words that questions are made of
	laterRendering = 0.6 // of an English word that is not the usual one for a Chinese or Japanese term
)

// questionWords say that something is asked, and little about what.
var questionWords = wordSet(`how what where which who why when does do is are can get gets work works handle handles handled handling implement implements implemented
	defined happen happens made used use using get`)

func newAsked(text string) *asked {
	a := &asked{text: text, meaning: text, literal: map[string]bool{}}
	if name := nameQuery(text); name != "" {
		a.isName, a.names = true, []string{name}
	} else {
		a.names = namesIn(text)
	}
	a.paths = pathsIn(text)
	an := newAnalyzer(newVocabularies())
	var foreign []queryWord // behind those that code is more likely to have, since words may be too many
	terms, written := an.query(text)
	for _, t := range terms {
		w := queryWord{terms: []queryTerm{{t, 1}}, weight: 1, written: written[t], foreign: strings.ContainsFunc(t, isIdeograph)}
		if questionWords[w.written] {
			w.weight = questionWeight
		}
		if w.foreign {
			foreign = append(foreign, w)
		} else {
			a.words = append(a.words, w)
		}
		a.tests = a.tests || t == "test"
	}
	a.translate(an)
	for _, n := range a.names {
		a.words = append(a.words, queryWord{terms: []queryTerm{{exactTerm(n), 1}}, weight: 1})
	}
	a.words = append(a.words, foreign...)
	a.readLiteral()
	n := wordCount(text)
	a.long = ramp(n, shortQuestion, longQuestion)
	a.place = ramp(n, fileQuestion, longQuestion)
	a.system = len(systemsIn(text)) > 0
	return a
}

// A question of up to shortQuestion words asks for a topic, one of longQuestion or more for a place. Up to fileQuestion words a second place of a
// file is worth as little as for a topic.
const (
	shortQuestion = 6
	fileQuestion  = 8
	longQuestion  = 14
)

// ramp returns where n is between low, 0, and high, 1.
func ramp(n, low, high float64) float64 { return min(max((n-low)/(high-low), 0), 1) }

// wordCount returns how many words a text has. A Chinese or Japanese word has nearly two characters.
func wordCount(text string) float64 {
	wide := 0
	for _, r := range text {
		if isIdeograph(r) {
			wide++
		}
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || isIdeograph(r) })
	return float64(len(words)) + float64(wide)/1.8
}

// translate adds the English words for Chinese and Japanese terms.
func (a *asked) translate(an *analyzer) {
	var english strings.Builder // in the order of the question, which the embedder may read
	found := false
	for _, t := range glossary.Cut(a.text) {
		if len(t.English) == 0 {
			if strings.ContainsFunc(t.Text, isIdeograph) {
				t.Text = " "
			}
			english.WriteString(t.Text)
			continue
		}
		found = true
		english.WriteString(" " + strings.Join(t.English[:min(2, len(t.English))], " ") + " ")
		w := queryWord{weight: 1, written: t.Text}
		if questionWords[t.English[0]] {
			w.weight = questionWeight
		}
		seen := map[string]bool{}
		for i, e := range t.English {
			share := 1.0
			if i > 0 {
				share = laterRendering
			}
			terms, _ := an.query(e)
			for _, term := range terms {
				if !seen[term] {
					seen[term] = true
					w.terms = append(w.terms, queryTerm{term, share})
				}
				a.tests = a.tests || i == 0 && term == "test"
			}
		}
		a.words = append(a.words, w)
	}
	if found {
		a.english = strings.Join(strings.Fields(english.String()), " ")
		a.meaning = a.text + " " + a.english
	}
}

// readLiteral collects words, and two or three neighbours together.
func (a *asked) readLiteral() {
	words := strings.FieldsFunc(a.text, func(r rune) bool {
		return r != '_' && (r > unicode.MaxASCII || !unicode.IsLetter(r) && !unicode.IsDigit(r))
	})
	for i := range words {
		for n := 1; n <= 3 && i+n <= len(words); n++ {
			a.literal[fold(strings.Join(words[i:i+n], ""))] = true
		}
	}
}

// nameQuery returns the query without white space when it looks like the name of a symbol, "" when it is prose.
func nameQuery(s string) string {
	s = strings.TrimSuffix(strings.TrimSpace(s), "()")
	for _, r := range s {
		if r != '_' && r != '$' && r != '.' && r != ':' && r != '#' && !unicode.IsLetter(r) && !unicode.IsDigit(r) || isIdeograph(r) {
			return ""
		}
	}
	return s
}

// isIdeograph reports whether a character belongs to a script without spaces, in which a sentence looks like one word.
func isIdeograph(r rune) bool { return cjk(r) && !unicode.Is(unicode.Hangul, r) }

// namesIn returns the words of a sentence that are written like names: with an underscore, a capital inside, a qualifier, or a capital behind the
// first word.
func namesIn(text string) (out []string) {
	start := -1
	word := func(s string, first bool) {
		if s = strings.Trim(s, ".:#"); s == "" || !unicode.IsLetter(rune(s[0])) && s[0] != '_' && s[0] != '$' {
			return
		}
		last := lastName(s)
		if last != s || strings.Contains(last, "_") || capitalInside(last) || !first && len(last) > 1 && class[last[0]] == upper {
			out = append(out, s)
		}
	}
	for i := 0; i <= len(text); i++ {
		if i < len(text) && (class[text[i]] != other && class[text[i]] != wide || strings.IndexByte("$.:#", text[i]) >= 0) {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			word(text[start:i], start == 0)
			start = -1
		}
	}
	return out
}

// capitalInside reports whether a capital follows a small letter.
func capitalInside(s string) bool {
	for i := 1; i < len(s); i++ {
		if class[s[i]] == upper && class[s[i-1]] == lower {
			return true
		}
	}
	return false
}

// pathsIn returns the words of a text that are written like paths of files or folders.
func pathsIn(text string) (out []string) {
	for _, w := range strings.Fields(text) {
		w = strings.Trim(w, "`'\"(),;:?")
		dot := strings.LastIndexByte(w, '.')
		ending := dot > 0 && len(w)-dot > 1 && len(w)-dot <= 6
		if slash := strings.IndexByte(w, '/'); slash >= 0 && (ending || strings.Count(w, "/") > 1) || ending && slash < 0 {
			out = append(out, strings.Trim(strings.TrimPrefix(w, "./"), "/"))
		}
	}
	return out
}

// lastName returns what stands behind the last separator of a qualified name.
func lastName(s string) string {
	if i := strings.LastIndexAny(s, ".:#"); i >= 0 {
		return s[i+1:]
	}
	return s
}

// fold makes names comparable that differ in case and underscores only.
func fold(s string) string { return strings.ToLower(strings.ReplaceAll(s, "_", "")) }

// exactTerm is the term by which a symbol of that name is found, whatever else it is made of.
func exactTerm(name string) string { return "=" + fold(lastName(name)) }
