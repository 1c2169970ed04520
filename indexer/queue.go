package indexer

import (
	"path"
	"sync"
)

// job is one file to look at.
type job struct {
	root  string
	entry Entry
	gone  bool // the file is deleted or ignored now

	urgent bool // somebody waits for it
}

// key names what a job is about: of nested roots, each has its own jobs for a path.
type key struct{ root, path string }

func (j *job) key() key { return key{j.root, j.entry.Path} }

// Priorities of jobs.
const (
	urgent = iota // a saved file: somebody waits
	near          // in the folder of an open document
	normal
	levels
)

// queue holds the jobs that wait, one a root and path: the newest wins. A path is given to one worker at a time, so that results of the same
// path come in order.
type queue struct {
	mu     sync.Mutex
	ready  sync.Cond
	jobs   map[key]*job
	order  [levels][]key   // those that have no job any more are passed over
	busy   map[key]bool    // handed out
	open   map[string]bool // folders of open documents
	closed bool
}

func newQueue() *queue {
	q := &queue{jobs: map[key]*job{}, busy: map[key]bool{}, open: map[string]bool{}}
	q.ready.L = &q.mu
	return q
}

// push adds j, or puts it in the place of the job that its path has; added tells which.
func (q *queue) push(j *job, level int) (added bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	p := j.key()
	added = q.jobs[p] == nil
	q.jobs[p] = j
	j.urgent = level == urgent
	if level == normal && q.open[path.Dir(p.path)] {
		level = near
	}
	if added || level < normal {
		q.order[level] = append(q.order[level], p)
		q.ready.Signal()
	}
	return added
}

// pop waits for a job and hands it out; nil after close. done must follow.
func (q *queue) pop() *job {
	q.mu.Lock()
	defer q.mu.Unlock()
	for {
		if q.closed {
			return nil
		}
		if j := q.next(); j != nil {
			return j
		}
		q.ready.Wait()
	}
}

func (q *queue) next() *job {
	for level := range q.order {
		for len(q.order[level]) > 0 {
			p := q.order[level][0]
			q.order[level] = q.order[level][1:]
			j := q.jobs[p]
			if j == nil || q.busy[p] { // done puts a busy path back
				continue
			}
			delete(q.jobs, p)
			q.busy[p] = true
			return j
		}
	}
	return nil
}

// done tells that the job which pop returned has its result.
func (q *queue) done(p key) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.busy, p)
	if q.jobs[p] != nil {
		q.order[urgent] = append(q.order[urgent], p)
		q.ready.Signal()
	}
}

// waiting returns the number of jobs that nobody has taken, and of those in work.
func (q *queue) waiting() (jobs, busy int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.jobs), len(q.busy)
}

// prefer sets the folders of open documents; their jobs come before others.
func (q *queue) prefer(open map[string]bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for dir := range open {
		if q.open[dir] {
			continue
		}
		for p := range q.jobs {
			if path.Dir(p.path) == dir {
				q.order[near] = append(q.order[near], p)
			}
		}
	}
	q.open = open
}

func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.ready.Broadcast()
}

// drop removes the jobs of a root and returns how many there were.
func (q *queue) drop(root string) (n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for p, j := range q.jobs {
		if j.root == root {
			delete(q.jobs, p)
			n++
		}
	}
	return n
}
