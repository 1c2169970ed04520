package graph

import "github.com/sibyl-ls/sibyl/internal/fact"

// LocalAt returns the place that binds the local variable name as it is visible at offset. Facts hold no reads of plain locals, so
// DefinitionAt cannot know the name that stands there; who has the text can.
func (g *Graph) LocalAt(f *File, name string, offset uint32) []fact.Range {
	return g.localAt(f, name, offset)
}
