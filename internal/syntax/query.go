package syntax

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// A language's queries.scm is written in tree-sitter's query language and matched here, over the flat tree: node kinds, `_`, fields,
// negated fields, anonymous nodes, alternations, captures, the quantifiers ? * +, and the predicates eq?, not-eq?, match?,
// not-match?, any-of?, not-any-of? and set!. There are no anchors. Siblings match in order, not necessarily adjacent; each
// combination is a match of its own, except that a quantified child takes all that fit (* and +) or the first that fits (?) and what
// stands below it gives its first match. A test compiles every query with tree-sitter as well and compares the matches.
type query struct {
	byKind [][]*pattern // by kind of the root node; the last are those about ERROR, whose kind is outside the grammar's table
}

func (q *query) about(kind uint16) *[]*pattern { return &q.byKind[min(int(kind), len(q.byKind)-1)] }

type pattern struct {
	main  role // the capture that says what the match is about
	inner bool // that capture stands below the pattern's root
	root  *nodePattern
	preds []predicate
	props map[string]string
}

// nodePattern is one parenthesised node, or "anonymous".
type nodePattern struct {
	kinds    []uint16 // nil: any named node
	any      bool     // a bare _: anonymous nodes as well
	children []childPattern
	without  []uint16 // fields that must be absent
	captures []role
}

type childPattern struct {
	field uint16 // 0: any
	alts  []*nodePattern
	quant byte // 0 one, '?', '*', '+'
}

type predicate struct {
	capture role
	not     bool
	values  []string
	re      *regexp.Regexp
	other   role
	isOther bool
}

// grammar is what is asked of a language's node kinds and fields.
type grammar struct {
	kinds  map[string][]uint16 // of named nodes
	tokens map[string][]uint16 // of anonymous ones
	fields map[string]uint16
	names  []string // by kind
	named  []bool   // by kind
	traits []uint8  // by kind: see traitComment and traitSpread
}

const (
	traitComment = 1 << iota
	traitSpread  // an argument that stands for any number of them
)

func newGrammar(l *sitter.Language) *grammar {
	g := &grammar{kinds: map[string][]uint16{}, tokens: map[string][]uint16{}, fields: map[string]uint16{}}
	for k := range l.SymbolCount() {
		g.addKind(l.SymbolName(sitter.Symbol(k)), l.SymbolType(sitter.Symbol(k)) == sitter.SymbolTypeRegular)
	}
	for i := 1; ; i++ {
		name := l.FieldName(i)
		if name == "" {
			return g
		}
		g.fields[name] = uint16(i)
	}
}

// addKind adds a kind behind those that g has.
func (g *grammar) addKind(name string, named bool) uint16 {
	k := uint16(len(g.names))
	g.names, g.named, g.traits = append(g.names, name), append(g.named, named), append(g.traits, traitsOf(name))
	if named {
		g.kinds[name] = append(g.kinds[name], k)
	} else {
		g.tokens[name] = append(g.tokens[name], k)
	}
	return k
}

func (g *grammar) isNamed(kind uint16) bool { return int(kind) >= len(g.named) || g.named[kind] } // ERROR is outside the table

func traitsOf(kind string) (t uint8) {
	if strings.Contains(kind, "comment") {
		t |= traitComment
	}
	if strings.Contains(kind, "spread") || strings.Contains(kind, "splat") || strings.Contains(kind, "variadic") {
		t |= traitSpread
	}
	return t
}

// is reports whether a kind has a trait.
func (g *grammar) is(kind uint16, trait uint8) bool {
	return int(kind) < len(g.traits) && g.traits[kind]&trait != 0
}

// compile parses a query.
func compile(source string, g *grammar) (q *query, err error) {
	p := &queryParser{src: source, g: g}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case queryError:
			err = fmt.Errorf("query, line %d: %s", 1+strings.Count(source[:min(p.at, len(source))], "\n"), string(e))
		default:
			panic(e)
		}
	}()
	q = &query{byKind: make([][]*pattern, len(g.names)+1)}
	for p.space(); p.at < len(p.src); p.space() {
		for _, pat := range p.pattern() {
			if pat.root.kinds == nil {
				p.fail("a pattern needs a node kind at its root")
			}
			for _, k := range pat.root.kinds {
				of := q.about(k)
				*of = append(*of, pat)
			}
		}
	}
	return q, nil
}

type queryError string

type queryParser struct {
	src   string
	at    int
	g     *grammar
	preds []predicate
	props map[string]string
}

func (p *queryParser) fail(format string, args ...any) {
	panic(queryError(fmt.Sprintf(format, args...)))
}

func (p *queryParser) space() {
	for p.at < len(p.src) {
		switch c := p.src[p.at]; {
		case c == ';':
			for p.at < len(p.src) && p.src[p.at] != '\n' {
				p.at++
			}
		case unicode.IsSpace(rune(c)):
			p.at++
		default:
			return
		}
	}
}

func (p *queryParser) peek() byte {
	p.space()
	if p.at >= len(p.src) {
		p.fail("unexpected end")
	}
	return p.src[p.at]
}

func (p *queryParser) take(c byte) bool {
	if p.space(); p.at < len(p.src) && p.src[p.at] == c {
		p.at++
		return true
	}
	return false
}

func (p *queryParser) word() string {
	p.space()
	start := p.at
	for p.at < len(p.src) && (p.src[p.at] == '_' || p.src[p.at] == '-' || p.src[p.at] == '.' || p.src[p.at] == '?' || p.src[p.at] == '!' ||
		unicode.IsLetter(rune(p.src[p.at])) || unicode.IsDigit(rune(p.src[p.at]))) {
		p.at++
	}
	if start == p.at {
		p.fail("expected a name, found %q", p.src[p.at])
	}
	return p.src[start:p.at]
}

// ident is a word without the characters that only predicates have.
func (p *queryParser) ident() string {
	p.space()
	start := p.at
	for p.at < len(p.src) && (p.src[p.at] == '_' || p.src[p.at] == '-' || p.src[p.at] == '.' || unicode.IsLetter(rune(p.src[p.at])) || unicode.IsDigit(rune(p.src[p.at]))) {
		p.at++
	}
	if start == p.at {
		p.fail("expected a name, found %q", p.src[p.at])
	}
	return p.src[start:p.at]
}

func (p *queryParser) quoted() string {
	p.at++
	var b strings.Builder
	for ; p.at < len(p.src) && p.src[p.at] != '"'; p.at++ {
		if p.src[p.at] == '\\' {
			p.at++
			if p.src[p.at] == 'n' {
				b.WriteByte('\n')
				continue
			}
		}
		b.WriteByte(p.src[p.at])
	}
	p.at++
	return b.String()
}

// pattern parses one top-level pattern: a node, an alternation, or a group with predicates.
func (p *queryParser) pattern() []*pattern {
	p.preds, p.props = nil, nil
	group := false
	save := p.at
	if p.take('(') {
		if c := p.peek(); c == '(' || c == '[' {
			group = true
		} else {
			p.at = save
		}
	}
	alts := p.alternatives()
	if group {
		for p.peek() == '(' {
			p.at++
			p.predicate()
		}
		if !p.take(')') {
			p.fail("expected )")
		}
	}
	var out []*pattern
	for _, alt := range alts {
		pat := &pattern{root: alt, preds: p.preds, props: p.props}
		if pat.main = mainRole(alt); pat.main == 0 {
			pat.main, pat.inner = innerRole(alt), true
		}
		if pat.main == 0 {
			p.fail("no capture says what the pattern is for")
		}
		out = append(out, pat)
	}
	return out
}

// alternatives parses a node or [ … ] with the captures behind it.
func (p *queryParser) alternatives() []*nodePattern {
	var alts []*nodePattern
	if p.take('[') {
		for p.peek() != ']' {
			alts = append(alts, p.alternatives()...)
		}
		p.at++
	} else {
		alts = []*nodePattern{p.node()}
	}
	for p.take('@') {
		name := p.ident()
		r, ok := roleOf(name)
		if !ok {
			p.fail("unknown capture @%s", name)
		}
		for _, a := range alts {
			a.captures = append(a.captures, r)
		}
	}
	return alts
}

func (p *queryParser) node() *nodePattern {
	switch p.peek() {
	case '"':
		text := p.quoted()
		return &nodePattern{kinds: p.kindSet(p.g.tokens[text], text)}
	case '_':
		p.at++
		return &nodePattern{any: true}
	case '(':
		p.at++
	default:
		p.fail("unexpected %q", p.src[p.at])
	}
	n := &nodePattern{}
	if name := p.ident(); name == "ERROR" {
		n.kinds = []uint16{0xffff}
	} else if name != "_" {
		n.kinds = p.kindSet(p.g.kinds[name], name)
	}
	for {
		switch c := p.peek(); {
		case c == ')':
			p.at++
			return n
		case c == '!':
			p.at++
			n.without = append(n.without, p.field(p.ident()))
		case c == '(' && strings.HasPrefix(strings.TrimLeft(p.src[p.at+1:], " \n\t"), "#"):
			p.at++
			p.predicate()
		default:
			n.children = append(n.children, p.child())
		}
	}
}

func (p *queryParser) child() (c childPattern) {
	if b := p.peek(); b != '(' && b != '[' && b != '"' && !(b == '_' && !isFieldAhead(p.src[p.at:])) {
		c.field = p.field(p.ident())
		if !p.take(':') {
			p.fail("expected : behind a field name")
		}
	}
	start := p.at
	c.alts = p.alternatives()
	if p.at < len(p.src) && (p.src[p.at] == '?' || p.src[p.at] == '*' || p.src[p.at] == '+') {
		c.quant = p.src[p.at]
		p.at++
		for p.take('@') { // captures may follow the quantifier
			r, ok := roleOf(p.ident())
			if !ok {
				p.fail("unknown capture near %q", p.src[start:p.at])
			}
			for _, a := range c.alts {
				a.captures = append(a.captures, r)
			}
		}
	}
	return c
}

func isFieldAhead(s string) bool {
	i := strings.IndexFunc(s, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) })
	return i > 1 && s[i] == ':'
}

func (p *queryParser) field(name string) uint16 {
	id, ok := p.g.fields[name]
	if !ok {
		p.fail("no field %q in this grammar", name)
	}
	return id
}

func (p *queryParser) kindSet(kinds []uint16, name string) []uint16 {
	if len(kinds) == 0 {
		p.fail("no node %q in this grammar", name)
	}
	return kinds
}

func (p *queryParser) predicate() {
	if !p.take('#') {
		p.fail("expected #")
	}
	name := p.word()
	var args []string
	var pred predicate
	for p.peek() != ')' {
		switch p.peek() {
		case '"':
			args = append(args, p.quoted())
		case '@':
			p.at++
			r, ok := roleOf(p.ident())
			if !ok {
				p.fail("unknown capture in #%s", name)
			}
			if pred.capture == 0 {
				pred.capture = r
			} else {
				pred.other, pred.isOther = r, true
			}
		default:
			args = append(args, p.ident())
		}
	}
	p.at++
	base, not := strings.CutPrefix(name, "not-")
	pred.not, pred.values = not, args
	switch base {
	case "eq?", "any-of?":
	case "match?":
		pred.re = regexp.MustCompile(args[0])
	case "set!":
		if p.props == nil {
			p.props = map[string]string{}
		}
		p.props[args[0]] = args[1]
		return
	default:
		p.fail("unknown predicate #%s", name)
	}
	p.preds = append(p.preds, pred)
}

// match is one match: its pattern and the captured nodes.
type match struct {
	pattern  *pattern
	node     int32 // of the main capture
	captures []capture
	as       fact.Kind // what a definition is after all, when the pattern cannot say; "" as the pattern says
	owner    string    // what a declarator's qualified name says before the name
}

type capture struct {
	role role
	node int32
}

// get returns the node captured in a role, -1 when there is none.
func (m *match) get(r role) int32 {
	for _, c := range m.captures {
		if c.role == r {
			return c.node
		}
	}
	return -1
}

// all calls yield for each node captured in a role.
func (m *match) all(r role, yield func(n int32)) {
	for _, c := range m.captures {
		if c.role == r {
			yield(c.node)
		}
	}
}

// matcher runs a query over a tree.
type matcher struct {
	t       *tree
	g       *grammar
	stack   []capture
	frames  []frame
	out     []match
	inner   []match // of patterns that are about a node below their root
	arena   []capture
	current *pattern
	sub     *matcher // for what stands below a quantifier
	first   bool     // stop at the first match: below a quantifier
	found   bool
}

// frame is the rest of what must match: the children of node from index child on, starting at sibling from; then up.
type frame struct {
	p          *nodePattern
	child      int
	node, from int32
	up         int32
}

// reset makes m ready for another tree. The matches of the one before are lost.
func (m *matcher) reset(t *tree, g *grammar) {
	*m = matcher{t: t, g: g, sub: m.sub, stack: m.stack[:0], frames: m.frames[:0], out: m.out[:0], inner: m.inner[:0], arena: m.arena[:0]}
}

// forget lets go of what m's memory refers to.
func (m *matcher) forget() {
	m.t, m.current, m.out, m.inner = nil, nil, emptied(m.out), emptied(m.inner)
}

// run returns all matches in the order of the nodes that they are about. Where they are about the same node, those of patterns that show
// what stands around it come first.
func (m *matcher) run(q *query) []match {
	if len(q.byKind) == 0 { // it did not compile
		return nil
	}
	for i := range m.t.nodes {
		for _, p := range *q.about(m.t.nodes[i].kind) {
			m.current, m.stack, m.frames = p, m.stack[:0], m.frames[:0]
			m.node(p.root, int32(i), -1)
		}
	}
	m.merge()
	return m.out
}

// merge moves the inner matches to their places.
func (m *matcher) merge() {
	if len(m.inner) == 0 {
		return
	}
	slices.SortStableFunc(m.inner, func(a, b match) int { return int(a.node - b.node) })
	i, j := len(m.out)-1, len(m.inner)-1
	m.out = append(m.out, m.inner...)
	for k := len(m.out) - 1; j >= 0; k-- {
		if i >= 0 && m.out[i].node >= m.inner[j].node {
			m.out[k], i = m.out[i], i-1
		} else {
			m.out[k], j = m.inner[j], j-1
		}
	}
}

// node matches p at n, then what is left in frame up.
func (m *matcher) node(p *nodePattern, n int32, up int32) {
	if !m.fits(p, n) {
		return
	}
	depth := len(m.stack)
	for _, r := range p.captures {
		m.stack = append(m.stack, capture{r, n})
	}
	if len(p.children) == 0 {
		m.resume(up)
	} else {
		m.frames = append(m.frames, frame{p, 0, n, m.t.firstChild(n), up})
		m.resume(int32(len(m.frames) - 1))
		m.frames = m.frames[:len(m.frames)-1]
	}
	m.stack = m.stack[:depth]
}

func (m *matcher) fits(p *nodePattern, n int32) bool {
	kind := m.t.nodes[n].kind
	if p.kinds != nil {
		if !slices.Contains(p.kinds, kind) {
			return false
		}
	} else if !p.any && !m.g.isNamed(kind) {
		return false
	}
	for _, f := range p.without {
		for c := m.t.firstChild(n); c >= 0; c = m.t.sibling(c) {
			if m.t.nodes[c].field == f {
				return false
			}
		}
	}
	return true
}

// resume continues at frame i; a negative one means that the whole pattern has matched.
func (m *matcher) resume(i int32) {
	if i < 0 {
		m.emit()
		return
	}
	f := m.frames[i]
	if f.child == len(f.p.children) {
		m.resume(f.up)
		return
	}
	c := &f.p.children[f.child]
	if c.quant != 0 {
		m.quantified(f, c)
		return
	}
	for x := f.from; x >= 0; x = m.t.sibling(x) {
		if c.field != 0 && m.t.nodes[x].field != c.field {
			continue
		}
		for _, alt := range c.alts {
			m.frames = append(m.frames, frame{f.p, f.child + 1, f.node, m.t.sibling(x), f.up})
			m.node(alt, x, int32(len(m.frames)-1))
			m.frames = m.frames[:len(m.frames)-1]
			if m.first && m.found {
				return
			}
		}
	}
}

func (m *matcher) quantified(f frame, c *childPattern) {
	depth, hits := len(m.stack), 0
	last := f.from
	for x := f.from; x >= 0; x = m.t.sibling(x) {
		if c.field != 0 && m.t.nodes[x].field != c.field {
			continue
		}
		if m.below(c.alts, x) {
			hits++
			last = m.t.sibling(x)
			if c.quant == '?' {
				break
			}
		}
	}
	if hits > 0 || c.quant != '+' {
		if hits == 0 {
			last = f.from
		}
		m.frames = append(m.frames, frame{f.p, f.child + 1, f.node, last, f.up})
		m.resume(int32(len(m.frames) - 1))
		m.frames = m.frames[:len(m.frames)-1]
	}
	m.stack = m.stack[:depth]
}

// below keeps the captures of the first match of alts at x.
func (m *matcher) below(alts []*nodePattern, x int32) bool {
	for _, alt := range alts {
		if len(alt.children) == 0 {
			if m.fits(alt, x) {
				for _, r := range alt.captures {
					m.stack = append(m.stack, capture{r, x})
				}
				return true
			}
			continue
		}
		if m.sub == nil {
			m.sub = &matcher{}
		}
		sub := m.sub
		sub.reset(m.t, m.g)
		sub.first = true
		sub.node(alt, x, -1)
		if sub.found {
			m.stack = append(m.stack, sub.arena...)
			return true
		}
	}
	return false
}

func (m *matcher) emit() {
	if m.first {
		if !m.found {
			m.found, m.arena = true, append(m.arena, m.stack...)
		}
		return
	}
	for i := range m.current.preds {
		if !m.holds(&m.current.preds[i]) {
			return
		}
	}
	start := len(m.arena)
	m.arena = append(grown(m.arena, len(m.stack), len(m.t.nodes)/4), m.stack...)
	caps := m.arena[start:len(m.arena):len(m.arena)]
	if m.current.inner {
		if out := (match{pattern: m.current, captures: caps}); out.get(m.current.main) >= 0 {
			out.node = out.get(m.current.main)
			m.inner = append(m.inner, out)
		}
		return
	}
	n := len(m.out)
	if n > 0 && m.out[n-1].pattern == m.current && slices.Equal(m.out[n-1].captures, caps) { // children without a capture, chosen in another way
		m.arena = m.arena[:start]
		return
	}
	m.out = grown(m.out, 1, len(m.t.nodes)/8)[:n+1]
	out := &m.out[n] // filled in place: there are many, and they are large
	out.pattern, out.captures, out.as, out.owner = m.current, caps, "", ""
	out.node = out.get(m.current.main)
}

// grown returns s with room for more elements, at least for as many as usual at first. append would copy a large one five times.
func grown[T any](s []T, more, usual int) []T {
	if cap(s)-len(s) < more {
		return slices.Grow(s, max(len(s), more, usual))
	}
	return s
}

// holds tests a predicate; one about a capture that did not take part holds.
func (m *matcher) holds(p *predicate) bool {
	get := func(r role) ([]byte, bool) {
		for _, c := range m.stack {
			if c.role == r {
				return m.t.src[m.t.nodes[c.node].start:m.t.nodes[c.node].end], true
			}
		}
		return nil, false
	}
	s, ok := get(p.capture)
	if !ok {
		return true
	}
	var is bool
	switch {
	case p.isOther:
		other, _ := get(p.other)
		is = string(s) == string(other)
	case p.re != nil:
		is = p.re.Match(s)
	default:
		is = slices.ContainsFunc(p.values, func(v string) bool { return v == string(s) })
	}
	return is != p.not
}
