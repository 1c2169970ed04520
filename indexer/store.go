package indexer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"
	"github.com/gofrs/flock"

	"github.com/sibyl-ls/sibyl/internal/embed"
	"github.com/sibyl-ls/sibyl/internal/syntax"
)

// commitKey is bleve's internal key of the commit record.
var commitKey = []byte("sibyl")

// lockTimeout is how long a second process waits for the store before it indexes in memory.
const lockTimeout = 500 * time.Millisecond

// commitRecord says what is valid. It is written in the same bleve batch as the chunks, after the logs, so that a process which dies
// at any moment leaves the state of the last batch: the logs are cut back to these lengths when the store is opened.
type commitRecord struct {
	Format, Syntax, Chunker int    // versions
	Embedder                string // identity
	Dimensions              int    // of the vectors; 0 before the first
	Generation              int    // of the logs' names; compaction makes new ones
	Files, Facts, Vectors   int64  // lengths of the logs
	Next                    uint32 // the next file number
	Documents               int    // chunks in bleve
	Complete                bool   // the first index was finished once
	Head                    string // git revision
	Sum                     uint32 // of all this
}

func (c commitRecord) encode() []byte {
	c.Sum = 0
	b, _ := json.Marshal(c) // numbers and strings only
	c.Sum = crc32.Checksum(b, castagnoli)
	b, _ = json.Marshal(c)
	return b
}

func decodeCommit(b []byte) (commitRecord, error) {
	var c commitRecord
	if err := json.Unmarshal(b, &c); err != nil {
		return c, errCorrupt
	}
	sum := c.Sum
	c.Sum = 0
	if plain, _ := json.Marshal(c); crc32.Checksum(plain, castagnoli) != sum {
		return c, errCorrupt
	}
	return c, nil
}

// store is what one root's index keeps between runs: bleve for the chunks' text, and three logs for files, facts and vectors.
// One goroutine writes (see committer); lookups may come from any.
type store struct {
	root   string
	dir    string // "" is memory
	lock   *flock.Flock
	queue  *index.AnalysisQueue
	bleve  index.Index
	commit commitRecord
	enc    *encoder
	buf    []byte

	gate   sync.RWMutex // held for reading while somebody reads bleve
	closed bool

	mu      sync.RWMutex // for what follows, which lookups read
	files   *appendLog
	facts   *appendLog
	vectors *vectorLog
	known   map[factsKey]span

	records  map[string]*record // by path; the writer's
	filesLen int                // records in the file log, old ones included
}

// identity is what a store must have been made with to be used.
func identity(e embed.Embedder) commitRecord {
	return commitRecord{Format: formatVersion, Syntax: syntax.Version, Chunker: chunkVersion<<8 | analyzerVersion, Embedder: e.ID(), Dimensions: e.Dimensions()}
}

// noDataDir says that there is no folder for stores.
const noDataDir = "the user has no cache folder: set SIBYL_DATA_DIR, --data-dir or HOME"

// openStore opens or makes the store of root below dataDir. Whatever is wrong with an old one, the result is usable; note is told.
func openStore(ctx context.Context, root, dataDir string, want commitRecord, note func(string)) *store {
	if dataDir == "" {
		note("index in memory: " + noDataDir)
		return memoryStore(root, want)
	}
	dir := storeDir(dataDir, root)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		note(fmt.Sprintf("index in memory: %v", err))
		return memoryStore(root, want)
	}
	lock := flock.New(filepath.Join(dir, "lock"), flock.SetPermissions(0o600))
	wait, cancel := context.WithTimeout(ctx, lockTimeout)
	defer cancel()
	if ok, err := lock.TryLockContext(wait, 20*time.Millisecond); !ok {
		switch {
		case ctx.Err() != nil: // the workspace is being closed
		case errors.Is(err, context.DeadlineExceeded):
			note("index in memory: another process has the store open")
		default:
			note(fmt.Sprintf("index in memory: lock the store: %v", err))
		}
		return memoryStore(root, want)
	}
	s, err := loadStore(root, dir, want, note)
	if err != nil {
		if !errors.Is(err, errNoCommit) {
			note(fmt.Sprintf("rebuilt: %v", err))
		}
		s, err = createStore(root, dir, want)
	}
	if err != nil {
		lock.Unlock()
		note(fmt.Sprintf("index in memory: %v", err))
		return memoryStore(root, want)
	}
	s.lock = lock
	return s
}

func memoryStore(root string, want commitRecord) *store {
	s, err := createStore(root, "", want)
	if err != nil {
		panic(fmt.Sprintf("index in memory: %v", err)) // needs nothing that could be missing
	}
	return s
}

// createStore makes an empty store; what is left of an old one is removed.
func createStore(root, dir string, want commitRecord) (*store, error) {
	if dir != "" {
		if err := clearDir(dir); err != nil {
			return nil, err
		}
	}
	s := &store{root: root, dir: dir, commit: want, enc: newEncoder(), known: map[factsKey]span{}, records: map[string]*record{}}
	s.commit.Next = 1
	if err := s.openBleve(); err != nil {
		return nil, err
	}
	err := s.openLogs()
	if err == nil { // from here on, a store without a commit record is a damaged one
		err = s.bleve.SetInternal(commitKey, s.commit.encode())
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// clearDir empties a store's folder but keeps its lock.
func clearDir(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() == "lock" {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

func (s *store) logName(kind string) string {
	return fmt.Sprintf("%s-%d.log", kind, s.commit.Generation)
}

func (s *store) openLogs() (err error) {
	if s.files, err = openLog(s.dir, s.logName("files"), s.commit.Files); err != nil {
		return err
	}
	if s.facts, err = openLog(s.dir, s.logName("facts"), s.commit.Facts); err != nil {
		return err
	}
	log, err := openLog(s.dir, s.logName("vectors"), s.commit.Vectors)
	if err != nil {
		return err
	}
	s.vectors = newVectorLog(log, s.commit.Dimensions)
	return nil
}

// openBleve opens the text index. Numbers in its configuration: many small segments are fine, since a search reads a few terms of
// each, and every merge of large ones costs seconds of the first index.
func (s *store) openBleve() (err error) {
	defer guard("open the text index", &err)() // bbolt panics on some kinds of damage
	path := ""
	if s.dir != "" {
		path = filepath.Join(s.dir, "bleve")
	}
	s.queue = index.NewAnalysisQueue(1) // chunks are analysed before they get there
	x, err := scorch.NewScorch(scorch.Name, map[string]any{
		"path":               path,
		"bolt_timeout":       lockTimeout.String(),
		"numSnapshotsToKeep": 1,
		"scorchMergePlanOptions": map[string]any{
			"MaxSegmentsPerTier": 24, "SegmentsPerMergeTask": 12, "TierGrowth": 10.0,
			"MaxSegmentSize": 5_000_000, "FloorSegmentSize": 2_000, "ReclaimDeletesWeight": 2.0,
		},
	}, s.queue)
	if err == nil {
		err = x.Open()
	}
	if err != nil {
		s.queue.Close()
		return fmt.Errorf("open the text index: %w", err)
	}
	s.bleve = x
	return nil
}

var errClosed = errors.New("the workspace is closed")

// close waits for searches, closes everything and releases the lock.
func (s *store) close() error {
	s.gate.Lock()
	defer s.gate.Unlock()
	s.closed = true
	var err error
	if s.bleve != nil {
		err = s.bleve.Close()
		s.queue.Close()
	}
	s.files.close()
	s.facts.close()
	if s.vectors != nil {
		s.vectors.log.close()
	}
	if s.lock != nil {
		err = errors.Join(err, s.lock.Unlock())
	}
	return err
}

// hasFacts reports whether the facts of k are in the log, and where.
func (s *store) hasFacts(k factsKey) (span, *appendLog, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	at, ok := s.known[k]
	return at, s.facts, ok
}

// read calls f with a reader of the text index, unless the store is closed.
func (s *store) read(f func(index.IndexReader) error) (err error) {
	s.gate.RLock()
	defer s.gate.RUnlock()
	defer guard("read the text index", &err)() // somebody may have cut a file off since it was opened
	if s.closed {
		return errClosed
	}
	r, err := s.bleve.Reader()
	if err != nil {
		return fmt.Errorf("read the text index: %w", err)
	}
	defer r.Close()
	return f(r)
}
