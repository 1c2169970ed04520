package indexer

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestAnalyzer(t *testing.T) {
	for _, c := range []struct {
		text string
		keep bool
		want string
	}{
		{"getUserName", false, "get getusername name user"},
		{"getUserName", true, "get getusername name user"},
		{"HTTPServer http_server", false, "http httpserver server"},
		{"http_server", true, "http httpserver server"},
		{"__init__", true, "init"},
		{"parse parses parsing parsed", false, "pars"},
		{"utf8 sha256Sum x 12345678 0xdeadbeef 404", false, "404 sha256 sha256sum sum utf8"},
		{"if the err return", false, ""},
		{"the", true, "the"},
		{"解析配置文件", false, "文件 析配 置文 解析 配置"},
		{"解", false, "解"},
		{"漢字x かな", false, "かな 漢字"},
		{"naïve Größe Привет", false, "größe naïve привет"},
		{"load配置now", false, "load now 配置"},
		{"a.b", true, "a b"},
		{strings.Repeat("x", 200), false, ""},
		{"", false, ""},
		{"\xff\xfe\xfd", false, ""},
	} {
		a := newAnalyzer(newVocabularies())
		a.keep = c.keep
		a.add(c.text)
		f := a.field()
		var got []string
		for term := range f.all {
			got = append(got, term)
		}
		slices.Sort(got)
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q: got %q, want %q", c.text, strings.Join(got, " "), c.want)
		}
		if again := a.field(); again.length != 0 || len(again.counts) != 0 {
			t.Errorf("%q: terms are left over", c.text)
		}
	}
}

// TestAnalyzerRemembersNothing analyses texts in two orders: what was seen before must not change what a word gives.
func TestAnalyzerRemembersNothing(t *testing.T) {
	texts := []string{"orderTotals parses", "ordertotals", "order_totals ParsesLines", "parseslines 解parses", "httpServers", "httpservers"}
	analyse := func(order []string) map[string]string {
		a := newAnalyzer(newVocabularies())
		out := map[string]string{}
		for _, text := range order {
			a.add(text)
			var terms []string
			a.distinct(func(term string) { terms = append(terms, term) })
			slices.Sort(terms)
			out[text] = strings.Join(terms, " ")
		}
		return out
	}
	forwards := analyse(texts)
	slices.Reverse(texts)
	for text, terms := range analyse(texts) {
		if terms != forwards[text] {
			t.Errorf("%q gives %q in one order and %q in the other", text, forwards[text], terms)
		}
	}
}

// TestAnalyzersShare lets analyzers that share a vocabulary, which becomes full meanwhile, find what one finds alone.
func TestAnalyzersShare(t *testing.T) {
	texts := make([]string, 3000)
	for i := range texts {
		texts[i] = fmt.Sprintf("parse%dTotals order_%d 0x%x 配置 the identifier%d writers %d", i%700, i%900, i, i/3, i%50)
	}
	terms := func(a *analyzer, s string) string {
		a.add(s)
		f := a.field()
		var out []string
		for term, times := range f.all {
			out = append(out, fmt.Sprint(term, times))
		}
		slices.Sort(out)
		return fmt.Sprint(f.length, out)
	}
	want := make([]string, len(texts))
	for i, s := range texts {
		want[i] = terms(newAnalyzer(newVocabularies()), s)
	}
	shared := newVocabularies()
	first := shared.Load()
	var running sync.WaitGroup
	for g := range 4 {
		running.Go(func() {
			a := newAnalyzer(shared)
			for i := range texts {
				i = (i + g*100) % len(texts)
				if got := terms(a, texts[i]); got != want[i] {
					t.Errorf("%q gives %s, alone %s", texts[i], got, want[i])
				}
				if g == 0 && i == len(texts)/2 {
					first.size.Store(maxVocabulary + 1)
				}
			}
		})
	}
	running.Wait()
	if shared.Load() == first {
		t.Error("a full vocabulary is still in use")
	}
}

// TestVocabularyOfOneHash: identifiers that somebody has made to have one hash (two ways to go on from each of its states, ten times) do not make a
// vocabulary in which each is looked for among all of them.
func TestVocabularyOfOneHash(t *testing.T) {
	names, hash := []string{""}, hashOf("")
	for range 10 {
		one, other, next := sameHash(hash)
		var longer []string
		for _, s := range names {
			longer = append(longer, s+one, s+other)
		}
		names, hash = longer, next
	}
	shared := newVocabularies()
	a := newAnalyzer(shared)
	for _, s := range names {
		if hashOf(s) != hash {
			t.Fatal(s)
		}
		v := a.vocabulary
		a.add(s)
		if a.field().length == 0 {
			t.Fatalf("%s has no terms", s)
		}
		if n := v.alike(hash); n > maxAlike+2 {
			t.Fatalf("%d texts of one hash", n)
		}
	}
}

// sameHash returns two texts that lead from a state of the hash to the same next one.
func sameHash(state uint32) (one, other string, next uint32) {
	seen, random := map[uint32]string{}, rand.New(rand.NewPCG(1, 1))
	for range 1 << 20 {
		b := make([]byte, 6)
		h := state
		for i := range b {
			b[i] = 'a' + byte(random.IntN(26))
			h = (h ^ uint32(b[i])) * 16777619
		}
		s := string(b)
		if seen[h] != "" && seen[h] != s {
			return seen[h], s, h
		}
		seen[h] = s
	}
	panic("no two are alike")
}

func (v *vocabulary) alike(hash uint32) (n int) {
	for _, slot := range v.written.present.Load().slots {
		if slot != 0 && uint32(slot>>32) == hash {
			n++
		}
	}
	return n
}

func TestAnalyzerCounts(t *testing.T) {
	a := newAnalyzer(newVocabularies())
	a.add("token token Token verify")
	f := a.field()
	times := maps.Collect(f.all)
	if f.length != 4 || times["token"] != 3 || times["verifi"] != 1 {
		t.Errorf("%d %v", f.length, times)
	}
}

func FuzzAnalyzer(f *testing.F) {
	f.Add("getUserName 解析配置 naïve 0x1f")
	f.Fuzz(func(t *testing.T, s string) {
		a := newAnalyzer(newVocabularies())
		a.add(s)
		got := a.field()
		total := 0
		for term, n := range got.all {
			if term == "" {
				t.Error("an empty term")
			}
			total += int(n)
		}
		if got.length < len(got.counts) || total > got.length {
			t.Errorf("%d terms of length %d, %d in all", len(got.counts), got.length, total)
		}
	})
}
