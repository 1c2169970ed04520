// Sibyl is a language server for many languages at once: call hierarchy, search by name and by meaning, and answers
// about a codebase with checked citations. See README.md and ARCHITECTURE.md.
package main

import (
	"os"

	"github.com/sibyl-ls/sibyl/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
