package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// writeQuestions pairs questions that were written for training with the places that answer them: SOURCE, path, first and last line, symbol and
// question, tabs between.
func writeQuestions(list, trees string, out func(source string) emit) error {
	return rows(list, 6, func(r []string) error {
		if _, err := os.Stat(filepath.Join(trees, r[0])); err != nil {
			return nil // not among the sources of this run
		}
		raw, err := os.ReadFile(filepath.Join(trees, r[0], filepath.FromSlash(r[1])))
		if err != nil {
			return err
		}
		first, err1 := strconv.Atoi(r[2])
		last, err2 := strconv.Atoi(r[3])
		lines := strings.Split(strings.ToValidUTF8(string(raw), ""), "\n")
		if err1 != nil || err2 != nil || first < 1 || last < first || last > len(lines) {
			return fmt.Errorf("%s: lines %s to %s of %s %s", list, r[2], r[3], r[0], r[1])
		}
		text := strings.Join(lines[first-1:last], "\n")
		out(r[0])("question", r[1]+"\n"+r[4], r[5], r[1]+"\n"+r[4]+"\n"+text[:min(len(text), 2*codeBytes)])
		return nil
	})
}

// writeThesaurus pairs each word or phrase of a group with the others.
func writeThesaurus(list string, out emit) error {
	return rows(list, 2, func(group []string) error {
		for i, phrase := range group {
			out("thesaurus", "", phrase, strings.Join(append(append([]string{}, group[:i]...), group[i+1:]...), "\n"))
		}
		return nil
	})
}

// rows calls each with the columns of each line, at least least of them.
func rows(list string, least int, each func(columns []string) error) error {
	f, err := os.Open(list)
	if err != nil {
		return err
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	for s.Scan() {
		columns := strings.Split(s.Text(), "\t")
		if len(columns) < least {
			return fmt.Errorf("%s: %q has not %d columns", list, s.Text(), least)
		}
		if err := each(columns); err != nil {
			return err
		}
	}
	return s.Err()
}
