package server

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
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
	lines = append(lines, where)
	if m := v.mentions(g, t.ID); m != "" {
		lines = append(lines, m)
	}
	return strings.Join(lines, "\n\n"), nil
}

// maxMentions is how many documents a hover names.
const maxMentions = 5

// mentions lists the documents and comments that name a symbol, "" when there are none.
func (v *view) mentions(g *graph.Graph, id graph.ID) string {
	var places []string
	found := g.Mentions(id)
	slices.SortStableFunc(found, func(a, b graph.Mention) int { return cmp.Compare(documentFirst(a.File), documentFirst(b.File)) })
	for _, m := range found[:min(len(found), maxMentions)] {
		line := m.File.Facts.Line(m.Range.Start) + 1
		place := fmt.Sprintf("%s:%d", v.snap.Rel(m.File.Path), line)
		if v.client.markdown {
			place = fmt.Sprintf("[%s](%s#L%d)", strings.NewReplacer("[", `\[`, "]", `\]`).Replace(place), uriOf(m.File), line)
		}
		places = append(places, place)
	}
	if len(places) == 0 {
		return ""
	}
	if more := len(found) - len(places); more > 0 {
		places = append(places, plural(more, "more place"))
	}
	return "Mentioned in " + strings.Join(places, ", ")
}

// documentFirst sorts documents before comments in code.
func documentFirst(f *graph.File) int {
	if len(f.Facts.Symbols) > 0 && f.Facts.Symbols[0].Kind == fact.Section {
		return 0
	}
	return 1
}
