package server

import (
	"slices"
	"strconv"
	"sync"

	"github.com/sibyl-ls/sibyl/internal/ask"
)

const (
	maxTalks = 32 // conversations that are remembered; the one unused for longest goes first
	maxTurns = 8  // questions and answers of one; older ones are forgotten
)

// conversations remember what was asked, so that "and who calls that?" has something to refer to. They end with the process.
type conversations struct {
	mu    sync.Mutex
	next  int
	talks []*talk // the one used last is the last
}

type talk struct {
	id    string
	mu    sync.Mutex
	turns []ask.Turn
}

// resume returns the conversation id, or a new one when it is "" or forgotten.
func (c *conversations) resume(id string) *talk {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, t := range c.talks {
		if t.id == id {
			c.talks = append(append(c.talks[:i:i], c.talks[i+1:]...), t)
			return t
		}
	}
	c.next++
	t := &talk{id: strconv.Itoa(c.next)}
	c.talks = append(c.talks, t)
	if len(c.talks) > maxTalks {
		c.talks = c.talks[1:]
	}
	return t
}

func (t *talk) add(turn ask.Turn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.turns = append(t.turns, turn)
	if len(t.turns) > maxTurns {
		t.turns = t.turns[1:]
	}
}

func (t *talk) history() []ask.Turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.turns)
}
