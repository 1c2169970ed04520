package syntax

import "testing"

func TestBlanked(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"class EXPORT T {};", "class        T {};"},
		{"class ALIGN(8) T : B {};", "class          T : B {};"},
		{"struct POINT p;", "struct POINT p;"},
		{"class T; enum { RED }; int BLUE;", "class T; enum { RED }; int BLUE;"},
		{"T x GUARDED_BY(mu);", "T x               ;"},
		{"T* const x GUARDED_BY(mu) = 0;", "T* const x                = 0;"},
		{"std::vector<T> x UNUSED;", "std::vector<T> x       ;"},
		{"T x[3] GUARDED_BY(mu);", "T x[3]               ;"},
		{"const T LIMIT = 3; extern T MAKE(int);", "const T LIMIT = 3; extern T MAKE(int);"},
		{"void f() const LOCKED(a, b) UNUSED;", "void f() const                    ;"},
		{"T() RELEASE() { g(); }", "T()           { g(); }"},
		{"~T() RELEASE();", "~T()          ;"},
		{"if (x) CHECK(y); while (x) STEP(y);", "if (x) CHECK(y); while (x) STEP(y);"},
		{"return TEST(x); else LOG(x); each(a) FREE(a);", "return TEST(x); else LOG(x); each(a) FREE(a);"},
		{"EXPORT int f(void);", "       int f(void);"},
		{"EXPORT T f(void);", "       T f(void);"},
		{"HANDLE f(void); HANDLE const h;", "HANDLE f(void); HANDLE const h;"},
		{"HANDLE CALLBACK f(void);", "HANDLE          f(void);"},
		{"static INLINE T f() {}", "static        T f() {}"},
		{"static T INLINE f() {}", "static T        f() {}"},
		{"void CALLBACK T::f() {}", "void          T::f() {}"},
		{"class T {\n  Q_OBJECT\npublic:\n};", "class T {\n          \npublic:\n};"},
		{"TEST(A, B) { f(); }", "TEST(A, B) { f(); }"},
		{"int x = A * B; // T x GUARDED_BY(y);\nf(A, B);", "int x = A * B; // T x GUARDED_BY(y);\nf(A, B);"},
		{"#define F(x) T x UNUSED;\n", "#define F(x) T x UNUSED;\n"},
		{"T x GUARDED_BY(", "T x GUARDED_BY("},
	} {
		if got := string(blanked([]byte(c.src))); got != c.want {
			t.Errorf("blanked(%q)\n got %q\nwant %q", c.src, got, c.want)
		}
	}
}

// FuzzBlanked looks for panics and for text that moves.
func FuzzBlanked(f *testing.F) {
	for _, s := range []string{"class EXPORT T {};", "T x GUARDED_BY(mu);", "f() AAA(", "((AAA)", "\"AAA", "#AAA\\\n", "/*", "'\\", "AAA::BBB(", "a<AAA"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := blanked([]byte(s))
		if len(got) != len(s) {
			t.Fatalf("%d bytes became %d", len(s), len(got))
		}
		for i := range got {
			if got[i] != s[i] && (got[i] != ' ' || s[i] == '\n') {
				t.Fatalf("byte %d of %q became %q", i, s, got[i])
			}
		}
	})
}
