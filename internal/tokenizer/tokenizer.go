// Package tokenizer reads tokenizer.json, the format of Hugging Face's tokenizers, and cuts texts as it says.
//
// Of the format it knows what encoders of text use: WordPiece, Unigram and BPE vocabularies, and the normalisers and cutters before them. No special
// token is added, and none is found in a text.
//
// Invariant: a file that asks for something unknown is an error that names it, never a different result.
package tokenizer

import (
	"encoding/json"
	"fmt"
)

// Tokenizer cuts texts. It may be used by many goroutines.
type Tokenizer struct {
	normalise []func(string) string
	cut       []func([]string) []string
	model     model
}

// model turns a word into the numbers of its tokens.
type model interface {
	encode(word string, ids []int) []int
	unknown() int // the number of the token for what is in no vocabulary; -1: none
}

// New reads the bytes of a tokenizer.json.
func New(file []byte) (*Tokenizer, error) {
	var f struct {
		Normalizer   *component      `json:"normalizer"`
		PreTokenizer *component      `json:"pre_tokenizer"`
		Model        json.RawMessage `json:"model"`
	}
	if err := json.Unmarshal(file, &f); err != nil {
		return nil, fmt.Errorf("read tokenizer.json: %w", err)
	}
	t := &Tokenizer{}
	var err error
	if t.model, err = newModel(f.Model); err != nil {
		return nil, fmt.Errorf("read tokenizer.json: %w", err)
	}
	if err = t.addNormaliser(f.Normalizer); err == nil {
		err = t.addCutter(f.PreTokenizer)
	}
	if err != nil {
		return nil, fmt.Errorf("read tokenizer.json: %w", err)
	}
	return t, nil
}

// component is a normaliser or a cutter: its type and what any of them may be set to.
type component struct {
	Type          string       `json:"type"`
	Normalizers   []*component `json:"normalizers"`
	Pretokenizers []*component `json:"pretokenizers"`

	CleanText          bool            `json:"clean_text"`
	HandleChineseChars bool            `json:"handle_chinese_chars"`
	StripAccents       *bool           `json:"strip_accents"`
	Lowercase          bool            `json:"lowercase"`
	StripLeft          bool            `json:"strip_left"`
	StripRight         bool            `json:"strip_right"`
	Prepend            string          `json:"prepend"`
	Pattern            pattern         `json:"pattern"`
	Content            string          `json:"content"`
	Replacement        string          `json:"replacement"`
	AddPrefixSpace     *bool           `json:"add_prefix_space"`
	PrependScheme      string          `json:"prepend_scheme"`
	UseRegex           *bool           `json:"use_regex"`
	Split              *bool           `json:"split"`
	Behavior           string          `json:"behavior"`
	IndividualDigits   bool            `json:"individual_digits"`
	Invert             json.RawMessage `json:"invert"`
}

type pattern struct {
	String string
	Regex  string
}

// Encode returns the numbers of text's tokens, without those for what is in no vocabulary. most limits them; 0: all.
func (t *Tokenizer) Encode(text string, most int) []int {
	for _, f := range t.normalise {
		text = f(text)
	}
	words := []string{text}
	for _, f := range t.cut {
		words = f(words)
	}
	var ids []int
	unknown := t.model.unknown()
	for _, w := range words {
		if w == "" {
			continue
		}
		kept := len(ids)
		ids = t.model.encode(w, ids)
		for _, id := range ids[kept:] {
			if id != unknown {
				ids[kept] = id
				kept++
			}
		}
		if ids = ids[:kept]; most > 0 && len(ids) >= most {
			return ids[:most]
		}
	}
	return ids
}

func newModel(raw json.RawMessage) (model, error) {
	var kind struct {
		Type   string          `json:"type"`
		Merges json.RawMessage `json:"merges"`
		Prefix string          `json:"continuing_subword_prefix"`
	}
	if err := json.Unmarshal(raw, &kind); err != nil {
		return nil, fmt.Errorf("model: %w", err)
	}
	switch {
	case kind.Type == "WordPiece" || kind.Type == "" && kind.Merges == nil && kind.Prefix != "":
		return newWordPiece(raw)
	case kind.Type == "Unigram":
		return newUnigram(raw)
	case kind.Type == "BPE" || kind.Type == "" && kind.Merges != nil:
		return newBPE(raw)
	}
	return nil, fmt.Errorf("a model of the type %q is not known here", kind.Type)
}
