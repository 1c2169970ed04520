package main

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/lang"
	"github.com/sibyl-ls/sibyl/internal/lang/all"
	"github.com/sibyl-ls/sibyl/internal/syntax"
	"github.com/sibyl-ls/sibyl/internal/text"
)

const largestFile = 300_000 // bytes; what is larger is data

// tree is a read source tree.
type tree struct {
	files []*file
	named map[string][]place // definitions by name, tests aside
}

type file struct {
	rel   string
	text  string
	facts *fact.File
	lang  *lang.Language
	test  bool
}

type place struct {
	file   *file
	symbol int32
}

func readTree(root string) (*tree, error) {
	t := &tree{named: map[string][]place{}}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if skippedFolder[strings.ToLower(d.Name())] {
				return fs.SkipDir
			}
			return nil
		case !d.Type().IsRegular():
			return nil
		}
		rel, err := filepath.Rel(root, path)
		if err == nil {
			t.read(path, filepath.ToSlash(rel))
		}
		return err
	})
	return t, err
}

var skippedFolder = func() map[string]bool {
	m := map[string]bool{}
	for name := range strings.FieldsSeq(`.git node_modules vendor vendored _vendor third_party thirdparty 3rdparty external extern deps dist build
		target out fixtures testdata snapshots __snapshots__ locale locales i18n translations`) {
		m[name] = true
	}
	return m
}()

func (t *tree) read(path, rel string) {
	info, err := os.Stat(path)
	if err != nil || info.Size() > largestFile {
		return
	}
	raw, err := os.ReadFile(path)
	if err != nil || bytes.IndexByte(raw[:min(len(raw), 8000)], 0) >= 0 || minified(raw) {
		return
	}
	l := all.Languages.Detect(rel, raw[:min(len(raw), 4096)])
	if l == nil {
		return
	}
	f := &file{rel: rel, lang: l, facts: syntax.Facts(context.Background(), l, raw)}
	decoded, _ := text.Decode(raw)
	f.text = string(decoded)
	if f.facts.Generated {
		return
	}
	f.test = isTest(rel)
	t.files = append(t.files, f)
	for i := range f.facts.Symbols {
		if s := &f.facts.Symbols[i]; !f.test && !s.Test && s.Kind != fact.Section && (s.Kind.Callable() || s.Kind.IsType()) {
			t.named[s.Name] = append(t.named[s.Name], place{f, int32(i)})
		}
	}
}

func isTest(rel string) bool {
	low := strings.ToLower("/" + rel)
	return strings.Contains(low, "/test") || strings.Contains(low, "/spec") || strings.Contains(low, "_test.") || strings.Contains(low, ".test.") ||
		strings.Contains(low, "_spec.") || strings.Contains(low, ".spec.") || strings.Contains(low, "/__tests__/") || strings.Contains(low, "/src/test")
}

// minified reports lines that nobody wrote by hand.
func minified(raw []byte) bool {
	return len(raw) > 2000 && len(raw)/(bytes.Count(raw, []byte("\n"))+1) > 200
}
