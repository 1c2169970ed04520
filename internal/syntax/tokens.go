package syntax

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// Some grammars leave code unparsed: the arguments and bodies of Rust's macros are flat token trees, the body of a C macro is one token.
// tokens reads such text by itself, as far as calls go: `name(` is a call, `name!(` a macro's use, and names joined by ".", "->", "::" or "?."
// are members. Strings, characters and comments are passed over, and so are names behind # and $, which the macro replaces.
func (a *assembler) tokens(m *match) {
	n := m.get(partInner)
	if n < 0 {
		n = m.node
	}
	a.usedBelow(n)
	s := tokenScanner{src: a.src[:a.nodes[n].end], at: int(a.nodes[n].start), keywords: strings.Fields(m.pattern.props["keywords"])}
	for s.next() {
		r := fact.Reference{Name: string(s.src[s.start:s.at]), Recv: s.recv, Start: uint32(s.start), Symbol: a.referrer(n), Args: -1, Kind: fact.Read,
			Lambda: a.flags[n]&flagInLambda != 0}
		if open, macro := s.opens(); open > 0 {
			r.Kind = fact.Call
			if !macro {
				r.Args = s.arguments(open)
			}
		}
		if slices.Contains(s.keywords, r.Name) || len(r.Name) > 200 {
			continue
		}
		a.references = append(a.references, r)
	}
}

// tokenScanner walks over the names of a text.
type tokenScanner struct {
	src      []byte
	at       int
	keywords []string

	start  int         // of the name that ends at at
	recv   fact.Expr   // what it is a member of; "" when it stands alone
	chain  fact.Expr   // the expression that ends at at; "" none
	joined bool        // a dot or the like stands behind chain
	outer  []fact.Expr // the chains before the brackets that are open
}

// next moves behind the next name.
func (s *tokenScanner) next() bool {
	for s.at < len(s.src) {
		switch c := s.src[s.at]; {
		case fact.IsWordByte(c):
			if s.word() {
				return true
			}
		case c == '"':
			s.at = s.quoted(s.at)
			s.end("?")
		case c == '\'':
			s.character()
		case s.has("//") || s.has("/*"):
			s.comment()
		case s.has(".."):
			for s.at < len(s.src) && s.src[s.at] == '.' {
				s.at++
			}
			s.end("")
		case c == '.', s.has("->"), s.has("::"):
			s.join()
		case c == '(' || c == '[' || c == '{':
			s.outer = append(s.outer, s.chain)
			s.at++
			s.end("")
		case c == ')' || c == ']' || c == '}':
			s.close(c)
		case c == '$' || c == '#':
			s.replaced()
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '?' || c == '!' || c == '\\':
			s.at++
		default:
			s.at++
			s.end("")
		}
	}
	return false
}

func (s *tokenScanner) has(prefix string) bool {
	return len(s.src)-s.at >= len(prefix) && string(s.src[s.at:s.at+len(prefix)]) == prefix
}

// end sets the chain.
func (s *tokenScanner) end(chain fact.Expr) { s.chain, s.joined = chain, false }

// extend lengthens the chain by a member, a call or an element. What is unknown or too long stays unknown.
func (s *tokenScanner) extend(by fact.Expr) {
	if s.chain == "?" || len(s.chain)+len(by) > 400 {
		s.end("?")
		return
	}
	s.end(s.chain + by)
}

// word reads a name, a number or the prefix of a string; it reports whether it was a name.
func (s *tokenScanner) word() bool {
	s.start = s.at
	for s.at < len(s.src) && fact.IsWordByte(s.src[s.at]) {
		s.at++
	}
	w := string(s.src[s.start:s.at])
	if s.at < len(s.src) && (s.src[s.at] == '"' || s.src[s.at] == '#') && s.raw(w) {
		return false
	}
	name := fact.Expr(w)
	s.recv = ""
	if s.joined {
		s.recv = s.chain
		s.extend("." + name)
	} else {
		s.end(name)
	}
	if w[0] >= '0' && w[0] <= '9' {
		if s.recv == "" {
			s.end("?")
		}
		return false
	}
	return true
}

// raw passes over a string without escapes such as r#"…"#, when w introduces one.
func (s *tokenScanner) raw(w string) bool {
	if w != "r" && w != "br" && w != "cr" {
		return false
	}
	hashes := 0
	for s.at+hashes < len(s.src) && s.src[s.at+hashes] == '#' {
		hashes++
	}
	if s.at+hashes >= len(s.src) || s.src[s.at+hashes] != '"' {
		return false
	}
	stop := `"` + strings.Repeat("#", hashes)
	s.at += hashes + 1
	if i := bytes.Index(s.src[s.at:], []byte(stop)); i >= 0 {
		s.at += i + len(stop)
	} else {
		s.at = len(s.src)
	}
	s.end("?")
	return true
}

// quoted returns where the string that starts at i ends.
func (s *tokenScanner) quoted(i int) int {
	quote := s.src[i]
	for i++; i < len(s.src); i++ {
		switch s.src[i] {
		case '\\':
			i++
		case quote:
			return i + 1
		}
	}
	return len(s.src)
}

// character passes over a character, or over a lifetime with its name.
func (s *tokenScanner) character() {
	rest := s.src[s.at+1:]
	_, size := utf8.DecodeRune(rest)
	if len(rest) > 0 && rest[0] == '\\' || len(rest) > size && rest[size] == '\'' {
		s.at = s.quoted(s.at)
		s.end("?")
		return
	}
	s.at++
	for s.at < len(s.src) && fact.IsWordByte(s.src[s.at]) {
		s.at++
	}
}

func (s *tokenScanner) comment() {
	stop := "\n"
	if s.has("/*") {
		stop = "*/"
	}
	if i := bytes.Index(s.src[s.at:], []byte(stop)); i >= 0 {
		s.at += i + len(stop)
	} else {
		s.at = len(s.src)
	}
}

// join reads a dot, an arrow or colons, with the type arguments that may follow colons.
func (s *tokenScanner) join() {
	if s.src[s.at] != '.' {
		s.at++
	}
	s.at++
	s.joined = s.chain != ""
	if s.at < len(s.src) && s.src[s.at] == '<' && s.src[s.at-1] == ':' {
		s.at = s.angled(s.at)
		s.joined = false
	}
}

// angled returns what lies behind the type arguments that open at i: i+1 when they do not end soon.
func (s *tokenScanner) angled(i int) int {
	depth := 0
	for j := i; j < min(i+200, len(s.src)); j++ {
		switch {
		case s.src[j] == '<':
			depth++
		case s.src[j] == '>' && s.src[j-1] != '-':
			if depth--; depth == 0 {
				return j + 1
			}
		}
	}
	return i + 1
}

func (s *tokenScanner) close(c byte) {
	s.at++
	s.end("")
	if len(s.outer) == 0 {
		return
	}
	s.end(s.outer[len(s.outer)-1])
	s.outer = s.outer[:len(s.outer)-1]
	switch {
	case c == '}':
		s.end("")
	case s.chain == "":
		s.end("?")
	case c == ')':
		s.extend("()")
	default:
		s.extend("[]")
	}
}

// replaced passes over a name that a macro replaces. $crate is none: it is a word of the language.
func (s *tokenScanner) replaced() {
	for s.at < len(s.src) && (s.src[s.at] == '$' || s.src[s.at] == '#') {
		s.at++
	}
	start := s.at
	for s.at < len(s.src) && fact.IsWordByte(s.src[s.at]) {
		s.at++
	}
	s.end("?")
	if name := string(s.src[start:s.at]); slices.Contains(s.keywords, name) {
		s.end(fact.Expr(name))
	}
}

// opens returns where the bracket of a call opens behind the name that next has found, 0 when it is not called.
func (s *tokenScanner) opens() (at int, macro bool) {
	i := s.at
	if s.has("::<") {
		i = s.angled(i + 2)
	}
	if i < len(s.src) && s.src[i] == '!' {
		i, macro = i+1, true
	}
	for i < len(s.src) && (s.src[i] == ' ' || s.src[i] == '\t') {
		i++
	}
	if i < len(s.src) && (s.src[i] == '(' || macro && (s.src[i] == '[' || s.src[i] == '{')) {
		return i, macro
	}
	return 0, false
}

// maxArguments is how far, in bytes, the arguments of a call are counted.
const maxArguments = 400

// arguments counts the arguments between brackets; -1 when they are many or hard to tell apart.
func (s *tokenScanner) arguments(open int) int16 {
	n, depth, some := int16(0), 0, false
	for i := open; i < min(open+maxArguments, len(s.src)); i++ {
		switch c := s.src[i]; c {
		case '(', '[', '{':
			some = some || depth > 0
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				if some {
					n++
				}
				return n
			}
		case ',':
			if depth == 1 && some {
				n, some = n+1, false
			}
		case '"':
			i, some = s.quoted(i)-1, true
		case '|', '<', '$', '#', '\'':
			return -1
		case ' ', '\t', '\n', '\r', '\\':
		default:
			some = true
		}
	}
	return -1
}
