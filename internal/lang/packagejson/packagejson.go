// Package packagejson describes the manifests of JavaScript and TypeScript: package.json, tsconfig.json and jsconfig.json.
//
// What they say about paths becomes imports: Name says what the entry is, Alias is the pattern, Path what it leads to.
package packagejson

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

// Language is the manifests.
var Language = &lang.Language{
	Name:      "package.json",
	Filenames: []string{"package.json", "tsconfig.json", "jsconfig.json", "tsconfig.base.json"},
	Scan:      scan,
	Rules:     fact.Rules{Family: "js.manifest", Manifest: fact.ManifestPackage},
}

// manifest is what is read of all three.
type manifest struct {
	Name            string          `json:"name"`
	Main            json.RawMessage `json:"main"`
	Module          json.RawMessage `json:"module"`
	Types           json.RawMessage `json:"types"`
	Source          json.RawMessage `json:"source"` // some tools take a list
	Exports         json.RawMessage `json:"exports"`
	Imports         json.RawMessage `json:"imports"`
	Extends         json.RawMessage `json:"extends"`
	CompilerOptions *struct {
		BaseURL string              `json:"baseUrl"`
		Paths   map[string][]string `json:"paths"`
	} `json:"compilerOptions"`
}

func scan(src []byte, f *fact.File) {
	src = withoutComments(src)
	if len(bytes.TrimSpace(src)) == 0 { // an empty tsconfig.json is one
		return
	}
	var m manifest
	f.Skipped = lang.Misread(src, 0, json.Unmarshal(src, &m)) // m has what is of the right type
	f.ModulePath = m.Name
	add := func(name, alias, path string) {
		f.Imports = append(f.Imports, fact.Import{Name: name, Alias: alias, Path: path})
	}
	leaves(m.Exports, ".", func(alias, path string) { add("exports", alias, path) })
	leaves(m.Imports, "", func(alias, path string) { add("imports", alias, path) })
	for _, entry := range []json.RawMessage{m.Source, m.Types, m.Module, m.Main} {
		leaves(entry, ".", func(_, path string) {
			if path != "" {
				add("exports", ".", path)
			}
		})
	}
	leaves(m.Extends, "", func(_, path string) { add("extends", "", path) })
	if c := m.CompilerOptions; c != nil {
		if c.BaseURL != "" {
			add("base", "", c.BaseURL)
		}
		for _, pattern := range sorted(c.Paths) {
			for _, path := range c.Paths[pattern] {
				add("paths", pattern, path)
			}
		}
	}
}

// leaves calls yield for each text in a value of package.json's exports, with the key that starts with "." or "#" above it.
func leaves(value json.RawMessage, alias string, yield func(alias, path string)) {
	var text string
	var list []json.RawMessage
	var object map[string]json.RawMessage
	switch {
	case len(value) == 0:
	case json.Unmarshal(value, &text) == nil:
		yield(alias, text)
	case json.Unmarshal(value, &list) == nil:
		for _, v := range list {
			leaves(v, alias, yield)
		}
	case json.Unmarshal(value, &object) == nil:
		for _, key := range sorted(object) {
			below := alias
			if strings.HasPrefix(key, ".") || strings.HasPrefix(key, "#") {
				below = key
			}
			leaves(object[key], below, yield)
		}
	}
}

// withoutComments replaces comments and commas before a closing bracket, which tsconfig.json may have, by blanks.
func withoutComments(src []byte) []byte {
	out := make([]byte, 0, len(src))
	comma := -1 // where the last comma stands, if only blanks follow it
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c == '"':
			end := i + 1
			for end < len(src) && src[end] != '"' {
				if src[end] == '\\' {
					end++
				}
				end++
			}
			out, comma = append(out, src[i:min(end+1, len(src))]...), -1
			i = end
		case c == '/' && i+1 < len(src) && src[i+1] == '/':
			for i+1 < len(src) && src[i+1] != '\n' {
				i++
			}
		case c == '/' && i+1 < len(src) && src[i+1] == '*':
			for i += 2; i+1 < len(src) && (src[i] != '*' || src[i+1] != '/'); i++ {
				if src[i] == '\n' { // lines keep their numbers
					out = append(out, '\n')
				}
			}
			i++
		default:
			if (c == ']' || c == '}') && comma >= 0 {
				out[comma] = ' '
			}
			if c == ',' {
				comma = len(out)
			} else if c != ' ' && c != '\n' && c != '\t' && c != '\r' {
				comma = -1
			}
			out = append(out, c)
		}
	}
	return out
}

func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
