package syntax

import (
	"slices"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// blanked returns src with blanks in the place of macros that stand for attributes of declarations, which no grammar can know:
//
//	class EXPORT T {…};   T x GUARDED_BY(mu);   void f() LOCKS_EXCLUDED(mu);   EXPORT void f();   void CALLBACK f();   Q_OBJECT   void printflike(1, 2) f();
//
// A macro is a word in capitals, or any between a type and a function's name that has arguments. Lines stay, and so does everything that may be an expression, a type or a name.
func blanked(src []byte) []byte {
	s := macroScan{src: src, out: src}
	s.tokenize()
	for i := range s.tokens {
		if s.tokens[i].kind == tokenMacro && s.attribute(i) || s.tokens[i].kind == tokenWord && s.between(i) {
			s.blank(i)
		}
	}
	return s.out
}

// tokenKind sorts the words and signs of C by what they can mean around a declaration.
type tokenKind uint8

const (
	tokenSign    tokenKind = iota
	tokenWord              // a name
	tokenMacro             // a name in capitals
	tokenType              // a built-in type
	tokenStorage           // what may stand before a type
	tokenTag               // class, struct
	tokenSuffix            // what may follow a parameter list
	tokenControl           // other key words
	tokenValue             // a number or text
	tokenLine              // a preprocessor line
)

var tokenKinds = func() map[string]tokenKind {
	out := map[string]tokenKind{}
	for kind, words := range map[tokenKind][]string{
		tokenType:    {"void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "bool", "auto", "size_t"},
		tokenStorage: {"static", "extern", "inline", "virtual", "explicit", "friend", "mutable", "constexpr", "register", "typedef", "typename", "public", "private", "protected"},
		tokenTag:     {"class", "struct", "union", "enum"},
		tokenSuffix:  {"const", "override", "final", "noexcept", "volatile"},
		tokenControl: {"if", "else", "for", "while", "do", "switch", "case", "default", "return", "goto", "break", "continue", "catch", "try", "throw", "new", "delete", "sizeof",
			"using", "namespace", "template", "operator", "co_return", "co_await", "co_yield", "and", "or", "not"},
	} {
		for _, w := range words {
			out[w] = kind
		}
	}
	return out
}()

type token struct {
	start, end uint32
	kind       tokenKind
	pair       int32 // of a parenthesis: the other one; else -1
}

type macroScan struct {
	src    []byte
	tokens []token
	out    []byte // src itself until something is blanked
	copied bool
}

// tokenize cuts src into tokens without comments.
func (s *macroScan) tokenize() {
	var open []int32
	fresh := true // nothing but blanks on this line so far
	for i := 0; i < len(s.src); {
		c, end, kind := s.src[i], i+1, tokenSign
		switch {
		case c == '\n':
			fresh, i = true, end
			continue
		case c == ' ' || c == '\t' || c == '\r':
			i = end
			continue
		case c == '/' && end < len(s.src) && (s.src[end] == '/' || s.src[end] == '*'):
			i = commentEnd(s.src, i)
			continue
		case c == '#' && fresh:
			end, kind = lineEnd(s.src, i), tokenLine
		case c == '"' || c == '\'':
			end, kind = quoteEnd(s.src, i), tokenValue
		case fact.IsWordByte(c):
			for end < len(s.src) && fact.IsWordByte(s.src[end]) {
				end++
			}
			kind = wordKind(s.src[i:end])
		case c == ':' && end < len(s.src) && s.src[end] == ':':
			end++
		}
		pair := int32(-1)
		switch {
		case kind == tokenSign && c == '(':
			open = append(open, int32(len(s.tokens)))
		case kind == tokenSign && c == ')' && len(open) > 0:
			pair, open = open[len(open)-1], open[:len(open)-1]
			s.tokens[pair].pair = int32(len(s.tokens))
		}
		s.tokens = append(s.tokens, token{uint32(i), uint32(end), kind, pair})
		fresh, i = false, end
	}
}

func commentEnd(src []byte, i int) int {
	if src[i+1] == '/' {
		return lineEnd(src, i)
	}
	for i += 2; i+1 < len(src); i++ {
		if src[i] == '*' && src[i+1] == '/' {
			return i + 2
		}
	}
	return len(src)
}

// lineEnd returns where the line ends, behind continuations.
func lineEnd(src []byte, i int) int {
	for ; i < len(src); i++ {
		if src[i] == '\\' {
			i++
			if i < len(src) && src[i] == '\r' {
				i++
			}
		} else if src[i] == '\n' {
			return i
		}
	}
	return len(src)
}

func quoteEnd(src []byte, i int) int {
	quote := src[i]
	for i++; i < len(src) && src[i] != '\n'; i++ {
		if src[i] == '\\' {
			i++
		} else if src[i] == quote {
			return i + 1
		}
	}
	return min(i, len(src))
}

func wordKind(w []byte) tokenKind {
	if w[0] >= '0' && w[0] <= '9' {
		return tokenValue
	}
	if len(w) >= 3 && w[0] >= 'A' && w[0] <= 'Z' && !slices.ContainsFunc(w, func(c byte) bool { return c >= 'a' && c <= 'z' || c >= 0x80 }) {
		return tokenMacro
	}
	if k, ok := tokenKinds[string(w)]; ok {
		return k
	}
	return tokenWord
}

// at returns token i; a line's end before the first and behind the last.
func (s *macroScan) at(i int) token {
	if i < 0 || i >= len(s.tokens) {
		return token{kind: tokenLine, pair: -1}
	}
	return s.tokens[i]
}

// is reports whether token i is a sign among those of set.
func (s *macroScan) is(i int, set string) bool {
	t := s.at(i)
	if t.kind != tokenSign || t.end-t.start != 1 {
		return false
	}
	for j := range set {
		if set[j] == s.src[t.start] {
			return true
		}
	}
	return false
}

func (s *macroScan) scope(i int) bool {
	t := s.at(i)
	return t.kind == tokenSign && t.end-t.start == 2
}

func (s *macroScan) name(i int) bool {
	k := s.at(i).kind
	return k == tokenWord || k == tokenMacro
}

// behind returns the index of the token behind word i and its arguments.
func (s *macroScan) behind(i int) (next int, args bool) {
	if s.is(i+1, "(") {
		if p := s.at(i + 1).pair; p >= 0 {
			return int(p) + 1, true
		}
		return len(s.tokens), true
	}
	return i + 1, false
}

func (s *macroScan) blank(i int) {
	next, _ := s.behind(i)
	if !s.copied {
		s.out, s.copied = slices.Clone(s.src), true
	}
	for j := s.tokens[i].start; j < s.tokens[next-1].end; j++ {
		if c := s.src[j]; c != '\n' && c != '\r' {
			s.out[j] = ' '
		}
	}
}

// attribute reports whether macro i stands where only an attribute can.
func (s *macroScan) attribute(i int) bool {
	next, args := s.behind(i)
	if next > len(s.tokens) || args && s.at(next-1).pair < 0 {
		return false
	}
	switch {
	case s.at(i-1).kind == tokenTag:
		return s.name(next) && (s.is(next+1, "{:") || s.at(next+1).kind == tokenSuffix || s.is(next+1, ";") && s.text(i-1) == "class")
	case s.afterDeclarator(i, next, args), s.afterParameters(i, next):
		return true
	case args:
		return false
	case s.begins(i):
		return s.declares(next) || s.alone(i) && (s.name(next) || s.is(next, "~[") || s.at(next).kind >= tokenType && s.at(next).kind <= tokenTag)
	case s.at(i-1).kind == tokenStorage:
		return s.declares(next)
	}
	return s.named(i-1) && s.name(next) && (s.is(next+1, "(") || s.scope(next+1))
}

// between reports whether word i and its arguments stand between a type and the name of a function.
func (s *macroScan) between(i int) bool {
	if !s.is(i+1, "(") || s.at(i-1).kind != tokenType && s.at(i-1).kind != tokenWord && !s.is(i-1, "*") {
		return false
	}
	next, _ := s.behind(i)
	return next < len(s.tokens) && s.at(next-1).pair >= 0 && s.at(next).kind == tokenWord && s.is(next+1, "(")
}

func (s *macroScan) text(i int) string { return string(s.src[s.at(i).start:s.at(i).end]) }

// named reports whether token i may end a type.
func (s *macroScan) named(i int) bool {
	return s.name(i) || s.at(i).kind == tokenType || s.is(i, "*&>")
}

// afterDeclarator: T x MACRO(…);
func (s *macroScan) afterDeclarator(i, next int, args bool) bool {
	if !s.is(next, ";=") {
		return false
	}
	if s.is(i-1, "]") {
		return args
	}
	if s.at(i-1).kind != tokenWord {
		return false
	}
	before := s.at(i - 2).kind
	if before == tokenMacro && !args {
		return false
	}
	return s.named(i-2) || args && before == tokenSuffix
}

// afterParameters: T f(…) MACRO;
func (s *macroScan) afterParameters(i, next int) bool {
	if !s.is(next, ";{:=") && s.at(next).kind != tokenSuffix && s.at(next).kind != tokenMacro {
		return false
	}
	p := i - 1
	for k := s.at(p).kind; p >= 0 && (k == tokenSuffix || k == tokenLine || k == tokenMacro); k = s.at(p).kind {
		p--
	}
	if !s.is(p, ")") || s.at(p).pair < 0 {
		return false
	}
	f := int(s.at(p).pair) - 1
	if s.at(f).kind == tokenMacro { // another attribute
		return s.afterParameters(f, p+1)
	}
	if s.at(f).kind != tokenWord && !s.is(f, ")") {
		return false
	}
	for s.scope(f - 1) {
		f -= 2
	}
	if s.is(next, ";") {
		return s.named(f-1) || s.is(f-1, "~") || s.at(f-1).kind == tokenStorage
	}
	return true
}

// begins reports whether token i begins a declaration or statement.
func (s *macroScan) begins(i int) bool {
	k := s.at(i - 1).kind
	return k == tokenLine || s.is(i-1, ";{}:>") || k == tokenValue
}

// alone reports whether token i has a line for itself.
func (s *macroScan) alone(i int) bool {
	lines := func(from, to uint32) bool { return slices.Contains(s.src[from:max(from, to)], '\n') }
	return (i == 0 || lines(s.at(i-1).end, s.at(i).start)) && i+1 < len(s.tokens) && lines(s.at(i).end, s.at(i+1).start)
}

// declares reports whether a declaration begins at token i: a type and the name of a function, or words that only declarations have.
func (s *macroScan) declares(i int) bool {
	switch s.at(i).kind {
	case tokenType, tokenStorage, tokenTag:
		return true
	case tokenSuffix:
		return s.text(i) == "const" && s.declares(i+1)
	case tokenMacro:
		if s.name(i+1) && s.is(i+2, "(") { // DWORD CALLBACK f(: the type stands first
			return false
		}
	case tokenWord:
	default:
		return false
	}
	for s.scope(i + 1) {
		if s.is(i+3, "(") && s.text(i) == s.text(i+2) { // a constructor, which has no type: T::T(
			return true
		}
		i += 2
	}
	i++
	if s.is(i, "<") {
		for depth := 0; i < len(s.tokens) && !s.is(i, ";{}"); i++ {
			if s.is(i, "<") {
				depth++
			} else if s.is(i, ">") {
				if depth--; depth == 0 {
					i++
					break
				}
			}
		}
	}
	for s.is(i, "*&") || s.at(i).kind == tokenSuffix || s.at(i).kind == tokenMacro {
		i++
	}
	return s.name(i) && (s.is(i+1, "(") || s.scope(i+1))
}
