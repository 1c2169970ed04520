package lang

// Embedded says what a file of one language holds in another: the scripts in a page, the expressions in its markup.
type Embedded struct {
	Language *Language // whose grammar parses the islands; the rules are those of the language around them
	Kinds    []string  // what islands are called as nodes in queries
	// Find returns the islands and blocks of a file in the order of their starts, outer ones first. What it calls one is in Kinds.
	Find func(src []byte) []Island
}

// Island is a part of a file that is in the embedded language, or a block around parts.
type Island struct {
	Kind          string
	Start, End    uint32 // the node
	From, To      uint32 // the text that is parsed, inside the node; nothing in a block
	Before, After string // what the parser is given around the text: an expression in braces stands in parentheses
	Block         bool   // the node holds what stands in its range: markup, other islands
	Hidden        Hiding // what the grammar around sees instead
}

// Hiding is how the grammar around sees an island.
type Hiding byte

// An island is seen as it stands, as a word, or as a tag.
const (
	AsIs Hiding = iota
	AsWord
	AsTag // of an element without content; has at least five bytes
)

// Hide returns src as the grammar around the islands sees it: the same number of bytes.
func Hide(src []byte, islands []Island) []byte {
	var out []byte
	for i := range islands {
		is := &islands[i]
		if is.Hidden == AsIs {
			continue
		}
		if out == nil {
			out = append(out, src...)
		}
		for at := is.Start; at < is.End; at++ {
			out[at] = 'x'
			if is.Hidden == AsTag {
				out[at] = ' '
			}
		}
		if is.Hidden == AsTag {
			copy(out[is.Start:], "<br")
			out[is.End-1] = '>'
		}
	}
	if out == nil {
		return src
	}
	return out
}

// Around returns l as a language whose files hold code of another: l's queries go on with that one's; what is exported, what is a test and the rules are
// that one's.
func Around(l Language, e Embedded) *Language {
	in := e.Language
	l.Queries += in.Queries
	l.Embeds, l.Exported, l.TestFile, l.Rules = &e, in.Exported, in.TestFile, in.Rules
	return &l
}
