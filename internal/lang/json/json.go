// Package json describes JSON: the keys of the outermost object are its symbols. Files are read by the standard library, since many are
// large and all that is wanted of them is an outline.
package json

import (
	"bytes"
	"encoding/json"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

// Language is JSON.
var Language = &lang.Language{
	Name:       "json",
	Extensions: []string{".json", ".webmanifest", ".geojson"},
	Scan:       scan,
	Rules:      fact.Rules{Family: "json"},
}

// maxKeys bounds the outline: what has more keys is a table of data.
const maxKeys = 1000

func scan(src []byte, f *fact.File) {
	d := json.NewDecoder(bytes.NewReader(src))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return
	}
	for d.More() && len(f.Symbols) < maxKeys {
		before := int(d.InputOffset())
		t, err := d.Token()
		name, ok := t.(string)
		if err != nil || !ok {
			return
		}
		start := before + bytes.IndexByte(src[before:], '"')
		end := int(d.InputOffset())
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return
		}
		if name == "" {
			continue
		}
		f.Symbols = append(f.Symbols, fact.Symbol{Name: name, Kind: fact.Field, Parent: -1, Exported: true,
			Range: fact.Range{Start: uint32(start), End: uint32(d.InputOffset())}, NameRange: fact.Range{Start: uint32(start + 1), End: uint32(end - 1)}})
	}
}
