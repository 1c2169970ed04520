package main

import (
	"encoding/json"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// chunk is a place of a tree with the text that stands for it; lines count from 1.
type chunk struct {
	Path  string `json:"path"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	Query string `json:"query"` // path and names alone
	Code  string `json:"code"`
}

func writeChunks(root string, e *json.Encoder) error {
	t, err := readTree(root)
	if err != nil {
		return err
	}
	for _, f := range t.files {
		for i := range f.facts.Chunks {
			if err := e.Encode(f.chunk(&f.facts.Chunks[i])); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *file) chunk(c *fact.Chunk) chunk {
	text := strings.ToValidUTF8(f.text[c.Range.Start:min(int(c.Range.End), int(c.Range.Start)+2*codeBytes, len(f.text))], "")
	head := f.rel
	if c.Symbol >= 0 {
		head += "\n" + string(f.facts.Symbols[c.Symbol].Kind) + " " + f.facts.Qualified(c.Symbol)
	}
	return chunk{f.rel, f.facts.Line(c.Range.Start) + 1, f.facts.Line(max(c.Range.End, 1)-1) + 1, head, head + "\n" + text}
}
