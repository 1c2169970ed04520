package tokenizer

import (
	"encoding/json"
	"fmt"
	"strings"
)

// bpe joins neighbours, the pair that was learned first before the others (Sennrich, Haddow, Birch: Neural Machine Translation of Rare Words with
// Subword Units, 2016).
type bpe struct {
	vocab  map[string]int
	ranks  map[[2]string]int
	unk    int
	prefix string // of tokens that continue a word
	suffix string // of the token that ends a word
	whole  bool   // a word that is a token is not cut
}

func newBPE(raw json.RawMessage) (model, error) {
	var f struct {
		Vocab        map[string]int    `json:"vocab"`
		Merges       []json.RawMessage `json:"merges"`
		Unk          *string           `json:"unk_token"`
		Prefix       *string           `json:"continuing_subword_prefix"`
		Suffix       *string           `json:"end_of_word_suffix"`
		ByteFallback bool              `json:"byte_fallback"`
		IgnoreMerges bool              `json:"ignore_merges"`
	}
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, fmt.Errorf("model BPE: %w", err)
	}
	if f.ByteFallback {
		return nil, fmt.Errorf("model BPE: byte_fallback is not known here")
	}
	m := &bpe{vocab: f.Vocab, ranks: make(map[[2]string]int, len(f.Merges)), unk: -1, whole: f.IgnoreMerges}
	if f.Prefix != nil {
		m.prefix = *f.Prefix
	}
	if f.Suffix != nil {
		m.suffix = *f.Suffix
	}
	if f.Unk != nil {
		if id, ok := f.Vocab[*f.Unk]; ok {
			m.unk = id
		}
	}
	for rank, merge := range f.Merges {
		pair, err := mergeOf(merge)
		if err != nil {
			return nil, fmt.Errorf("model BPE: merge %d: %w", rank, err)
		}
		m.ranks[pair] = rank
	}
	return m, nil
}

// mergeOf reads a merge: "a b", or ["a","b"] since version 0.20 of the format's library.
func mergeOf(raw json.RawMessage) (pair [2]string, err error) {
	if len(raw) > 0 && raw[0] == '[' {
		return pair, json.Unmarshal(raw, &pair)
	}
	var s string
	if err = json.Unmarshal(raw, &s); err != nil {
		return pair, err
	}
	first, second, ok := strings.Cut(s, " ")
	if !ok {
		return pair, fmt.Errorf("%q is no pair", s)
	}
	return [2]string{first, second}, nil
}

func (m *bpe) unknown() int { return m.unk }

func (m *bpe) encode(word string, ids []int) []int {
	if id, ok := m.vocab[word]; ok && m.whole {
		return append(ids, id)
	}
	parts := m.characters(word)
	for len(parts) > 1 {
		at, ok := m.first(parts)
		if !ok {
			break
		}
		parts[at] += strings.TrimPrefix(parts[at+1], m.prefix)
		parts = append(parts[:at+1], parts[at+2:]...)
	}
	for _, p := range parts {
		id, ok := m.vocab[p]
		if !ok {
			id = m.unk
		}
		if id >= 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

func (m *bpe) characters(word string) (parts []string) {
	for _, r := range word {
		p := string(r)
		if len(parts) > 0 {
			p = m.prefix + p
		}
		parts = append(parts, p)
	}
	if len(parts) > 0 {
		parts[len(parts)-1] += m.suffix
	}
	return parts
}

// first returns where the pair stands that was learned first.
func (m *bpe) first(parts []string) (at int, ok bool) {
	best := len(m.ranks)
	for i := range len(parts) - 1 {
		if rank, found := m.ranks[[2]string{parts[i], parts[i+1]}]; found && rank < best {
			best, at, ok = rank, i, true
		}
	}
	return at, ok
}
