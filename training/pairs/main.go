// Command pairs reads source trees and writes what the model learns from: pairs of a text that people wrote about code and the code.
//
//	pairs TREE … > pairs.jsonl     {"kind","repo","query","code"} a line
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
	if len(os.Args) == 3 && os.Args[1] == "-chunks" {
		if err := writeChunks(os.Args[2], e); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	for _, root := range os.Args[1:] {
		t, err := readTree(root)
		if err != nil {
			fmt.Fprintf(os.Stderr, "read %s: %v\n", root, err)
			continue
		}
		n := 0
		t.pairs(func(kind, query, code string) {
			n++
			if err := e.Encode(pair{kind, filepath.Base(root), query, code}); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		})
		fmt.Fprintf(os.Stderr, "%s: %d files, %d pairs\n", filepath.Base(root), len(t.files), n)
	}
}

type pair struct {
	Kind  string `json:"kind"`
	Repo  string `json:"repo"`
	Query string `json:"query"`
	Code  string `json:"code"`
}
