package all

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
	"github.com/sibyl-ls/sibyl/internal/syntax"
)

var update = flag.Bool("update", false, "rewrite docs/languages.md")

// columns are what the archives of a language can show, in the order of the table.
var columns = []string{"outline", "doc comments", "private names", "tests", "imports", "calls in other files", "methods", "inheritance", "import aliases", "recursion", "lambdas", "decoys"}

const languagesPage = "../../../docs/languages.md"

// TestLanguagesPage checks that docs/languages.md says what the archives show; -update rewrites it.
func TestLanguagesPage(t *testing.T) {
	shown := map[*lang.Language]map[string]bool{}
	archives, err := filepath.Glob("../*/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range archives {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		newExample(archive).show(shown)
	}
	want := page(shown)
	if *update {
		if err := os.WriteFile(languagesPage, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(languagesPage)
	if err != nil || string(got) != want {
		t.Errorf("docs/languages.md is out of step (%v): go test ./internal/lang/all -update", err)
	}
}

// page returns the text of docs/languages.md.
func page(shown map[*lang.Language]map[string]bool) string {
	var b strings.Builder
	b.WriteString("# Languages\n\nWhat the tests of each language show (its archives in `internal/lang`, one folder a language); `go test ./internal/lang/all -update` writes this page.\n" +
		"A blank says that no test shows it, often because the language has no such thing. Every other text file is indexed by lines.\n\n" +
		"*private names*: what is not exported is known. *tests*: test files or functions are told apart. *methods*: a call on a receiver whose type is known. *decoys*: a\nname of something else is not linked.\n\n")
	fmt.Fprintf(&b, "| language | files | %s |\n|---|---|%s\n", strings.Join(columns, " | "), strings.Repeat("---|", len(columns)))
	for _, l := range Languages.Languages() {
		fmt.Fprintf(&b, "| %s | %s |", l.Name, strings.Join(slices.Concat(l.Extensions, l.Filenames), " "))
		for _, c := range columns {
			mark := " "
			if shown[l][c] {
				mark = " ✓ "
			}
			b.WriteString(mark + "|")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// example is an archive taken apart.
type example struct {
	facts  map[string]*fact.File
	of     map[string]*lang.Language
	places map[string]place
	want   string
}

// place is where a marker stands.
type place struct {
	file   string
	offset uint32
}

var marker = regexp.MustCompile(`«([^|»]*)\|([^»]*)»`)

func newExample(archive *txtar.Archive) *example {
	x := &example{facts: map[string]*fact.File{}, of: map[string]*lang.Language{}, places: map[string]place{}}
	for _, f := range archive.Files {
		if f.Name == "want" {
			x.want = string(f.Data)
			continue
		}
		var text []byte
		at := 0
		for _, m := range marker.FindAllSubmatchIndex(f.Data, -1) {
			text = append(text, f.Data[at:m[0]]...)
			x.places[string(f.Data[m[2]:m[3]])] = place{f.Name, uint32(len(text))}
			text = append(text, f.Data[m[4]:m[5]]...)
			at = m[1]
		}
		text = append(text, f.Data[at:]...)
		if l := Languages.Detect(f.Name, text); l != nil {
			x.of[f.Name], x.facts[f.Name] = l, syntax.Facts(context.Background(), l, text)
		}
	}
	return x
}

// show notes what the archive shows of which language.
func (x *example) show(shown map[*lang.Language]map[string]bool) {
	note := func(file, column string, ok bool) {
		if l := x.of[file]; ok && l != nil {
			if shown[l] == nil {
				shown[l] = map[string]bool{}
			}
			shown[l][column] = true
		}
	}
	for name, f := range x.facts {
		note(name, "imports", len(f.Imports) > 0)
		note(name, "tests", x.of[name].TestFile != nil || x.of[name].TestSymbol != nil)
		for i := range f.Symbols {
			note(name, "doc comments", f.Symbols[i].Doc != "")
			note(name, "private names", !f.Symbols[i].Exported)
		}
	}
	for line := range strings.Lines(x.want) {
		question, answer, _ := strings.Cut(strings.TrimSpace(line), " = ")
		words := strings.Fields(question)
		if len(words) < 2 {
			continue
		}
		subject, none := words[len(words)-1], strings.HasPrefix(answer, "-")
		p := x.places[subject]
		switch words[len(words)-2] {
		case "symbols":
			note(subject, "outline", !none)
		case "supertypes", "subtypes", "implementation":
			note(p.file, "inheritance", !none)
		case "incoming", "references":
			note(p.file, "decoys", none)
			note(p.file, "recursion", slices.Contains(strings.Fields(answer), subject))
		case "definition":
			for column, ok := range x.call(p, answer) {
				note(p.file, column, ok && !none)
			}
		}
	}
}

// call tells what it shows that the name at a place leads to answer.
func (x *example) call(p place, answer string) map[string]bool {
	f, target := x.facts[p.file], x.places[strings.TrimSuffix(answer, "(likely)")]
	if f == nil {
		return nil
	}
	i := slices.IndexFunc(f.References, func(r fact.Reference) bool { return r.Start == p.offset })
	if i < 0 {
		return nil
	}
	r := &f.References[i]
	out := map[string]bool{"lambdas": r.Lambda, "calls in other files": target.file != "" && target.file != p.file, "import aliases": renamed(f, r)}
	if to := x.facts[target.file]; to != nil && r.Recv != "" {
		s := to.SymbolAt(target.offset)
		out["methods"] = s >= 0 && (to.Symbols[s].Owner != "" || to.Container(s) >= 0 && to.Symbols[to.Container(s)].Kind.IsType())
	}
	return out
}

// renamed reports whether a reference starts with a name that an import gives to something that is called otherwise.
func renamed(f *fact.File, r *fact.Reference) bool {
	first := r.Name
	if r.Recv != "" {
		first = strings.FieldsFunc(string(r.Recv)+" ", func(c rune) bool { return c == '.' || c == '(' || c == '[' || c == ' ' || c == ':' })[0]
	}
	return slices.ContainsFunc(f.Imports, func(i fact.Import) bool {
		return i.Alias == first && i.Name != first && !strings.HasSuffix(i.Path, first)
	})
}
