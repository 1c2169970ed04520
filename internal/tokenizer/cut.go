package tokenizer

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// addCutter appends what p says about where a normalised text is cut into words.
func (t *Tokenizer) addCutter(p *component) error {
	if p == nil {
		return nil
	}
	each := func(f func(string, []string) []string) {
		t.cut = append(t.cut, func(in []string) (out []string) {
			for _, s := range in {
				out = f(s, out)
			}
			return out
		})
	}
	switch p.Type {
	case "Sequence":
		for _, part := range p.Pretokenizers {
			if err := t.addCutter(part); err != nil {
				return err
			}
		}
	case "BertPreTokenizer":
		each(func(s string, out []string) []string { return append(out, cutBy(s, bertClass)...) })
	case "Whitespace":
		each(func(s string, out []string) []string { return append(out, cutBy(s, wordClass)...) })
	case "WhitespaceSplit":
		each(func(s string, out []string) []string { return append(out, strings.Fields(s)...) })
	case "Punctuation":
		each(func(s string, out []string) []string { return append(out, cutBy(s, punctuationClass)...) })
	case "Digits":
		each(func(s string, out []string) []string { return append(out, cutBy(s, digitClass(p.IndividualDigits))...) })
	case "Metaspace":
		t.cut = append(t.cut, p.metaspace)
	case "ByteLevel":
		t.cut = append(t.cut, p.byteLevel)
	default:
		return fmt.Errorf("a pre_tokenizer of the type %q is not known here", p.Type)
	}
	return nil
}

// Classes of a character: neighbours of one class stay together, except those that stand alone; what is dropped belongs to no word.
const (
	dropped = -1
	alone   = -2
)

// cutBy cuts s between characters of different classes.
func cutBy(s string, class func(r rune) int) (out []string) {
	start, now := 0, dropped
	for i, r := range s {
		c := class(r)
		if c == now && c != alone {
			continue
		}
		if now != dropped && i > start {
			out = append(out, s[start:i])
		}
		start, now = i, c
	}
	if now != dropped && start < len(s) {
		out = append(out, s[start:])
	}
	return out
}

func bertClass(r rune) int {
	switch {
	case unicode.IsSpace(r):
		return dropped
	case isPunctuation(r):
		return alone
	}
	return 0
}

func wordClass(r rune) int {
	switch {
	case unicode.IsSpace(r):
		return dropped
	case unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) || unicode.Is(unicode.Pc, r):
		return 0
	}
	return 1
}

func punctuationClass(r rune) int {
	if isPunctuation(r) {
		return alone
	}
	return 0
}

func digitClass(individual bool) func(r rune) int {
	return func(r rune) int {
		switch {
		case unicode.IsNumber(r) && individual:
			return alone
		case unicode.IsNumber(r):
			return 1
		}
		return 0
	}
}

// isPunctuation is BERT's: all of ASCII's signs, whatever Unicode calls them.
func isPunctuation(r rune) bool {
	return r < utf8.RuneSelf && r > ' ' && r != 0x7f && !unicode.IsLetter(r) && !unicode.IsDigit(r) || unicode.IsPunct(r)
}

// metaspace writes spaces as a sign and cuts before each.
func (p *component) metaspace(words []string) (out []string) {
	sign := p.Replacement
	if sign == "" {
		sign = "▁"
	}
	for i, s := range words {
		s = strings.ReplaceAll(s, " ", sign)
		if p.prepends(i) && !strings.HasPrefix(s, sign) {
			s = sign + s
		}
		if p.Split != nil && !*p.Split {
			out = append(out, s)
			continue
		}
		for from := 0; from < len(s); {
			next := strings.Index(s[from+1:], sign)
			if next < 0 {
				out = append(out, s[from:])
				break
			}
			out = append(out, s[from:from+1+next])
			from += 1 + next
		}
	}
	return out
}

func (p *component) prepends(word int) bool {
	switch p.PrependScheme {
	case "never":
		return false
	case "first":
		return word == 0
	}
	return p.AddPrefixSpace == nil || *p.AddPrefixSpace
}
