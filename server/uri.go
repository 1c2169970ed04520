package server

import (
	"go.lsp.dev/uri"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// pathOf returns the path of a document, however its client writes the URI ("file:///c%3A/x", "file:///C:/x"). ok is false for
// documents that are not files: "untitled:", "git:", cells of a notebook.
func pathOf(u uri.URI) (path string, ok bool) { return text.PathFromURI(string(u)) }

// uriOf returns the one form in which the server writes URIs.
func uriOf(f *graph.File) uri.URI { return uri.URI(text.URIFromPath(f.Path)) }
