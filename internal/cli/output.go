package cli

import (
	"encoding/json"
	"io"
	"strings"
	"text/tabwriter"

	"golang.org/x/term"
)

// printJSON writes v as one indented JSON value.
func (c *call) printJSON(v any) error {
	e := json.NewEncoder(c.out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// lines returns an encoder for JSON lines.
func (c *call) lines() *json.Encoder {
	e := json.NewEncoder(c.out)
	e.SetEscapeHTML(false)
	return e
}

// isTerminal reports whether w (or an io.Reader) is a terminal.
func isTerminal(w any) bool {
	f, ok := w.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(f.Fd()))
}

// table prints rows with aligned columns, without blanks at the ends of lines.
type table struct{ rows [][]string }

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

func (t *table) print(w io.Writer) {
	var b strings.Builder
	tw := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, row := range t.rows {
		io.WriteString(tw, strings.TrimRight(strings.Join(row, "\t"), "\t")+"\n")
	}
	tw.Flush()
	io.WriteString(w, b.String())
}
