package indexer

import "github.com/sibyl-ls/sibyl/internal/fact"

// Status is what a person wants to know about the index.
type Status struct {
	Indexing               bool
	Done, Total            int // files of the present pass
	Files, Chunks, Symbols int
	Bytes                  int64 // of the indexed text
	Kinds                  map[fact.Kind]int
	Languages              map[string]int // files; "" is plain text
	Skipped                []Skipped      // in order of Path
	Head                   string         // git revision of the first root when it was indexed; "" outside git
	Pending                int            // changes that wait
	Embedder               string         // its identity
	Notes                  []string       // "index in memory: another process has the store open", "rebuilt: format 1, this version writes 2"
}

// Skipped is a file that is not indexed, or not all of it.
type Skipped struct {
	Path, Reason string // Path is absolute, slash-separated
	Partly       bool   // what could be read of it is indexed
}
