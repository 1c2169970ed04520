// Package protobuf describes Protocol Buffers.
package protobuf

import (
	_ "embed" // queries.scm

	"github.com/smacker/go-tree-sitter/protobuf"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

// Language is Protocol Buffers.
var Language = &lang.Language{
	Name:       "proto",
	IDs:        []string{"protobuf", "proto3"},
	Extensions: []string{".proto"},
	Grammar:    protobuf.GetLanguage,
	Queries:    queries,

	Rules: fact.Rules{Family: "proto", Unit: fact.UnitDeclared, SamePackage: true, OuterPackages: true, Separator: ".", Extensions: []string{".proto"}, NestedClassScope: true, TypeSeparators: []string{"."}},
}
