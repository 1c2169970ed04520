package tokenizer

import (
	"fmt"
	"strings"
	"testing"
)

const (
	bertParts = `"normalizer":{"type":"BertNormalizer","clean_text":true,"handle_chinese_chars":true,"strip_accents":null,"lowercase":true},
		"pre_tokenizer":{"type":"BertPreTokenizer"},`
	pieces   = `"model":{"type":"WordPiece","unk_token":"[UNK]","continuing_subword_prefix":"##","vocab":{"[UNK]":0,"parse":1,"##http":2,"##s":3,"cafe":4,"(":5,")":6,"令":7,"!":8,"x":9}}`
	unigrams = `"normalizer":{"type":"Precompiled","precompiled_charsmap":""},
		"pre_tokenizer":{"type":"Sequence","pretokenizers":[{"type":"WhitespaceSplit"},{"type":"Metaspace","replacement":"▁","prepend_scheme":"always"}]},
		"model":{"type":"Unigram","unk_id":0,"vocab":[["<unk>",0],["▁",-3],["▁un",-2],["▁unlock",-9],["lock",-3],["l",-6],["▁f",-5],["i",-5],["fi",-4]]}`
	byteMerges = `"pre_tokenizer":{"type":"ByteLevel","add_prefix_space":false,"trim_offsets":true},
		"model":{"type":"BPE","vocab":{"a":0,"b":1,"Ġ":2,"ab":3,"Ġab":4,"Ã":5,"©":6,"Ã©":7,"1":8},"merges":["a b",["Ġ","ab"],"Ã ©"]}`
)

func TestEncode(t *testing.T) {
	for _, test := range []struct{ file, text, want string }{
		{bertParts + pieces, "parseHTTPs(x)", "[1 2 3 5 9 6]"},
		{bertParts + pieces, "Café!  parse\tCAFÉ", "[4 8 1 4]"},
		{bertParts + pieces, "令令牌 parseq", "[7 7]"},
		{unigrams, "unlock", "[2 4]"},
		{unigrams, "ﬁ fi", "[1 8 1 8]"},
		{unigrams, "lü", "[1 5]"},
		{byteMerges, "ab ab1", "[3 4 8]"},
		{byteMerges, "é  ab", "[7 2 4]"},
		{byteMerges, "", "[]"},
	} {
		k, err := New([]byte("{" + test.file + "}"))
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(k.Encode(test.text, 0)); got != test.want {
			t.Errorf("%q is %s, want %s", test.text, got, test.want)
		}
	}
}

func TestEncodeStopsAtTheMost(t *testing.T) {
	k, err := New([]byte("{" + bertParts + pieces + "}"))
	if err != nil {
		t.Fatal(err)
	}
	if got := k.Encode("parse parse xs", 3); len(got) != 3 || got[2] != 9 {
		t.Errorf("got %v", got)
	}
}

func TestWhatIsNotKnownIsNamed(t *testing.T) {
	for file, want := range map[string]string{
		`{`:                             "unexpected end",
		`{"model":{"type":"CharBERT"}}`: `model of the type "CharBERT"`,
		`{"normalizer":{"type":"Roman"},` + pieces + `}`:      `normalizer of the type "Roman"`,
		`{"pre_tokenizer":{"type":"Split"},` + pieces + `}`:   `pre_tokenizer of the type "Split"`,
		`{"model":{"type":"BPE","vocab":{},"merges":["ab"]}}`: `"ab" is no pair`,
		`{"model":{"type":"Unigram","vocab":[["a"]]}}`:        "token 0",
	} {
		if _, err := New([]byte(file)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", file, err, want)
		}
	}
}

func FuzzEncode(f *testing.F) {
	var all []*Tokenizer
	for _, file := range []string{bertParts + pieces, unigrams, byteMerges} {
		k, err := New([]byte("{" + file + "}"))
		if err != nil {
			f.Fatal(err)
		}
		all = append(all, k)
	}
	f.Add("parse \xff令 é  ")
	f.Fuzz(func(t *testing.T, text string) {
		for _, k := range all {
			k.Encode(text, 0)
		}
	})
}
