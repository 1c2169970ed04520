package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/sibyl-ls/sibyl/internal/embed"
)

const (
	leastWords = 3  // a rarer word learns nothing
	leastPairs = 40 // most pairs are chance
)

// counter counts stems, the forms that they come from, and pairs of stems.
type counter struct {
	words map[string]uint32
	forms map[string]map[string]uint32
	pairs map[uint64]uint32 // by the numbers of both words
	index map[string]uint32
	names []string
	last  int64 // number of the word before; -1: none
}

// count writes the words and pairs of the texts, the most frequent first.
func count(in io.Reader, out io.Writer) error {
	c := &counter{words: map[string]uint32{}, forms: map[string]map[string]uint32{}, pairs: map[uint64]uint32{}, index: map[string]uint32{}, last: -1}
	t := embed.NewTokenizer(nil, 1)
	t.Seen = c.seen
	counts := embed.NewCounts()
	err := lines(in, func(l *line) error {
		for _, s := range []string{l.Query, l.Code} {
			c.last = -1
			t.Count(s, counts)
		}
		return nil
	})
	if err == nil {
		c.write(out)
	}
	return err
}

func (c *counter) seen(word []byte) {
	if word == nil {
		c.last = -1
		return
	}
	form := string(word)
	stem := embed.Stem(form)
	if c.words[stem]++; c.forms[stem] == nil {
		c.forms[stem] = map[string]uint32{}
		c.index[stem] = uint32(len(c.names))
		c.names = append(c.names, stem)
	}
	c.forms[stem][form]++
	n := int64(c.index[stem])
	if c.last >= 0 {
		c.pairs[uint64(c.last)<<32|uint64(n)]++
	}
	c.last = n
}

type row struct {
	term, form string
	times      uint32
}

func (c *counter) write(out io.Writer) {
	var rows []row
	for stem, n := range c.words {
		if n >= leastWords {
			rows = append(rows, row{stem, mostFrequent(c.forms[stem]), n})
		}
	}
	for p, n := range c.pairs {
		if n >= leastPairs {
			term := c.names[p>>32] + " " + c.names[uint32(p)]
			rows = append(rows, row{term, term, n})
		}
	}
	slices.SortFunc(rows, func(a, b row) int {
		if a.times != b.times {
			return int(b.times) - int(a.times)
		}
		if a.term < b.term {
			return -1
		}
		return 1
	})
	for _, r := range rows {
		fmt.Fprintf(out, "%s\t%d\t%s\n", r.term, r.times, r.form)
	}
}

func mostFrequent(forms map[string]uint32) (best string) {
	for form, n := range forms {
		if m := forms[best]; best == "" || n > m || n == m && form < best {
			best = form
		}
	}
	return best
}
