package indexer

import (
	"fmt"
	"strings"
	"testing"
)

func TestAsked(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"VerifyToken", "name VerifyToken long 0"},
		{"Token.Get()", "name Token.Get paths Token.Get long 0"},
		{"how does VerifyToken call parse_token", "names VerifyToken parse_token long 0"},
		{"how is a Router made", "names Router long 0"},
		{"Routers and their handlers", "long 0"},
		{"where does auth/token.go check the signature", "names token.go paths auth/token.go long 0"},
		{"token.go", "name token.go paths token.go long 0"},
		{"either and/or both", "long 0"},
		{"what happens to a request that comes in while the server is being shut down", "long 1"},
		{"JWT 校验在哪里", "long 0"},
		{"用户自定义的异常回调里又抛出异常时，怎样避免无休止的连锁", "long 1"},
		{"", "name  long 0"},
	} {
		a := newAsked(c.text)
		got := ""
		switch {
		case a.isName || c.text == "":
			got = "name " + strings.Join(a.names, " ") + " "
		case len(a.names) > 0:
			got = "names " + strings.Join(a.names, " ") + " "
		}
		if len(a.paths) > 0 {
			got += "paths " + strings.Join(a.paths, " ") + " "
		}
		if got += fmt.Sprintf("long %.0f", a.long); got != c.want {
			t.Errorf("%q: got %s, want %s", c.text, got, c.want)
		}
	}
}

// TestAskedInEnglish: a Chinese or Japanese term stands for English words, the text itself too.
func TestAskedInEnglish(t *testing.T) {
	a := newAsked("校验 JWT 签名的测试")
	var got []string
	for _, w := range a.words {
		for _, term := range w.terms {
			got = append(got, fmt.Sprintf("%s:%.1f", term.text, term.share*w.weight))
		}
	}
	for _, want := range []string{"jwt:1.0", "valid:1.0", "verifi:0.6", "signatur:1.0", "校验:1.0"} {
		if !strings.Contains(" "+strings.Join(got, " ")+" ", " "+want+" ") {
			t.Errorf("%v lacks %s", got, want)
		}
	}
	if !a.tests || !strings.Contains(a.meaning, "signature") || !strings.Contains(a.meaning, "签名") {
		t.Errorf("tests %v, meaning %q", a.tests, a.meaning)
	}
	if !strings.Contains(a.english, "JWT") || !strings.Contains(a.english, "signature") || strings.ContainsFunc(a.english, isIdeograph) {
		t.Errorf("in English %q", a.english)
	}
	if got := newAsked("为什么 gzip 的响应在重定向以后会丢掉").english; got != "gzip response respond redirect discard drop" {
		t.Errorf("not in the order of the question: %q", got)
	}
	if a := newAsked("parse the header"); a.english != "" {
		t.Errorf("of an English question: %q", a.english)
	}
}

// TestAskedAtLength: of a question with more words than count, the English ones do. Words in another language are not missed.
func TestAskedAtLength(t *testing.T) {
	words := newAsked("上传的文件太大的时候服务器是先把它写进临时目录还是直接拒绝请求,这个判断在哪个函数里做,最后怎么清理 tmp").words
	if len(words) <= maxWords {
		t.Fatalf("%d words are too few for this test", len(words))
	}
	clean, foreign := -1, len(words)
	for i, w := range words {
		if w.foreign != strings.ContainsFunc(w.terms[0].text, isIdeograph) {
			t.Errorf("%v: foreign is %v", w.terms, w.foreign)
		}
		if w.foreign {
			foreign = min(foreign, i)
		} else if w.terms[0].text == "cleanup" || w.terms[0].text == "clean" {
			clean = i
		}
	}
	if clean < 0 || clean > foreign || clean >= maxWords {
		t.Errorf("the last term is word %d, the Chinese text starts with word %d", clean, foreign)
	}
}

func TestSameFolded(t *testing.T) {
	names := []string{"", "_", "a", "A", "_a_", "ab", "a_B", "aB_", "a1", "a@", "a`", "{", "[", "naïve", "NAÏVE", "na_ïve", "k", "\u212a", "straße", "get$x", "GET$X"}
	for _, a := range names {
		for _, b := range names {
			if got, want := sameFolded(a, b), fold(a) == fold(b); got != want {
				t.Errorf("%q and %q: %v", a, b, got)
			}
		}
	}
}
