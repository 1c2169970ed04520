package syntax

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/lang/all"
)

func TestPrint(t *testing.T) {
	p := os.Getenv("SIBYL_PRINT")
	if p == "" {
		t.Skip("set SIBYL_PRINT to a file")
	}
	b, _ := os.ReadFile(p)
	f := Facts(context.Background(), all.Languages.Detect(p, b), b)
	f.Lines = nil
	for _, v := range []any{f.Package, f.Symbols, f.Scopes, f.References, f.Imports, f.Bindings, f.Chunks} {
		j, _ := json.Marshal(v)
		t.Log(string(j))
	}
}
