package indexer

// scoredDocument is a document with its score.
type scoredDocument struct {
	document uint32
	score    float64
}

// selection hands out elements in order without sorting all of them: a heap.
type selection[T any] struct {
	list   []T
	before func(a, b *T) bool
}

// newSelection returns a selection of list, which it reorders.
func newSelection[T any](list []T, before func(a, b *T) bool) *selection[T] {
	s := &selection[T]{list, before}
	for i := len(list)/2 - 1; i >= 0; i-- {
		s.sink(i)
	}
	return s
}

// next takes the first element out.
func (s *selection[T]) next() (first T, ok bool) {
	n := len(s.list) - 1
	if n < 0 {
		return first, false
	}
	first = s.list[0]
	s.list[0] = s.list[n]
	s.list = s.list[:n]
	s.sink(0)
	return first, true
}

// sink moves the element at i down to its place.
func (s *selection[T]) sink(i int) {
	for {
		child := 2*i + 1
		if child >= len(s.list) {
			return
		}
		if child+1 < len(s.list) && s.before(&s.list[child+1], &s.list[child]) {
			child++
		}
		if !s.before(&s.list[child], &s.list[i]) {
			return
		}
		s.list[i], s.list[child] = s.list[child], s.list[i]
		i = child
	}
}
