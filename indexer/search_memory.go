package indexer

import "sync"

// searchMemory is what a search fills and nobody needs afterwards. It is used again: garbage of one search costs more than what it does, since each
// collection looks at all facts of the workspace.
type searchMemory struct {
	found  map[chunkPlace]*candidate
	blocks [][]candidate
	used   int // candidates of the blocks
	words  wordTable
	scan   nearScan

	names     map[string]int32 // see namesakes
	namesakes []namesakes
	tails     map[uint64]tailFiles // see importsBetween
	shown     map[uint64]bool      // see hits
	lists     listMemory
}

const (
	candidateBlock = 256
	keptBlocks     = 4 // a search that finds more, by equal scores, gives the rest back
)

var searchMemories = sync.Pool{New: func() any {
	return &searchMemory{found: map[chunkPlace]*candidate{}, names: map[string]int32{}, tails: map[uint64]tailFiles{}, shown: map[uint64]bool{}}
}}

// candidate returns an empty candidate.
func (m *searchMemory) candidate() *candidate {
	if m.used == len(m.blocks)*candidateBlock {
		m.blocks = append(m.blocks, make([]candidate, candidateBlock))
	}
	c := &m.blocks[m.used/candidateBlock][m.used%candidateBlock]
	m.used++
	return c
}

// release gives the memory back, without anything that would keep a snapshot alive. Candidates must not be used any more.
func (m *searchMemory) release() {
	m.words.end()
	m.blocks = m.blocks[:min(len(m.blocks), keptBlocks)]
	for i := range m.blocks {
		clear(m.blocks[i][:min(max(m.used-i*candidateBlock, 0), candidateBlock)])
	}
	clear(m.found)
	clear(m.names)
	clear(m.namesakes)
	clear(m.tails)
	clear(m.shown)
	m.used, m.namesakes = 0, m.namesakes[:0]
	m.lists.set.Clear() // its containers are parts of files, which may be closed
	searchMemories.Put(m)
}
