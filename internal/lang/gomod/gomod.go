// Package gomod describes go.mod, for the module path that it declares.
package gomod

import (
	"golang.org/x/mod/modfile"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

// Language is go.mod.
var Language = &lang.Language{
	Name:      "go.mod",
	Filenames: []string{"go.mod"},
	Scan:      func(src []byte, f *fact.File) { f.ModulePath = modfile.ModulePath(src) },
	Rules:     fact.Rules{Manifest: fact.ManifestModule},
}
