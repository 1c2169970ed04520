package all

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestFolders checks that every language folder is in the list and has an archive.
func TestFolders(t *testing.T) {
	list, err := os.ReadFile("all.go")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	folders := 0
	for _, e := range entries {
		if !e.IsDir() || e.Name() == "all" {
			continue
		}
		folders++
		if !strings.Contains(string(list), "\t"+e.Name()+".") {
			t.Errorf("lang/%s is not in the list", e.Name())
		}
		if archives, _ := filepath.Glob("../" + e.Name() + "/*.txtar"); len(archives) == 0 {
			t.Errorf("lang/%s has no archive", e.Name())
		}
	}
	if folders == 0 || folders > len(Languages.Languages()) {
		t.Errorf("%d folders, %d languages", folders, len(Languages.Languages()))
	}
}

// TestNoOtherFileNamesALanguage checks that a language is one folder and its lines in the list: no other Go file imports its folder or has
// its name, or one of its extensions, as a string.
func TestNoOtherFileNamesALanguage(t *testing.T) {
	var words []string
	for _, l := range Languages.Languages() {
		words = append(words, regexp.QuoteMeta(l.Name))
		for _, e := range slices.Concat(l.Extensions, l.Filenames) {
			words = append(words, regexp.QuoteMeta(e))
		}
	}
	named := regexp.MustCompile(`"(?:` + strings.Join(words, "|") + `)"|internal/lang/(?:[b-z]\w*|a[a-km-z]\w*)"`)
	files := 0
	err := filepath.WalkDir("../../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") && len(d.Name()) > 2 || d.Name() == "testdata" || d.Name() == "editors" || d.Name() == "training" || d.Name() == "testkit"):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(filepath.ToSlash(path), "internal/lang/"):
			return nil
		}
		files++
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for n, line := range strings.Split(string(text), "\n") {
			if code, _, _ := strings.Cut(line, "//"); named.MatchString(code) && !allowed[named.FindString(code)] {
				t.Errorf("%s:%d names a language: %s", path, n+1, strings.TrimSpace(line))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 20 {
		t.Errorf("looked at %d files only", files)
	}
}

// allowed are strings that are other things as well.
var allowed = map[string]bool{
	`"markdown"`:   true, // the protocol's kind of a text that a client shows
	`"go"`:         true, // a command of its own
	`"c"`:          true, // a letter
	`".gradle"`:    true, // a folder of caches
	`"Dockerfile"`: true, // a file that a question may name
	`"json"`:       true, // a format of the command line's output
	`".json"`:      true, // what configuration files are called
}

func TestDetect(t *testing.T) {
	for _, tt := range []struct{ file, head, want string }{
		{"a/b.c", "", "c"},
		{"a.h", "", "c"},
		{"a.h", "#include <stdio.h>\nstruct s { int class; };\n", "c"},
		{"a.h", "/* A comment. */\n#pragma once\nnamespace x {\n", "cpp"},
		{"a.h", "#ifndef A\nclass B {\n", "cpp"},
		{"a.h", "std::string f();\n", "cpp"},
		{"a.h", "#include <vector>\n", "cpp"},
		{"A.HPP", "", "cpp"},
		{"x.rs", "", "rust"},
		{"x", "#!/usr/bin/env python3\n", "python"},
		{"x.unknown", "class B {\n", ""},
	} {
		got := ""
		if l := Languages.Detect(tt.file, []byte(tt.head)); l != nil {
			got = l.Name
		}
		if got != tt.want {
			t.Errorf("Detect(%q, %q) = %q, want %q", tt.file, tt.head, got, tt.want)
		}
	}
}

// TestDescriptions checks what every language must say about itself.
func TestDescriptions(t *testing.T) {
	seen := map[string]bool{}
	for _, l := range Languages.Languages() {
		if seen[l.Name] {
			t.Errorf("two languages are called %s", l.Name)
		}
		seen[l.Name] = true
		if l.Name != strings.ToLower(l.Name) || len(l.Extensions)+len(l.Filenames) == 0 {
			t.Errorf("%s: extensions %v", l.Name, l.Extensions)
		}
		for _, e := range l.Extensions {
			if !strings.HasPrefix(e, ".") || e != strings.ToLower(e) {
				t.Errorf("%s: extension %q", l.Name, e)
			}
			if Languages.Detect("x"+e, nil) == nil {
				t.Errorf("%s: nothing has %q", l.Name, e)
			}
		}
		if Languages.ByName(l.Name) != l || Languages.ByID(l.Name) == nil {
			t.Errorf("%s is not found by its name", l.Name)
		}
	}
}
