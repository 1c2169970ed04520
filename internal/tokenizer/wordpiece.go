package tokenizer

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// wordPiece takes the longest token that a word starts with, then the longest continuation, and so on.
type wordPiece struct {
	Vocab  map[string]int `json:"vocab"`
	Unk    string         `json:"unk_token"`
	Prefix string         `json:"continuing_subword_prefix"`
	Most   int            `json:"max_input_chars_per_word"`
	unk    int
}

func newWordPiece(raw json.RawMessage) (model, error) {
	m := &wordPiece{Prefix: "##", Most: 100}
	if err := json.Unmarshal(raw, m); err != nil {
		return nil, fmt.Errorf("model WordPiece: %w", err)
	}
	m.unk = -1
	if id, ok := m.Vocab[m.Unk]; ok {
		m.unk = id
	}
	return m, nil
}

// NewBERT returns the tokenizer of a lower-case BERT whose tokens these are, in order.
func NewBERT(tokens []string) *Tokenizer {
	m := &wordPiece{Vocab: make(map[string]int, len(tokens)), Prefix: "##", Most: 100, unk: -1}
	for i, token := range tokens {
		m.Vocab[token] = i
	}
	t := &Tokenizer{model: m}
	for _, err := range []error{
		t.addNormaliser(&component{Type: "BertNormalizer", CleanText: true, HandleChineseChars: true, Lowercase: true}),
		t.addCutter(&component{Type: "BertPreTokenizer"}),
	} {
		if err != nil {
			panic(err) // both types are known
		}
	}
	return t
}

func (m *wordPiece) unknown() int { return m.unk }

func (m *wordPiece) encode(word string, ids []int) []int {
	kept := len(ids)
	if utf8.RuneCountInString(word) > m.Most {
		return append(ids, m.unk)
	}
	for start := 0; start < len(word); {
		end, id := m.longest(word, start)
		if end == start {
			return append(ids[:kept], m.unk)
		}
		ids = append(ids, id)
		start = end
	}
	return ids
}

// longest returns the end of the longest token at start; start itself when there is none.
func (m *wordPiece) longest(word string, start int) (end, id int) {
	for end = len(word); end > start; end-- {
		if end < len(word) && !utf8.RuneStart(word[end]) {
			continue
		}
		piece := word[start:end]
		if start > 0 {
			piece = m.Prefix + piece
		}
		if id, ok := m.Vocab[piece]; ok {
			return end, id
		}
	}
	return start, 0
}
