// Package all lists the languages.
package all

import (
	"github.com/sibyl-ls/sibyl/internal/lang"
	"github.com/sibyl-ls/sibyl/internal/lang/golang"
	"github.com/sibyl-ls/sibyl/internal/lang/python"
)

// Languages is every language that Sibyl knows, in the order in which they claim files.
var Languages = lang.NewSet(
	golang.Language,
	python.Language,
)
