package server

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/sibyl-ls/sibyl/graph"
)

// hover shows the signature, the documentation and how often the symbol is called.
func hover(ctx context.Context, v *view, p *protocol.HoverParams) (*protocol.Hover, error) {
	g, f, err := v.fileIn(ctx, "hover", p.TextDocument.URI)
	if f == nil {
		return nil, err
	}
	at := v.offset(f, p.Position)
	targets, local := v.definitionAt(g, f, at)
	targets = surest(targets)
	if len(targets) == 0 || len(local) > 0 {
		return nil, nil
	}
	var parts []string
	for _, t := range targets[:min(len(targets), maxHovers)] {
		part, err := v.describe(ctx, g, t)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	if more := len(targets) - maxHovers; more > 0 {
		parts = append(parts, plural(more, "more candidate"))
	}
	kind := protocol.MarkupKindPlainText
	if v.client.markdown {
		kind = protocol.MarkupKindMarkdown
	}
	return &protocol.Hover{
		Contents: &protocol.MarkupContent{Kind: kind, Value: strings.Join(parts, "\n\n---\n\n")}, Range: v.wordAt(f, at),
	}, nil
}

// maxHovers is how many candidates of an ambiguous name are described.
const maxHovers = 3

func (v *view) describe(ctx context.Context, g *graph.Graph, t graph.Target) (string, error) {
	var lines []string
	where := v.snap.Rel(t.ID.File.Path)
	d := t.ID.Def()
	if d == nil {
		return where, nil
	}
	signature := d.Signature
	if signature == "" {
		signature = title(t.ID)
	}
	if v.client.markdown {
		signature = "```" + t.ID.File.Facts.Language + "\n" + signature + "\n```"
		where = "`" + where + "`"
	}
	lines = append(lines, signature)
	if d.Doc != "" {
		lines = append(lines, d.Doc)
	}
	if t.Tier < graph.Exact {
		where += " · " + t.Tier.String()
	}
	if countsCallers(t.ID) {
		callers, err := v.countCallers(ctx, g, t.ID)
		if err != nil {
			return "", err
		}
		where += " · " + callers
	}
	return strings.Join(append(lines, where), "\n\n"), nil
}
