package indexer

import (
	"cmp"
	"container/heap"
)

// scoredDocument is a document with its score.
type scoredDocument struct {
	document uint64
	score    float64
}

// selection hands out documents in order of falling scores without sorting all of them; equal scores come in order of the numbers.
type selection []scoredDocument

func newSelection(all []scoredDocument) *selection {
	s := selection(all)
	heap.Init(&s)
	return &s
}

func (s *selection) next() (scoredDocument, bool) {
	if len(*s) == 0 {
		return scoredDocument{}, false
	}
	return heap.Pop(s).(scoredDocument), true
}

func (s selection) Len() int { return len(s) }
func (s selection) Less(i, j int) bool {
	if d := cmp.Compare(s[i].score, s[j].score); d != 0 {
		return d > 0
	}
	return s[i].document < s[j].document
}
func (s selection) Swap(i, j int) { s[i], s[j] = s[j], s[i] }
func (s *selection) Push(x any)   { *s = append(*s, x.(scoredDocument)) }
func (s *selection) Pop() any {
	old := *s
	x := old[len(old)-1]
	*s = old[:len(old)-1]
	return x
}

// lowest keeps the highest scores that it was offered; the lowest of them comes first.
type lowest []float64

func (l *lowest) offer(score float64, limit int) {
	switch {
	case limit == 0:
	case len(*l) < limit:
		heap.Push(l, score)
	case score > (*l)[0]:
		(*l)[0] = score
		heap.Fix(l, 0)
	}
}

func (l lowest) Len() int           { return len(l) }
func (l lowest) Less(i, j int) bool { return l[i] < l[j] }
func (l lowest) Swap(i, j int)      { l[i], l[j] = l[j], l[i] }
func (l *lowest) Push(x any)        { *l = append(*l, x.(float64)) }
func (l *lowest) Pop() any          { return nil }
