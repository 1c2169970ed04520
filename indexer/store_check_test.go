package indexer

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestBoltDamage cuts root.bolt off at every page, and overwrites the start of what each page holds. bleve reads it through mapped memory on goroutines
// of its own: a page that is not there, and a list of free pages that makes no sense, must be found before that.
func TestBoltDamage(t *testing.T) {
	tr, dir := sample(t), t.TempDir()
	open(t, tr.options(t, dir)).Close()
	want := open(t, Options{Roots: []string{tr.root}}).Snapshot()
	good, bolt := map[string][]byte{}, ""
	for _, f := range storeFiles(t, dir) {
		good[f] = must(os.ReadFile(f))
		if strings.HasSuffix(f, "root.bolt") {
			bolt = f
		}
	}
	page := os.Getpagesize()
	for at := page; at < len(good[bolt]); at += page {
		cut := good[bolt][:at]
		overwritten := bytes.Clone(good[bolt])
		for i := at + 16; i < at+64; i++ {
			overwritten[i] ^= byte(i * 77)
		}
		for _, damaged := range [][]byte{cut, overwritten} {
			restore(t, dir, good)
			if err := os.WriteFile(bolt, damaged, 0o600); err != nil {
				t.Fatal(err)
			}
			w := open(t, tr.options(t, dir))
			mustEqual(t, w.Snapshot(), want)
			w.Close()
			if t.Failed() {
				t.Fatalf("at %d", at)
			}
		}
	}
}

// restore makes the files below dir those of good.
func restore(t *testing.T, dir string, good map[string][]byte) {
	t.Helper()
	for _, f := range storeFiles(t, dir) {
		if good[f] == nil {
			os.Remove(f)
		}
	}
	for f, b := range good {
		if err := os.WriteFile(f, b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
