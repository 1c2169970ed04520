package server

import (
	"go.lsp.dev/protocol"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/fact"
)

// kindToSymbolKind says how the protocol calls a kind.
var kindToSymbolKind = map[fact.Kind]protocol.SymbolKind{
	fact.Module:      protocol.SymbolKindModule,
	fact.Class:       protocol.SymbolKindClass,
	fact.Interface:   protocol.SymbolKindInterface,
	fact.Struct:      protocol.SymbolKindStruct,
	fact.Trait:       protocol.SymbolKindInterface,
	fact.Enum:        protocol.SymbolKindEnum,
	fact.EnumMember:  protocol.SymbolKindEnumMember,
	fact.Type:        protocol.SymbolKindClass,
	fact.Function:    protocol.SymbolKindFunction,
	fact.Method:      protocol.SymbolKindMethod,
	fact.Constructor: protocol.SymbolKindConstructor,
	fact.Macro:       protocol.SymbolKindFunction,
	fact.Field:       protocol.SymbolKindField,
	fact.Property:    protocol.SymbolKindProperty,
	fact.Constant:    protocol.SymbolKindConstant,
	fact.Variable:    protocol.SymbolKindVariable,
	fact.Section:     protocol.SymbolKindString, // what Markdown servers use
}

func symbolKind(k fact.Kind) protocol.SymbolKind {
	if s, ok := kindToSymbolKind[k]; ok {
		return s
	}
	return protocol.SymbolKindVariable
}

// nameRange is where a symbol is named; of a module the start of its file.
func nameRange(id graph.ID) fact.Range {
	if d := id.Def(); d != nil {
		return d.NameRange
	}
	return fact.Range{}
}

// wholeRange is where a symbol is defined; of a module its whole file.
func wholeRange(id graph.ID) fact.Range {
	d := id.Def()
	if d == nil {
		return fact.Range{End: uint32(id.File.Facts.Size)}
	}
	r := d.Range
	// Clients refuse a symbol whose name lies outside of it.
	return fact.Range{Start: min(r.Start, d.NameRange.Start), End: max(r.End, d.NameRange.End)}
}

func ptr[T any](v T) *T { return &v }
