package server

import (
	"go.lsp.dev/uri"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// pathOf returns the path of a document, however its client writes the URI ("file:///c%3A/x", "file:///C:/x"). ok is false for
// documents that are not files: "untitled:", "git:", cells of a notebook.
func pathOf(u uri.URI) (path string, ok bool) { return text.PathFromURI(string(u)) }

// documentName returns what an open document is known by: a file's path, and the URI of what is none. Neovim calls a buffer without a name "file://".
func documentName(u uri.URI) (name string, isFile bool) {
	if path, ok := pathOf(u); ok && path != "/" {
		return path, true
	}
	return string(u), false
}

// uriOf returns the one form in which the server writes URIs; a document without a file has the one that its client gave it.
func uriOf(f *graph.File) uri.URI {
	if f.Document != "" {
		return uri.URI(f.Document)
	}
	return uri.URI(text.URIFromPath(f.Path))
}
