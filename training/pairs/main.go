// Command pairs reads source trees and writes what the model learns from: pairs of a text that people wrote about code and the code.
//
//	pairs TREE … > pairs.jsonl     {"kind","repo","at","query","code"} a line
//	pairs -commits REPOSITORY REVISION SOURCE > pairs.jsonl   the same of a git repository's messages and changes
//	pairs -questions LIST TREES > pairs.jsonl   of questions that were written for it (questions.tsv)
//	pairs -thesaurus LIST > pairs.jsonl        of words and phrases that belong together (thesaurus.tsv)
//	pairs -chunks TREE > chunks.jsonl  {"path","start","end","code"} a line: what the index would embed, for measure.py
//
// The facts are Sibyl's own.
//
// Invariant: no tree that the benchmarks measure is read; sources.tsv lists those that are, and check.py compares their files.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	defer out.Flush()
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	var err error
	switch {
	case len(os.Args) == 3 && os.Args[1] == "-chunks":
		err = writeChunks(os.Args[2], e)
	case len(os.Args) == 5 && os.Args[1] == "-commits":
		err = writeCommits(os.Args[2], os.Args[3], writePairs(os.Args[4], e))
	case len(os.Args) == 4 && os.Args[1] == "-questions":
		err = writeQuestions(os.Args[2], os.Args[3], func(source string) emit { return writePairs(source, e) })
	case len(os.Args) == 3 && os.Args[1] == "-thesaurus":
		err = writeThesaurus(os.Args[2], writePairs("thesaurus", e))
	default:
		for _, root := range os.Args[1:] {
			t, unread := readTree(root)
			if unread != nil {
				fmt.Fprintf(os.Stderr, "read %s: %v\n", root, unread)
				continue
			}
			t.pairs(writePairs(filepath.Base(root), e))
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// emit takes a pair. Pairs at one place of a source are about the same code; "" is a place of its own.
type emit func(kind, at, query, code string)

// writePairs writes pairs of one source.
func writePairs(source string, e *json.Encoder) emit {
	return func(kind, at, query, code string) {
		if err := e.Encode(pair{kind, source, at, query, code}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

type pair struct {
	Kind  string `json:"kind"`
	Repo  string `json:"repo"`
	At    string `json:"at,omitempty"`
	Query string `json:"query"`
	Code  string `json:"code"`
}
