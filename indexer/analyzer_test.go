package indexer

import (
	"fmt"
	"maps"
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
