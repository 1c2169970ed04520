// Command features turns texts into what the model sees of them.
//
//	features count < texts.jsonl > words.tsv                 word, times, most frequent form; pairs of words have a space
//	features rows vocabulary.tsv BUCKETS < texts.jsonl > rows  the rows of each line's query and code, for train.py
//	features keys < terms > keys                              one number a line: a term's key in a model file
//	features stems < words > stems                            one a line
//	features read < texts.jsonl > vectors                     what the encoder reads in each line's query, for head.py
//
// Invariant: the tokenizer is the one that Sibyl embeds with.
package main

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/sibyl-ls/sibyl/internal/embed"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "features:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	defer out.Flush()
	switch {
	case len(args) == 1 && args[0] == "count":
		return count(os.Stdin, out)
	case len(args) == 3 && args[0] == "rows":
		return rows(args[1], args[2], os.Stdin, out)
	case len(args) == 1 && args[0] == "stems":
		return stems(os.Stdin, out)
	case len(args) == 1 && args[0] == "keys":
		return keys(os.Stdin, out)
	case len(args) == 1 && args[0] == "read":
		return lines(os.Stdin, func(l *line) error { return binary.Write(out, binary.LittleEndian, embed.Read(l.Query)) })
	}
	return fmt.Errorf("usage: features count | rows VOCABULARY BUCKETS | keys | stems | read")
}

// line is one line of the texts.
type line struct {
	Query string `json:"query"`
	Code  string `json:"code"`
}

func lines(in io.Reader, each func(l *line) error) error {
	d := json.NewDecoder(bufio.NewReaderSize(in, 1<<20))
	for {
		var l line
		if err := d.Decode(&l); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if err := each(&l); err != nil {
			return err
		}
	}
}
