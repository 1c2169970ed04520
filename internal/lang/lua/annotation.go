package lua

import (
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/lang"
)

// docTags reads the annotations of a comment: those of the Lua language server, which have three dashes; with two they are LDoc's, whose words
// are no types.
func docTags(doc string) (out []lang.DocTag) {
	for line := range strings.Lines(doc) {
		text, ok := strings.CutPrefix(strings.TrimSpace(line), "---")
		text, tagged := strings.CutPrefix(strings.TrimSpace(text), "@")
		if !ok || !tagged {
			continue
		}
		tag, text, _ := strings.Cut(text, " ")
		text = strings.TrimSpace(text)
		switch tag {
		case "param":
			name, rest, _ := strings.Cut(text, " ")
			out = add(out, lang.DocParam, strings.TrimSuffix(name, "?"), rest)
		case "field":
			for _, word := range []string{"public ", "private ", "protected ", "package "} {
				text = strings.TrimPrefix(text, word)
			}
			name, rest, _ := strings.Cut(text, " ")
			out = add(out, lang.DocMember, strings.TrimSuffix(name, "?"), rest)
		case "return":
			out = add(out, lang.DocReturn, "", text)
		case "type":
			out = add(out, lang.DocVariable, "", text)
		case "class":
			name, bases, _ := strings.Cut(strings.TrimPrefix(text, "(exact) "), ":")
			if name = last(strings.TrimSpace(name)); name != "" {
				out = append(out, lang.DocTag{Kind: lang.DocClass, Name: name, Type: last(strings.TrimSpace(strings.SplitN(bases, ",", 2)[0]))})
			}
		}
	}
	return out
}

func add(out []lang.DocTag, kind lang.DocKind, name, text string) []lang.DocTag {
	if t := docType(text); t != "" && (name != "" || kind == lang.DocReturn || kind == lang.DocVariable) {
		return append(out, lang.DocTag{Kind: kind, Name: name, Type: t})
	}
	return out
}

// builtin are types that are no classes.
var builtin = strings.Fields("nil any boolean string number integer function table thread userdata lightuserdata true false self unknown void fun")

// docType returns the class that a text starts with as a type, with brackets behind it for a list of them; "" when there is none.
func docType(text string) string {
	t, arguments := text, ""
	for i := range len(text) {
		if c := text[i]; c == '<' {
			t, arguments = text[:i], text[i+1:]
			break
		} else if !isWord(c) && c != '.' {
			t, arguments = text[:i], ""
			break
		}
	}
	if arguments != "" { // table<string, T>
		inside, _, _ := strings.Cut(arguments, ">")
		if element := docType(strings.TrimSpace(inside[strings.LastIndexByte(inside, ',')+1:])); element != "" && !strings.HasSuffix(element, "[]") {
			return element + "[]"
		}
		return ""
	}
	rest := text[len(t):]
	if after, ok := strings.CutPrefix(rest, "[]"); ok {
		rest = after
		if slices.Contains(builtin, t) || t == "" || strings.HasPrefix(rest, "[]") {
			return ""
		}
		return last(t) + "[]"
	}
	if or, ok := strings.CutPrefix(strings.TrimPrefix(rest, " "), "|"); ok { // of several, nil apart, none
		other := docType(strings.TrimSpace(or))
		if t == "nil" {
			return other
		}
		if other != "" {
			return ""
		}
	}
	if slices.Contains(builtin, t) {
		return ""
	}
	return last(t)
}

func last(name string) string {
	end := 0
	for end < len(name) && (isWord(name[end]) || name[end] == '.') {
		end++
	}
	return name[strings.LastIndexByte(name[:end], '.')+1 : end]
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
