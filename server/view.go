package server

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/indexer"
	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/text"
)

// view is what one request sees: the state of the workspace when the request arrived, and how its client wants to be
// answered. It belongs to the request's goroutine.
type view struct {
	server    *Server
	client    *client
	settings  *settings
	workspace *indexer.Workspace // nil when it could not be opened, as is snap
	snap      *indexer.Snapshot
	texts     map[string]text.Doc // read so far, by path
}

// view takes the present state; turn is held.
func (s *Server) view() *view {
	v := &view{server: s, client: s.client, settings: s.settings, workspace: s.workspace}
	if s.workspace != nil {
		v.snap = s.workspace.Snapshot()
	}
	return v
}

// graph returns the call graph; nil without a workspace.
func (v *view) graph(ctx context.Context) (*graph.Graph, error) {
	if v.snap == nil {
		return nil, nil
	}
	return v.snap.Graph(ctx)
}

// about makes v see a document, which others do not see when it has no file ("untitled:"), and returns its path. ok is false when there is none.
func (v *view) about(u uri.URI) (path string, ok bool) {
	if v.snap == nil {
		return "", false
	}
	name, isFile := documentName(u)
	if isFile {
		return name, true
	}
	v.snap, path = v.snap.With(name)
	return path, path != ""
}

// file returns the file of a document, without building the graph. It is nil where there is nothing to answer: the document is
// neither on disk nor open, not part of the workspace, or capability is switched off for its language.
func (v *view) file(ctx context.Context, capability string, u uri.URI) (*graph.File, error) {
	path, ok := v.about(u)
	if !ok {
		return nil, nil
	}
	f, err := v.snap.File(ctx, path)
	if f == nil || !v.serves(capability, f) {
		return nil, err
	}
	return f, nil
}

// fileIn is file, with the graph that the file belongs to.
func (v *view) fileIn(ctx context.Context, capability string, u uri.URI) (*graph.Graph, *graph.File, error) {
	path, ok := v.about(u)
	g, err := v.graph(ctx)
	if err != nil || g == nil || !ok {
		return nil, nil, err
	}
	f := g.File(path)
	if f == nil || !v.serves(capability, f) {
		return g, nil, nil
	}
	return g, f, nil
}

// serves reports whether a capability is on for the language of f.
func (v *view) serves(capability string, f *graph.File) bool {
	return v.settings.Capabilities.Enabled(capability, f.Facts.Language)
}

// text returns the text of f as its facts were taken from it. Without one (the file changed on disk a moment ago) columns
// are counted in bytes until the index has caught up.
func (v *view) text(f *graph.File) (text.Doc, bool) {
	if d, ok := v.texts[f.Path]; ok {
		return d, d.Lines != nil
	}
	d, err := v.snap.Text(f.Path)
	if err != nil {
		v.server.log.Debug("read text", "path", f.Path, "err", err)
		d = text.Doc{}
	}
	if v.texts == nil {
		v.texts = map[string]text.Doc{}
	}
	v.texts[f.Path] = d
	return d, d.Lines != nil
}

// position converts an offset in f. Only for files with characters outside ASCII is the text needed.
func (v *view) position(f *graph.File, offset uint32) protocol.Position {
	if !f.Facts.ASCII {
		if d, ok := v.text(f); ok {
			p := d.Position(offset, v.client.encoding)
			return protocol.Position{Line: p.Line, Character: p.Character}
		}
	}
	if len(f.Facts.Lines) == 0 {
		return protocol.Position{}
	}
	n := f.Facts.Line(offset)
	return protocol.Position{Line: uint32(n), Character: offset - f.Facts.Lines[n]}
}

// offset converts a position in f.
func (v *view) offset(f *graph.File, p protocol.Position) uint32 {
	if !f.Facts.ASCII {
		if d, ok := v.text(f); ok {
			return d.Offset(text.Position{Line: p.Line, Character: p.Character}, v.client.encoding)
		}
	}
	lines, end := f.Facts.Lines, uint32(f.Facts.Size)
	if int64(p.Line) >= int64(len(lines)) {
		return end
	}
	if int(p.Line)+1 < len(lines) {
		end = lines[p.Line+1] - 1
	}
	return min(end, lines[p.Line]+min(p.Character, end))
}

func (v *view) rangeIn(f *graph.File, r fact.Range) protocol.Range {
	return protocol.Range{Start: v.position(f, r.Start), End: v.position(f, r.End)}
}

func (v *view) offsets(f *graph.File, r protocol.Range) fact.Range {
	return fact.Range{Start: v.offset(f, r.Start), End: v.offset(f, r.End)}
}

func (v *view) location(f *graph.File, r fact.Range) protocol.Location {
	return protocol.Location{URI: uriOf(f), Range: v.rangeIn(f, r)}
}
