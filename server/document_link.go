package server

import (
	"bytes"
	"context"
	"net/url"
	"path"
	"regexp"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// documentLink links the paths of imports and, in documents, of Markdown links and of names in backticks to files of the
// workspace.
func documentLink(ctx context.Context, v *view, p *protocol.DocumentLinkParams) ([]protocol.DocumentLink, error) {
	out := []protocol.DocumentLink{}
	g, f, err := v.fileIn(ctx, "documentLink", p.TextDocument.URI)
	if f == nil {
		return out, err
	}
	d, ok := v.text(f)
	if !ok {
		return out, nil
	}
	link := func(r fact.Range, to *graph.File) {
		out = append(out, protocol.DocumentLink{Range: v.rangeIn(f, r), Target: ptr(uriOf(to))})
	}
	importLinks(g, f, d, link)
	if f.Facts.Language == "markdown" || f.Facts.Language == "" {
		pathLinks(g, f, d, link)
	}
	return out, ctx.Err()
}

// importLinks yields the imports that lead to a file.
func importLinks(g *graph.Graph, f *graph.File, d text.Doc, yield func(fact.Range, *graph.File)) {
	seen := map[uint32]bool{}
	for _, i := range f.Facts.Imports {
		start := min(i.Start, uint32(len(d.Bytes)))
		near := d.Bytes[start:min(int(start)+4096, len(d.Bytes))]
		at := bytes.Index(near, []byte(i.Path))
		if at < 0 || strings.Trim(i.Path, "./") == "" {
			continue
		}
		r := fact.Range{Start: start + uint32(at), End: start + uint32(at+len(i.Path))}
		if seen[r.Start] {
			continue
		}
		seen[r.Start] = true
		targets, _ := g.DefinitionAt(f, r.End-1)
		for _, t := range targets {
			if t.ID.Symbol < 0 && t.ID.File != f {
				yield(r, t.ID.File)
				break
			}
		}
	}
}

var (
	markdownLink = regexp.MustCompile(`\]\(<?([^)<>\s]+)>?[^)]*\)`)
	quotedPath   = regexp.MustCompile("`([^`\\s]*[./][^`\\s]*)`")
	lineSuffix   = regexp.MustCompile(`(#.*|:\d+(-\d+)?)$`)
)

// pathLinks yields paths in prose that name a file of the workspace, from the document's folder or the root.
func pathLinks(g *graph.Graph, f *graph.File, d text.Doc, yield func(fact.Range, *graph.File)) {
	for _, pattern := range []*regexp.Regexp{markdownLink, quotedPath} {
		for _, m := range pattern.FindAllSubmatchIndex(d.Bytes, -1) {
			if to := fileNamed(g, f, string(d.Bytes[m[2]:m[3]])); to != nil {
				yield(fact.Range{Start: uint32(m[2]), End: uint32(m[3])}, to)
			}
		}
	}
}

func fileNamed(g *graph.Graph, f *graph.File, name string) *graph.File {
	name = lineSuffix.ReplaceAllString(name, "")
	if plain, err := url.PathUnescape(name); err == nil {
		name = plain
	}
	if name == "" || strings.Contains(name, "://") {
		return nil
	}
	for _, dir := range []string{path.Dir(f.Path), f.Root} {
		if to := g.File(path.Join(dir, name)); to != nil {
			return to
		}
	}
	return nil
}
