package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/embed"
)

// rows writes the rows of each text: how many, then each with its times in the highest byte.
func rows(vocabulary, buckets string, in io.Reader, out io.Writer) error {
	terms, err := firstColumn(vocabulary)
	if err != nil {
		return err
	}
	n, err := strconv.Atoi(buckets)
	if err != nil {
		return err
	}
	keys := make([]uint32, len(terms))
	for i, term := range terms {
		keys[i] = key(term)
	}
	t, c := embed.NewTokenizer(keys, n), embed.NewCounts()
	return lines(in, func(l *line) error {
		for _, s := range []string{l.Query, l.Code} {
			t.Count(s, c)
			packed := []uint32{uint32(len(c.Rows))}
			for i, row := range c.Rows {
				packed = append(packed, row|min(c.Times[i], 255)<<24)
			}
			if err := binary.Write(out, binary.LittleEndian, packed); err != nil {
				return err
			}
		}
		return nil
	})
}

// key returns a term's key; of a term that only a model file is known to have, that is its name: "=" and the number.
func key(term string) uint32 {
	if number, ok := strings.CutPrefix(term, "="); ok {
		if n, err := strconv.ParseUint(number, 10, 32); err == nil {
			return uint32(n)
		}
	}
	return embed.Key(term)
}

func firstColumn(path string) (terms []string, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		term, _, _ := strings.Cut(s.Text(), "\t")
		terms = append(terms, term)
	}
	return terms, nil
}

// keys writes the key of each line's first column.
func keys(in io.Reader, out io.Writer) error {
	s := bufio.NewScanner(in)
	for s.Scan() {
		term, _, _ := strings.Cut(s.Text(), "\t")
		fmt.Fprintln(out, key(term))
	}
	return s.Err()
}

// stems writes each line's words as they are counted, stemmed.
func stems(in io.Reader, out io.Writer) error {
	s := bufio.NewScanner(in)
	for s.Scan() {
		fmt.Fprintln(out, embed.Stem(s.Text()))
	}
	return s.Err()
}
