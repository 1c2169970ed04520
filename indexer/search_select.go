package indexer

import (
	"cmp"
	"container/heap"
)

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
