package tokenizer

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// addNormaliser appends what n says to do with a text before it is cut.
func (t *Tokenizer) addNormaliser(n *component) error {
	if n == nil {
		return nil
	}
	add := func(f func(string) string) { t.normalise = append(t.normalise, f) }
	switch n.Type {
	case "Sequence":
		for _, part := range n.Normalizers {
			if err := t.addNormaliser(part); err != nil {
				return err
			}
		}
	case "BertNormalizer":
		add(n.bert)
	case "Lowercase":
		add(strings.ToLower)
	case "NFC":
		add(norm.NFC.String)
	case "NFD":
		add(norm.NFD.String)
	case "NFKD":
		add(norm.NFKD.String)
	case "NFKC":
		add(norm.NFKC.String)
	case "Precompiled": // SentencePiece's table nmt_nfkc: NFKC, white space as spaces, control characters left out
		add(func(s string) string { return norm.NFKC.String(cleaned(s)) })
	case "Nmt":
		add(cleaned)
	case "StripAccents":
		add(withoutAccents)
	case "Strip":
		add(n.strip)
	case "Prepend":
		add(func(s string) string { return n.Prepend + s })
	case "Replace":
		return t.addReplace(n, add)
	default:
		return fmt.Errorf("a normalizer of the type %q is not known here", n.Type)
	}
	return nil
}

func (t *Tokenizer) addReplace(n *component, add func(func(string) string)) error {
	if n.Pattern.Regex == "" {
		add(func(s string) string { return strings.ReplaceAll(s, n.Pattern.String, n.Content) })
		return nil
	}
	re, err := regexp.Compile(n.Pattern.Regex)
	if err != nil {
		return fmt.Errorf("normalizer Replace: %w", err)
	}
	add(func(s string) string { return re.ReplaceAllLiteralString(s, n.Content) })
	return nil
}

func (n *component) strip(s string) string {
	if n.StripLeft {
		s = strings.TrimLeftFunc(s, unicode.IsSpace)
	}
	if n.StripRight {
		s = strings.TrimRightFunc(s, unicode.IsSpace)
	}
	return s
}

// bert is BERT's basic normalisation. Accents are stripped when the file says so and, unless it says not to, with lower case.
func (n *component) bert(s string) string {
	if n.CleanText {
		s = cleaned(s)
	}
	if n.HandleChineseChars {
		s = spacedIdeographs(s)
	}
	if n.StripAccents != nil && *n.StripAccents || n.StripAccents == nil && n.Lowercase {
		s = withoutAccents(norm.NFD.String(s))
	}
	if n.Lowercase {
		s = strings.ToLower(s)
	}
	return s
}

// cleaned makes every white space a space and leaves control characters out.
func cleaned(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r' || unicode.Is(unicode.Zs, r):
			return ' '
		case r == 0 || r == unicode.ReplacementChar || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs):
			return -1
		}
		return r
	}, s)
}

func withoutAccents(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, s)
}

// spacedIdeographs puts spaces around each ideograph, so that it is a word.
func spacedIdeographs(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r >= 0x4e00 && r <= 0x9fff || r >= 0x3400 && r <= 0x4dbf || r >= 0x20000 && r <= 0x2ceaf || r >= 0xf900 && r <= 0xfaff || r >= 0x2f800 && r <= 0x2fa1f {
			b.WriteByte(' ')
			b.WriteRune(r)
			b.WriteByte(' ')
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
