// Package compiledb describes compile_commands.json, the list of a build's compiler runs.
//
// What it says about include paths becomes imports: one named "unit" for each source file, one named "include" for each folder that its
// headers are looked for in. The same Alias holds together the files and the folders of equal runs.
package compiledb

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"path"
	"strconv"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

// Language is the list of compiler runs.
var Language = &lang.Language{
	Name:      "compile_commands.json",
	Filenames: []string{"compile_commands.json"},
	Scan:      scan,
	Built:     true,
	Rules:     fact.Rules{Family: "c.manifest", Manifest: fact.ManifestIncludes},
}

// entry is one run.
type entry struct {
	Directory string   `json:"directory"`
	File      string   `json:"file"`
	Command   string   `json:"command"`
	Arguments []string `json:"arguments"`
}

// read calls yield with each run, and says where the list is not one: a build that is under way, or was broken off, leaves the half of it.
func read(src []byte, yield func(e entry)) (misread string) {
	d := json.NewDecoder(bytes.NewReader(src))
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return lang.Misread(src, 0, cmp.Or(err, errors.New("it is no list")))
	}
	for d.More() {
		var e entry
		err := d.Decode(&e)
		var kind *json.UnmarshalTypeError
		if err != nil && !errors.As(err, &kind) {
			return lang.Misread(src, d.InputOffset(), err)
		}
		if err != nil && misread == "" {
			misread = lang.Misread(src, d.InputOffset(), err)
		}
		yield(e)
	}
	if _, err := d.Token(); err != nil && misread == "" {
		misread = lang.Misread(src, d.InputOffset(), err)
	}
	return misread
}

func scan(src []byte, f *fact.File) {
	f.Generated = true
	groups := map[string]string{}
	f.Skipped = read(src, func(e entry) {
		if e.File == "" {
			return
		}
		arguments := e.Arguments
		if len(arguments) == 0 {
			arguments = words(e.Command)
		}
		dirs := folders(arguments)
		for i := range dirs {
			dirs[i] = absolute(e.Directory, dirs[i])
		}
		key := strings.Join(dirs, "\x00")
		group, seen := groups[key]
		if !seen {
			group = strconv.Itoa(len(groups))
			groups[key] = group
			for _, d := range dirs {
				f.Imports = append(f.Imports, fact.Import{Name: "include", Alias: group, Path: d})
			}
		}
		f.Imports = append(f.Imports, fact.Import{Name: "unit", Alias: group, Path: absolute(e.Directory, e.File)})
	})
}

func absolute(dir, p string) string {
	p = strings.ReplaceAll(p, `\`, "/")
	if path.IsAbs(p) || len(p) > 1 && p[1] == ':' {
		return path.Clean(p)
	}
	return path.Join(strings.ReplaceAll(dir, `\`, "/"), p)
}

// options are the compilers' for folders of headers, in the order in which the folders are searched.
var options = [][]string{{"-iquote"}, {"-I", "/I", "--include-directory="}, {"-isystem", "-imsvc"}, {"-idirafter"}}

// folders returns the folders that a run looks for headers in.
func folders(arguments []string) (out []string) {
	for _, kind := range options {
		for i, a := range arguments {
			for _, option := range kind {
				dir, ok := strings.CutPrefix(a, option)
				if ok && dir == "" && i+1 < len(arguments) {
					dir = arguments[i+1]
				}
				if ok && dir != "" {
					out = append(out, dir)
					break
				}
			}
		}
	}
	return out
}

// words splits a command as a shell does.
func words(command string) (out []string) {
	var word strings.Builder
	quote, some := byte(0), false
	for i := 0; i < len(command); i++ {
		switch c := command[i]; {
		case c == '\\' && quote != '\'' && i+1 < len(command):
			i++
			word.WriteByte(command[i])
			some = true
		case c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote, some = c, true
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n'):
			if some {
				out, some = append(out, word.String()), false
				word.Reset()
			}
		default:
			word.WriteByte(c)
			some = true
		}
	}
	if some {
		out = append(out, word.String())
	}
	return out
}
