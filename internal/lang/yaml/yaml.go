// Package yaml describes YAML: the keys of the outermost mapping and of the mappings in it are its symbols. They are read line by line,
// which no input can make slow or crash.
package yaml

import (
	"regexp"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

// Language is YAML.
var Language = &lang.Language{
	Name:       "yaml",
	IDs:        []string{"yml", "dockercompose"},
	Extensions: []string{".yaml", ".yml"},
	Filenames:  []string{".clang-format", ".clang-tidy"},
	Scan:       scan,
	Rules:      fact.Rules{Family: "yaml"},
}

// maxKeys bounds the outline: what has more keys is a table of data.
const maxKeys = 1000

var (
	key   = regexp.MustCompile(`^( *)(?:"([^"\\]+)"|'([^']+)'|([^\s#'"\-\[\]{},&*!|>%@` + "`" + `?:][^#:]*?|[^\s#'"\[\]{},:-][^#:]*?)) *:(?:\s|$)`)
	block = regexp.MustCompile(`[|>][+-]?[0-9]?\s*(?:#.*)?$`)
)

// scan gives each key the lines up to the next key that is indented as little.
func scan(src []byte, f *fact.File) {
	var open []int32  // the symbols that a line may belong to, from the outside in
	var indents []int // of open
	text, at := -1, 0 // the indentation of the key whose value is a block of text; -1 none
	end := 0          // of the last line that is not blank
	closeTo := func(indent int) {
		for len(open) > 0 && indents[len(indents)-1] >= indent {
			f.Symbols[open[len(open)-1]].Range.End = uint32(end)
			open, indents = open[:len(open)-1], indents[:len(indents)-1]
		}
	}
	for line := range strings.Lines(string(src)) {
		start := at
		at += len(line)
		trimmed := strings.TrimSpace(line)
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if trimmed == "" || trimmed[0] == '#' {
			continue
		}
		if text >= 0 && indent > text {
			end = start + len(strings.TrimRight(line, "\r\n"))
			continue
		}
		text = -1
		closeTo(indent)
		if strings.HasPrefix(line, "---") || strings.HasPrefix(line, "...") {
			closeTo(0)
			continue
		}
		m := key.FindStringSubmatchIndex(line)
		end = start + len(strings.TrimRight(line, "\r\n"))
		if m == nil {
			continue
		}
		if block.MatchString(strings.TrimRight(line, "\r\n")) {
			text = indent
		}
		if len(open) > 1 || len(f.Symbols) >= maxKeys || indent > 0 && len(open) == 0 {
			continue
		}
		from, to := m[4], m[5]
		for g := 6; from < 0; g += 2 {
			from, to = m[g], m[g+1]
		}
		s := fact.Symbol{Name: line[from:to], Kind: fact.Field, Parent: -1, Exported: true,
			Range: fact.Range{Start: uint32(start + indent), End: uint32(end)}, NameRange: fact.Range{Start: uint32(start + from), End: uint32(start + to)}}
		if len(open) > 0 {
			s.Parent = open[0]
		}
		open, indents = append(open, int32(len(f.Symbols))), append(indents, indent)
		f.Symbols = append(f.Symbols, s)
	}
	closeTo(0)
}
