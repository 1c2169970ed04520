package syntax

import (
	"context"
	"path"
	"strings"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/lang/all"
)

// TestMisread: a project file that is broken says where, and what could be read of it counts.
func TestMisread(t *testing.T) {
	for _, c := range []struct {
		name, file, src string
		skipped         string // "" fine
		module          string
		imports         int
	}{
		{"broken off", "compile_commands.json", `[{"directory": "/b", "file": "a.c", "command": "cc -I x a.c"},` + "\n" + `{"directory": "/b", "fi`, "line 2: the end is missing", "", 2},
		{"no end", "compile_commands.json", `[{"directory": "/b", "file": "a.c", "command": "cc"}`, "line 1: ", "", 1},
		{"one run of another type", "compile_commands.json", `[{"file": "a.c", "arguments": "cc"},` + "\n" + `{"file": "b.c", "command": "cc"}]`, "line 1: arguments is of the wrong type: string", "", 2},
		{"no list", "compile_commands.json", `{}`, "line 1: it is no list", "", 0},
		{"empty", "compile_commands.json", ``, "line 1: the end is missing", "", 0},
		{"right", "compile_commands.json", `[{"directory": "/b", "file": "a.c", "command": "cc"}]`, "", "", 1},
		{"a comma too much", "package.json", "{\n\"name\": \"p\",,\n}", "line 3: invalid character '}'", "", 0},
		{"a value of another type", "package.json", "{\"name\": \"p\",\n\"imports\": {\"#a\": \"./a.js\"},\n\"compilerOptions\": []}", "line 3: compilerOptions is of the wrong type: array", "p", 1},
		{"not read as a list", "package.json", `{"name": "p", "main": false, "source": ["a.ts", "b.ts"]}`, "", "p", 2},
		{"broken off after a comment", "tsconfig.json", "/* of\n two */ {\n\"compilerOptions\": {\"baseUrl\": \"src\"", "line 3: unexpected end", "", 0},
		{"one path is none", "tsconfig.json", `{"compilerOptions": {"baseUrl": "src", "paths": {"@/*": "x/*", "#/*": ["y/*"]}}}`, "paths", "", 2},
		{"empty", "tsconfig.json", " \n", "", "", 0},
		{"right", "tsconfig.json", "{ // a comment\n\"compilerOptions\": {\"baseUrl\": \"src\",},\n}", "", "", 1},
		{"a directive that is none", "go.mod", "module example.com/m\n\ngo 1.26\nrequire (\n\texample.com/x\n)\n", "line 5: ", "example.com/m", 0},
		{"no end", "go.mod", "module example.com/m\nrequire (\n", "line ", "example.com/m", 0},
		{"empty", "go.mod", "", "", "", 0},
		{"right", "go.mod", "module example.com/m\n\ngo 1.26\n\nfuture x\n", "", "example.com/m", 0},
	} {
		f := Facts(context.Background(), all.Languages.Detect(c.file, nil), []byte(c.src))
		if c.skipped == "" && f.Skipped != "" || c.skipped != "" && !strings.HasPrefix(f.Skipped, "read with errors: line ") || !strings.Contains(f.Skipped, c.skipped) {
			t.Errorf("%s, %s: %q, want %q", c.file, c.name, f.Skipped, c.skipped)
		}
		if f.ModulePath != c.module || len(f.Imports) != c.imports {
			t.Errorf("%s, %s: module %q, imports %v", c.file, c.name, f.ModulePath, f.Imports)
		}
	}
}

// TestMisreadInAnyLanguage: whatever project file is read as a whole says so when it is cut off.
func TestMisreadInAnyLanguage(t *testing.T) {
	byLine := map[string]bool{"cargo.toml": true} // nothing is lost but the line
	samples := map[string]string{"go.mod": "module example.com/m\nrequire (\n\ta", "package.json": `{"name": "x", `, "compile_commands.json": `[{"file": "a.c"`}
	for _, l := range all.Languages.Languages() {
		if l.Rules.Manifest == "" || byLine[l.Name] {
			continue
		}
		f := Facts(context.Background(), l, []byte(samples[l.Name]))
		if !strings.HasPrefix(f.Skipped, "read with errors") {
			t.Errorf("%s (%s): %q", l.Name, path.Join(l.Filenames...), f.Skipped)
		}
		d := NewDocument(l, []byte(samples[l.Name])) // in an editor, too
		if g := d.Facts(context.Background()); g.Skipped != f.Skipped {
			t.Errorf("%s in an editor: %q", l.Name, g.Skipped)
		}
	}
}
