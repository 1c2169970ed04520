// Package bash describes shell scripts.
package bash

import (
	_ "embed" // queries.scm
	"strings"

	"github.com/smacker/go-tree-sitter/bash"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
)

//go:embed queries.scm
var queries string

// Language is Bash, with what its relatives share with it.
var Language = &lang.Language{
	Name:       "shellscript",
	IDs:        []string{"bash", "sh", "zsh"},
	Extensions: []string{".sh", ".bash", ".bats", ".ksh", ".zsh"},
	Filenames:  []string{".bashrc", ".bash_profile", ".bash_aliases", ".profile", ".zshrc", "PKGBUILD", "APKBUILD"},
	Shebangs:   []string{"sh", "bash", "dash", "ksh", "zsh", "bats"},
	Grammar:    bash.GetLanguage,
	Queries:    queries,
	TestFile: func(base string) bool {
		return strings.HasSuffix(base, ".bats") || strings.HasPrefix(base, "test_") || strings.HasSuffix(base, "_test.sh")
	},
	TestSymbol: func(name, _ string) bool { return strings.HasPrefix(name, "test_") },
	Rules: fact.Rules{
		Family: "shell", Unit: fact.UnitFile, Separator: "/", Extensions: []string{".sh", ".bash", ".bats"}, Includes: true, Globals: true, SourceRoots: []string{"lib", "src"},
		NestedClassScope: true,
		Builtins: strings.Fields(`alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo enable eval exec exit export
			false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt
			source suspend test times trap true type typeset ulimit umask unalias unset wait awk basename cat chmod chown cp curl cut date dirname find git grep head
			install kill ln ls make mkdir mktemp mv ps rm rmdir sed seq sleep sort sudo tail tar tee touch tr uname uniq wc which xargs`),
	},
}
