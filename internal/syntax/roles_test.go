package syntax

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// TestRoles gives tiny inputs to the roles of the queries and compares a part of the facts, in one line.
func TestRoles(t *testing.T) {
	for _, tt := range []struct{ name, language, src, part, want string }{
		{"function and method", "python", "def f(): pass\nclass A:\n  def f(self): pass", "symbols", "function f; class A; method A.f(self)"},
		{"local variables are bindings", "python", "x = 1\ndef f():\n  y = x", "symbols", "variable x = `int`; function f"},
		{"first assignment defines", "python", "x = 1\nx = 2", "symbols", "variable x = `int`"},
		{"wrapped", "python", "@d\ndef f(): pass", "ranges", "f 0-16"},
		{"docstring", "python", "def f():\n  \"\"\"Does it.\"\"\"", "docs", "f: Does it."},
		{"comment before", "go", "package p\n\n// F does\n// it.\nfunc F() {}", "docs", "F: F does\nit."},
		{"comment apart", "go", "package p\n\n// Not F.\n\nfunc F() {}", "docs", "F: "},
		{"comment behind code", "go", "package p\n\nvar x int // x\nfunc F() {}", "docs", "x: ; F: "},
		{"attributes and documentation", "rust", "/// One.\n#[a]\n/// Two.\nfn f() {}", "docs", "f: One.\nTwo."},
		{"inner documentation is no outer one", "rust", "//! Crate.\n\nfn f() {}", "docs", "f: "},
		{"members of self", "python", "class A:\n  def f(self):\n    self.b = B()\n    self.c: C = x", "bindings", "self parameter; b member = B(); c member C = x"},
		{"tuples", "python", "def f():\n  a, b = g()\n  c, d = 1, h()\n  for e in x: pass", "bindings", "a = g()#0; b = g()#1; c = `int`; d = h(); e = x[]"},
		{"arguments", "python", "f(a.b, 1, k=lambda y: y.g(), *c)\nclass A(m(d())): pass", "passes", "f 0 a.b; f 2 k= \\12; m 0 d()"},
		{"arguments of known types", "java", "class A { void f() { g(1, new B(x), \"s\", () -> h()); } }", "passes", "g 0 `int`; g 1 `B`; g 2 `String`; g 3 \\41; B 0 x"},
		{"anonymous functions", "javascript", "f(x => x.g(), function (a, {b}) { if (a) return 1; return b }, () => {})", "lambdas", "2(x) = x.g(); 14(a, {b}) = (`number`|b); 63()"},
		{"calls of values", "python", "d['a'](x)\nf()()\n(g or h)()", "passes", "d -1 d[a]; d 0 x; f -1 f(); g -1 (g|h)"},
		{"lists and objects", "python", "def m():\n  a = [f, 1, *b]\n  c = {'k': g, 2: {'n': h}, x: i}\n  d = [1]\n  e = a[1:]", "bindings",
			"a = `list`{f,,*b}; c = `dict`{k:g,2:`dict`{n:h},?:i}; d = `list`; e = a[:]"},
		{"what is put into lists and objects", "python", "def m(p):\n  a = []\n  a.append(f)\n  a[0] = g\n  p['k']['n'] = h\n  b = 1\n  b[0] = f", "bindings",
			"p parameter; a = `list`; a element = {?:f}; a element = {0:g}; p element = {k:{n:h}}; b = `int`"},
		{"objects", "javascript", "const a = { f, k: g, m() {}, n: 1, ...b }; a.o = h", "bindings", "a element = {o:h}"},
		{"several results", "python", "def m(x):\n  if x: return f\n  return g or None", "symbols", "function m(x) = (f|g)"},
		{"destructured parameters", "javascript", "function m(a, { b, c: [d] }) {}\n(function (e) {})(f)", "bindings", "a parameter; b parameter = $1.b; d parameter = $1.c[0]; e parameter = f"},
		{"loops over objects", "python", "for a in b.c(): pass", "passes", "c -1 b.c()[@]"},
		{"decorators", "python", "@a\n@b(1)\ndef f(): pass", "passes", "a 0 b()(); b -1 b(); b 0 \\9"},
		{"named functions as values", "javascript", "f(function n() {}, class A {})", "passes", "f 0 \\2; f 1 \\19"},
		{"global", "python", "def f():\n  global g\n  g = 1", "bindings", "g global; g = `int`"},
		{"index and element", "go", "package p\nfunc f() { for i, e := range xs {} }", "bindings", "i = ?; e = xs[]"},
		{"call, member, new", "go", "package p\nfunc f() { a.b().c(1, 2); g(&T{}, x...) }", "references", "f: a; f: a.b(0); f: a.b().c(2); f: g(-1); f: new T; f: x"},
		{"lambda", "go", "package p\nfunc f() { func() { g() }() }", "references", "f: g(0) in lambda"},
		{"locals are no references", "go", "package p\nfunc f(x int) { y := x; g(y) }", "references", "f: type int; f: g(1)"},
		{"keyword arguments are no references", "python", "f(a=b)", "references", "f(1); b"},
		{"import", "python", "import a.b as c\nfrom .d import e as f, g\nfrom h import *", "imports", "a.b as c; .d:g; .d:e as f; h:*"},
		{"use trees", "rust", "use a::{self, b::{C as D, e}, f::*};\npub use x::y;\nmod m;", "imports", "a; a::b:C as D; a::b:e; a::f:*; x:y re-exported; self::m"},
		{"re-export in a module", "rust", "mod m { pub use a::{b}; use public::c; }\npub fn f() { use d::e; }", "imports", "a:b re-exported; public:c; d:e"},
		{"impl", "rust", "impl<T> Tr for A<T> { fn f(&self) {} fn g() {} }", "symbols", "method A<T>.f(self) for Tr; static method A<T>.g() for Tr"},
		{"inherit", "rust", "impl Tr for A {}\nimpl A {}", "inherits", "A: Tr"},
		{"numbered fields", "rust", "struct A(B, pub B);", "symbols", "struct A; field A.0 B; field A.1 B"},
		{"patterns", "rust", "fn f() { if let Some(A { b, c: d }) = x {} let (e, P(g)) = y; match z { h if i => {}, K => {} } }", "bindings",
			"b = `A`.b; d = `A`.c; e = y#0; g = `P`.0; h = z"},
		{"transparent calls", "rust", "fn f() { let a = x.lock().unwrap().b; for c in d.iter() {} }", "bindings", "a = x.unwrap().b; c = d[]"},
		{"bounds", "rust", "fn f<T: Tr>(x: &T) {}", "bindings", "T Tr; x parameter &T"},
		{"token tree", "rust", "fn f() { m!(\"{}\", a::b(1, c), self.d.e(), $x, 'q', r#\"(\"#, |y| g(y)) }", "references",
			"f: m(-1); f: a; f: a.b(2); f: c; f: self.d; f: self.d.e(0); f: y; f: g(1); f: y"},
		{"declarators", "c", "int *(*f(int a))[3] {}\nint (*p)(int b);\nstruct s *q[2], *g(void);", "symbols", "function f(a int) int; variable p int; variable q struct s; function g() struct s abstract"},
		{"a variable made with arguments", "cpp", "void f() { T x(a); }", "symbols", "function f() void"},
		{"members out of line", "cpp", "n::A<T>::A(int x) : b(x) {}\nint n::A<T>::f() {}", "symbols", "constructor n::A<T>.A(x int); method n::A<T>.f() int"},
		{"access", "cpp", "class A { int a; public: int b; static int c(); private: void d(); };\nstruct B { int e; };", "exported", "A b c B e"},
		{"nested namespaces", "cpp", "namespace a::b { void f(); }", "symbols", "module a; module a.b; function a.b.f() void abstract"},
		{"qualified names", "cpp", "void f() { a::b::g<T>(1); c::D e; }", "references", "f: a; f: a.b; f: a.b.g(1); f: type T; f: c; f: new c.D; f: type c.D"},
		{"macro bodies", "c", "#define F(x, y) do { g(x); (y)->h(1, \"(\"); } while (0)\n", "references", "F: g(1); F: ?.h(2)"},
		{"struct beside its variable", "c", "struct s { int a; } x;", "symbols", "variable x struct s; struct s; field s.a int"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := Facts(context.Background(), languageNamed(t, tt.language), []byte(tt.src))
			checkFacts(t, f, []byte(tt.src))
			if got := part(f, tt.part); got != tt.want {
				t.Errorf("%s of %q\n got: %s\nwant: %s", tt.part, tt.src, got, tt.want)
			}
		})
	}
}

// part prints one kind of facts.
func part(f *fact.File, name string) string {
	var out []string
	add := func(format string, args ...any) {
		out = append(out, strings.Join(strings.Fields(fmt.Sprintf(format, args...)), " "))
	}
	switch name {
	case "symbols":
		for i := range f.Symbols {
			add("%s", symbolLine(f, int32(i)))
		}
	case "ranges":
		for _, s := range f.Symbols {
			add("%s %d-%d", s.Name, s.Range.Start, s.Range.End)
		}
	case "docs":
		for _, s := range f.Symbols {
			out = append(out, s.Name+": "+s.Doc)
		}
	case "exported":
		for _, s := range f.Symbols {
			if s.Exported {
				add("%s", s.Name)
			}
		}
		return strings.Join(out, " ")
	case "bindings":
		for _, b := range f.Bindings {
			add("%s %s %s %s", b.Name, [...]string{"", "parameter", "member", "global", "narrow", "element"}[b.Kind], b.Type, when(b.Value != "", "= "+string(b.Value)))
		}
	case "references":
		for i := range f.References {
			add("%s", referenceLine(f, &f.References[i]))
		}
	case "passes":
		for _, p := range f.Passes {
			add("%s %d %s %s", f.References[p.Ref].Name, p.Arg, when(p.Keyword != "", p.Keyword+"="), p.Value)
		}
	case "lambdas":
		for _, l := range f.Lambdas {
			add("%d(%s) %s", l.Start, strings.Join(l.Params, ", "), when(l.Value != "", "= "+string(l.Value)))
		}
	case "imports":
		for _, m := range f.Imports {
			add("%s%s %s %s", m.Path, when(m.Name != "", ":"+m.Name), when(m.Alias != "", "as "+m.Alias), when(m.ReExport, "re-exported"))
		}
	case "inherits":
		for _, h := range f.Inherits {
			add("%s: %s", h.Type, h.Base)
		}
	}
	return strings.Join(out, "; ")
}

func when(ok bool, s string) string {
	if ok {
		return s
	}
	return ""
}

func symbolLine(f *fact.File, i int32) string {
	s := &f.Symbols[i]
	name := f.Qualified(i)
	if s.Owner != "" {
		name = s.Owner + "." + s.Name
	}
	if s.Kind.Callable() && (s.Params != nil || f.Language != "python") {
		var params []string
		for _, p := range s.Params {
			params = append(params, strings.TrimSpace(p.Name+" "+p.Type))
		}
		name += "(" + strings.Join(params, ", ") + ")"
	}
	return fmt.Sprintf("%s %s %s %s %s %s %s", when(s.Static, "static"), s.Kind, name, s.Type, when(s.Trait != "", "for "+s.Trait), when(s.Value != "", "= "+string(s.Value)), when(s.Abstract, "abstract"))
}

func referenceLine(f *fact.File, r *fact.Reference) string {
	line := r.Name
	if r.Recv != "" {
		line = string(r.Recv) + "." + line
	}
	switch r.Kind {
	case fact.Call:
		line += fmt.Sprintf("(%d)", r.Args)
	case fact.New:
		line = "new " + line
	case fact.TypeUse:
		line = "type " + line
	}
	if r.Symbol >= 0 {
		line = f.Symbols[r.Symbol].Name + ": " + line
	}
	return line + when(r.Lambda, " in lambda")
}
