// Package toml describes TOML: its tables and the keys in them are its symbols, read line by line.
package toml

import (
	"regexp"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

// Language is TOML.
var Language = &lang.Language{
	Name:       "toml",
	Extensions: []string{".toml"},
	Filenames:  []string{"Pipfile", "poetry.lock", "Cargo.lock"},
	Scan:       scan,
	Rules:      fact.Rules{Family: "toml"},
}

// maxKeys bounds the outline: what has more keys is a table of data.
const maxKeys = 1000

var (
	table = regexp.MustCompile(`^\s*\[\[?\s*([^\]\r\n]+?)\s*\]\]?`)
	key   = regexp.MustCompile(`^\s*((?:[\w-]+|"[^"]+"|'[^']+')(?:\s*\.\s*(?:[\w-]+|"[^"]+"|'[^']+'))*)\s*=`)
)

func scan(src []byte, f *fact.File) {
	parent, at, end := int32(-1), 0, 0
	text := "" // the quotes that end a string over several lines; "" none
	for line := range strings.Lines(string(src)) {
		start := at
		at += len(line)
		trimmed := strings.TrimSpace(line)
		if text != "" {
			if strings.Contains(line, text) {
				text = ""
			}
			end = start + len(strings.TrimRight(line, "\r\n"))
			continue
		}
		if trimmed == "" || trimmed[0] == '#' || len(f.Symbols) >= maxKeys {
			continue
		}
		m := table.FindStringSubmatchIndex(line)
		isTable := m != nil
		if !isTable {
			m = key.FindStringSubmatchIndex(line)
		} else if parent >= 0 {
			f.Symbols[parent].Range.End = uint32(end)
		}
		end = start + len(strings.TrimRight(line, "\r\n"))
		if m == nil {
			continue
		}
		s := fact.Symbol{Name: strings.Trim(line[m[2]:m[3]], `"'`), Kind: fact.Field, Parent: parent, Exported: true,
			Range: fact.Range{Start: uint32(start + len(line) - len(strings.TrimLeft(line, " \t"))), End: uint32(end)}, NameRange: fact.Range{Start: uint32(start + m[2]), End: uint32(start + m[3])}}
		if isTable {
			s.Kind, s.Parent, parent = fact.Module, -1, int32(len(f.Symbols))
		} else {
			for _, q := range []string{`"""`, "'''"} {
				if strings.Count(line, q) == 1 {
					text = q
				}
			}
		}
		f.Symbols = append(f.Symbols, s)
	}
	if parent >= 0 {
		f.Symbols[parent].Range.End = uint32(max(end, int(f.Symbols[parent].Range.End)))
	}
}
