// Package cargo describes Cargo.toml, for the names of the crate that it declares and of those that it renames.
package cargo

import (
	"regexp"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

// Language is Cargo.toml.
var Language = &lang.Language{
	Name:      "cargo.toml",
	Filenames: []string{"Cargo.toml"},
	Scan:      scan,
	Rules:     fact.Rules{Family: "rust.manifest", Manifest: fact.ManifestCrate},
}

var (
	table = regexp.MustCompile(`^\s*\[+\s*([^\]\s]+)\s*\]+`)
	text  = regexp.MustCompile(`^\s*([\w-]+)\s*=\s*"([^"]*)"`)
	path  = regexp.MustCompile(`\bpath\s*=\s*"([^"]*)"`)
	key   = regexp.MustCompile(`^\s*"?([\w-]+)"?\s*=\s*\{`)
)

// scan reads line by line what is needed: the package's name (ModulePath), the library's file, and dependencies with a path, each an import
// whose Alias is the name in the code. Cargo's "-" is "_" there.
func scan(src []byte, f *fact.File) {
	section := ""
	for _, line := range strings.Split(string(src), "\n") {
		if m := table.FindStringSubmatch(line); m != nil {
			section = m[1]
			continue
		}
		m := text.FindStringSubmatch(line)
		switch {
		case m != nil && section == "package" && m[1] == "name" && f.ModulePath == "":
			f.ModulePath = crate(m[2])
		case m != nil && section == "lib" && m[1] == "name":
			f.ModulePath = crate(m[2])
		case m != nil && section == "lib" && m[1] == "path":
			f.Imports = append(f.Imports, fact.Import{Name: "lib", Path: m[2]})
		case m != nil && m[1] == "path" && strings.Contains(section, "dependencies."):
			f.Imports = append(f.Imports, fact.Import{Name: "path", Alias: crate(section[strings.LastIndexByte(section, '.')+1:]), Path: m[2]})
		case strings.HasSuffix(section, "dependencies"):
			k, p := key.FindStringSubmatch(line), path.FindStringSubmatch(line)
			if k != nil && p != nil {
				f.Imports = append(f.Imports, fact.Import{Name: "path", Alias: crate(k[1]), Path: p[1]})
			}
		}
	}
}

func crate(name string) string { return strings.ReplaceAll(name, "-", "_") }
