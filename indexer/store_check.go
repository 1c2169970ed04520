package indexer

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime/debug"

	"go.etcd.io/bbolt"
)

// checkBleve reads everything in bleve's folder that its newest states refer to. It comes before bleve opens them: bleve maps its files into memory
// and reads them on goroutines of its own, where a page behind the end of a file that was cut off ends the process.
func checkBleve(dir string) (err error) {
	name := filepath.Join(dir, "root.bolt")
	defer guard("the text index is damaged (root.bolt)", &err)()
	db, err := bbolt.Open(name, 0o600, &bbolt.Options{ReadOnly: true, PreLoadFreelist: true, Timeout: lockTimeout})
	if err != nil {
		return fmt.Errorf("open the text index: %w", err)
	}
	segments := map[string]bool{}
	err = db.View(func(tx *bbolt.Tx) error { return checkBolt(tx, name, segments) })
	db.Close() // not after a panic: it would wait for bbolt's own locks
	if err != nil {
		return fmt.Errorf("the text index is damaged (root.bolt): %w", err)
	}
	for s := range segments {
		if err := checkSegment(filepath.Join(dir, s)); err != nil {
			return err
		}
	}
	return nil
}

// checkBolt fails when pages are no pages or the tree of them is not whole, and adds the names of the segments in it. tx.Check says more, but
// panics on a goroutine of its own.
func checkBolt(tx *bbolt.Tx, name string, segments map[string]bool) error {
	if info, err := os.Stat(name); err != nil || info.Size() < tx.Size() {
		return errors.New("it is shorter than it says")
	}
	used := 0
	for id := 0; ; id++ {
		p, err := tx.Page(id)
		if err != nil {
			return err
		}
		if p == nil { // behind the last
			break
		}
		switch p.Type {
		case "free":
			continue
		case "meta", "freelist":
		case "leaf", "branch":
			used += 1 + p.OverflowCount
		default:
			return fmt.Errorf("page %d is %s", id, p.Type)
		}
		id += p.OverflowCount
	}
	if err := tx.ForEach(func(_ []byte, b *bbolt.Bucket) error { return segmentsIn(b, segments) }); err != nil {
		return err
	}
	s := tx.Cursor().Bucket().Stats()
	if n := s.BranchPageN + s.BranchOverflowN + s.LeafPageN + s.LeafOverflowN; n != used {
		return fmt.Errorf("%d pages are in use, %d are not free", n, used)
	}
	return nil
}

// segmentsIn reads a bucket and those in it. The names of segment files are values.
func segmentsIn(b *bbolt.Bucket, segments map[string]bool) error {
	return b.ForEach(func(k, v []byte) error {
		if v == nil {
			if in := b.Bucket(k); in != nil {
				return segmentsIn(in, segments)
			}
			return errCorrupt
		}
		if bytes.HasSuffix(v, []byte(".zap")) {
			segments[string(v)] = true
		}
		return nil
	})
}

// checkSegment compares the checksum that ends a segment file with its content. bleve itself does not. It notices by itself when one is missing.
func checkSegment(name string) error {
	b, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if n := len(b) - 4; n < 0 || crc32.ChecksumIEEE(b[:n]) != binary.BigEndian.Uint32(b[n:]) {
		return fmt.Errorf("the text index is damaged (%s)", filepath.Base(name))
	}
	return nil
}

// guard makes an error of a panic until its result is called, also of a fault while memory is read that is mapped from a file: on this goroutine alone.
func guard(what string, err *error) (end func()) {
	before := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(before)
		if p := recover(); p != nil {
			*err = fmt.Errorf("%s: %v", what, p)
		}
	}
}
