// Package gomod describes go.mod, for the module path that it declares.
package gomod

import (
	"errors"

	"golang.org/x/mod/modfile"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

// Language is go.mod.
var Language = &lang.Language{
	Name:      "go.mod",
	Filenames: []string{"go.mod"},
	Scan:      scan,
	Rules:     fact.Rules{Manifest: fact.ManifestModule},
}

func scan(src []byte, f *fact.File) {
	f.ModulePath = modfile.ModulePath(src)
	_, err := modfile.ParseLax("go.mod", src, nil)
	var list modfile.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		f.Skipped = lang.Misread(src, int64(list[0].Pos.Byte), list[0].Err)
	}
}
