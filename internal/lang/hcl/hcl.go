// Package hcl describes HCL as Terraform and its relatives use it.
package hcl

import (
	_ "embed" // queries.scm

	"github.com/smacker/go-tree-sitter/hcl"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

// Language is HCL as Terraform and its relatives use it.
var Language = &lang.Language{
	Name:       "terraform",
	IDs:        []string{"hcl", "opentofu"},
	Extensions: []string{".tf", ".hcl", ".tfvars", ".tofu"},
	Grammar:    hcl.GetLanguage,
	Queries:    queries,

	Rules: fact.Rules{Family: "hcl", Unit: fact.UnitFolder, SamePackage: true, Separator: "/", Extensions: []string{".tf"}},
}
