package tokenizer

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"
)

// unigram finds the tokens of a word whose logarithms of probability have the largest sum (Kudo: Subword Regularization, 2018).
type unigram struct {
	scores  map[string]scored
	longest int // bytes of a token
	unk     int
	lowest  float64 // what an unknown character scores
}

type scored struct {
	id    int
	score float64
}

func newUnigram(raw json.RawMessage) (model, error) {
	var f struct {
		Vocab        [][2]json.RawMessage `json:"vocab"`
		Unk          *int                 `json:"unk_id"`
		ByteFallback bool                 `json:"byte_fallback"`
	}
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, fmt.Errorf("model Unigram: %w", err)
	}
	if f.ByteFallback {
		return nil, errors.New("model Unigram: byte_fallback is not known here")
	}
	m := &unigram{scores: make(map[string]scored, len(f.Vocab)), unk: -1}
	if f.Unk != nil {
		m.unk = *f.Unk
	}
	for id, pair := range f.Vocab {
		var token string
		var score float64
		if err := errors.Join(json.Unmarshal(pair[0], &token), json.Unmarshal(pair[1], &score)); err != nil {
			return nil, fmt.Errorf("model Unigram: token %d: %w", id, err)
		}
		if _, twice := m.scores[token]; !twice {
			m.scores[token] = scored{id, score}
		}
		m.longest, m.lowest = max(m.longest, len(token)), min(m.lowest, score)
	}
	m.lowest -= 10 // as SentencePiece does
	return m, nil
}

func (m *unigram) unknown() int { return m.unk }

// step is the best way to a place: its sum, where its last token starts, and which that is.
type step struct {
	score float64
	from  int
	id    int
}

func (m *unigram) encode(word string, ids []int) []int {
	best := make([]step, len(word)+1)
	for i := 1; i < len(best); i++ {
		best[i].score = math.Inf(-1)
	}
	for at, r := range word {
		if math.IsInf(best[at].score, -1) {
			continue
		}
		m.extend(word, at, best)
		size := utf8.RuneLen(r)
		if size < 0 {
			size = 1 // a byte that is no character
		}
		if to := at + size; best[at].score+m.lowest > best[to].score {
			best[to] = step{best[at].score + m.lowest, at, m.unk}
		}
	}
	kept := len(ids)
	for at := len(word); at > 0; at = best[at].from {
		ids = append(ids, best[at].id)
	}
	for i, j := kept, len(ids)-1; i < j; i, j = i+1, j-1 {
		ids[i], ids[j] = ids[j], ids[i]
	}
	return ids
}

// extend tries each token that starts at a place.
func (m *unigram) extend(word string, at int, best []step) {
	for end := at + 1; end <= min(len(word), at+m.longest); end++ {
		if end < len(word) && !utf8.RuneStart(word[end]) {
			continue
		}
		if s, ok := m.scores[word[at:end]]; ok && best[at].score+s.score > best[end].score {
			best[end] = step{best[at].score + s.score, at, s.id}
		}
	}
}
