package php

import (
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/lang"
)

// docKinds are the tags that say something about types, with those of the common checkers.
var docKinds = map[string]lang.DocKind{"param": lang.DocParam, "return": lang.DocReturn, "var": lang.DocVariable, "property": lang.DocMember, "property-read": lang.DocMember,
	"property-write": lang.DocMember, "method": lang.DocMember, "mixin": lang.DocBase, "template": lang.DocTypeParam, "template-covariant": lang.DocTypeParam}

// docTags reads the tags of a comment.
func docTags(doc string) (out []lang.DocTag) {
	for line := range strings.Lines(doc) {
		text, ok := strings.CutPrefix(strings.TrimLeft(line, " \t*/"), "@")
		if !ok {
			continue
		}
		tag, text, _ := strings.Cut(strings.TrimSuffix(strings.TrimSpace(text), "*/"), " ")
		tag = strings.TrimPrefix(strings.TrimPrefix(tag, "phpstan-"), "psalm-")
		kind, ok := docKinds[tag]
		if !ok {
			continue
		}
		text = strings.TrimSpace(text)
		if kind == lang.DocTypeParam {
			name, _, _ := strings.Cut(text, " ")
			out = append(out, lang.DocTag{Kind: kind, Name: name})
			continue
		}
		if tag == "method" {
			if name, result, ok := docMethod(text); ok {
				out = append(out, lang.DocTag{Kind: kind, Name: name, Type: "func() " + result})
			}
			continue
		}
		t, rest := cutType(text)
		if strings.HasPrefix(t, "$") && t != "$this" { // no type
			continue
		}
		name := ""
		for word := range strings.FieldsSeq(strings.NewReplacer("...", " ", "&", " ").Replace(rest)) {
			if strings.HasPrefix(word, "$") {
				name = strings.TrimRight(word, ",.;:)")
			}
			break
		}
		if kind == lang.DocMember {
			name = strings.TrimPrefix(name, "$")
		}
		if kind == lang.DocReturn {
			name = ""
		}
		if t = docType(t); t != "" {
			out = append(out, lang.DocTag{Kind: kind, Name: name, Type: t})
		}
	}
	return out
}

// docMethod reads what stands behind @method: [static] Type name(…). It is false without a type.
func docMethod(text string) (name, result string, ok bool) {
	t, rest := cutType(strings.TrimPrefix(text, "static "))
	name, _, ok = strings.Cut(rest, "(")
	result = docType(t)
	return strings.TrimSpace(name), result, ok && result != "" && !strings.Contains(t, "(")
}

// cutType cuts a type off text: up to the first blank outside brackets.
func cutType(text string) (t, rest string) {
	depth := 0
	for i := range len(text) {
		switch c := text[i]; {
		case strings.IndexByte("<({[", c) >= 0:
			depth++
		case strings.IndexByte(">)}]", c) >= 0:
			depth--
		case c == ' ' && depth == 0:
			return text[:i], strings.TrimSpace(text[i:])
		}
	}
	return text, ""
}

// split cuts t at a mark outside brackets.
func split(t string, mark byte) (out []string) {
	depth, start := 0, 0
	for i := range len(t) {
		switch c := t[i]; {
		case strings.IndexByte("<({[", c) >= 0:
			depth++
		case strings.IndexByte(">)}]", c) >= 0:
			depth--
		case c == mark && depth == 0:
			out, start = append(out, strings.TrimSpace(t[start:i])), i+1
		}
	}
	return append(out, strings.TrimSpace(t[start:]))
}

// pseudo are types that are no classes.
var pseudo = strings.Fields(`string int integer bool boolean float double mixed void never callable resource object array iterable null false true scalar numeric number list
	non-empty-array non-empty-list class-string positive-int negative-int non-empty-string numeric-string array-key key-of value-of literal-string callable-string int-mask empty`)

// docType returns the one class that a type names, with what its elements are; "" when there are several or none.
func docType(t string) string {
	if t == "$this" {
		return "static"
	}
	var classes []string
	element := ""
	for _, part := range split(strings.TrimPrefix(t, "?"), '|') {
		switch list, isList := strings.CutSuffix(part, "[]"); {
		case isList:
			if element = docType(strings.Trim(list, "()")); element == "" {
				return ""
			}
		case strings.HasSuffix(part, ">"):
			name, arguments, _ := strings.Cut(strings.TrimSuffix(part, ">"), "<")
			all := split(arguments, ',')
			last := docType(all[len(all)-1])
			if slices.Contains(pseudo, name) {
				if last != "" && name != "class-string" {
					element = last
				}
			} else if last == "" {
				classes = append(classes, name)
			} else {
				classes = append(classes, name+"<"+last+">")
			}
		case part == "" || slices.Contains(pseudo, strings.ToLower(part)) || strings.ContainsAny(part, "({<:'\"*"):
		default:
			classes = append(classes, part)
		}
	}
	switch {
	case len(classes) == 0 && element != "":
		return element + "[]"
	case len(classes) != 1:
		return ""
	case element != "" && !strings.Contains(classes[0], "<"):
		return classes[0] + "<" + element + ">"
	}
	return classes[0]
}
