package embed

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func vector(t testing.TB, text string) []float32 {
	t.Helper()
	v, err := Builtin().Documents(context.Background(), []string{text})
	if err != nil || len(v) != 1 || len(v[0]) != Builtin().Dimensions() {
		t.Fatalf("%d vectors, %v", len(v), err)
	}
	return v[0]
}

func dot(a, b []float32) (sum float64) {
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestLengthIsOne(t *testing.T) {
	long := strings.Repeat("word another THING42 函数 ", 50_000)
	for _, text := range []string{"x", "func main() {}", "验证用户的令牌", "トークンを検証する", "검색", "Größe", "проверка", "a中b文c", long, manyWords(60_000)} {
		if l := math.Sqrt(dot(vector(t, text), vector(t, text))); math.Abs(l-1) > 1e-5 {
			t.Errorf("%.20q has length %v", text, l)
		}
	}
	for _, text := range []string{"", " \n\t", "{}();", "😀", "\xff\xfe"} {
		if dot(vector(t, text), vector(t, text)) != 0 {
			t.Errorf("%q has a vector", text)
		}
	}
}

// Vectors are kept on disk under the ID: it is made of the hash of everything after the header.
func TestVectorsBelongToTheID(t *testing.T) {
	if got, want := Builtin().ID(), fmt.Sprintf("sibyl-%.10x", sha256.Sum256([]byte(builtinFile[headerBytes:])))[:16]; got != want {
		t.Errorf("the ID is %s, the model's hash says %s", got, want)
	}
	if mb := len(builtinFile) >> 20; mb > 40 {
		t.Errorf("the model has %d MB", mb)
	}
}

// A text's vector is the sum of its rows, each times its weight, whatever way the sum is taken.
func TestSumOfRows(t *testing.T) {
	m, s := loadBuiltin(), &scratch{counts: NewCounts()}
	for _, text := range []string{"parse the HTTP header", strings.Repeat("one two three four five six seven eight nine parseHeaderValue ", 30), manyWords(40_000)} {
		m.tokens.Count(text, s.counts)
		want := make([]float32, m.dims)
		for i, row := range s.counts.Rows {
			w := m.scales[2*int(row)] * damped(s.counts.Times[i])
			for d := range want {
				want[d] += w * (float32(m.rows[int(row)*m.dims+d]) - 128)
			}
		}
		normalise(want)
		if d := dot(want, vector(t, text)); d < 0.9999 {
			t.Errorf("%.20q: %v", text, d)
		}
	}
}

func manyWords(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "w%cx%cy ", 'a'+i%26, 'a'+i/26%26)
	}
	return b.String()
}

func TestSameTextSameVectorFromManyGoroutines(t *testing.T) {
	texts := []string{"one two", "parse the tree", "函数调用", strings.Repeat("many different words ", 100)}
	var want [][]float32
	for _, text := range texts {
		q, err := Builtin().Query(context.Background(), text)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, q)
	}
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range texts {
				i = (i + g) % len(texts)
				q, err := Builtin().Query(context.Background(), texts[i])
				if err != nil || fmt.Sprint(q) != fmt.Sprint(want[i]) {
					t.Errorf("%.20q differs", texts[i])
				}
			}
		})
	}
	wg.Wait()
}

func TestNearnessFollowsMeaningOfWords(t *testing.T) {
	for _, test := range []struct{ query, near, far string }{
		{"parse tokens", "func (p *Parser) parseToken() (Token, error) { return p.next() }", "func (s *Server) Listen(addr string) error { return s.accept() }"},
		{"where is the cache evicted", "def evict_cache(self): self.entries.clear()", "def render_template(self): return self.page"},
		{"indexing documents", "class DocumentIndexer: index(document)", "class SocketListener: listen(socket)"},
		{"authentication", "func authenticateUser(name string)", "func renderTriangle(name string)"},
		{"验证用户令牌", "// 检查并验证用户的令牌是否过期\nfunc Verify()", "// 把文件写入磁盘\nfunc Write()"},
		{"トークンを検証", "# アクセストークンを検証する\ndef verify(): pass", "# ファイルを保存する\ndef save(): pass"},
		{"HTTPServer", "start http_server here", "start file_reader here"},
	} {
		q := vector(t, test.query)
		if near, far := dot(q, vector(t, test.near)), dot(q, vector(t, test.far)); near < far+0.05 {
			t.Errorf("%q: near %.2f, far %.2f", test.query, near, far)
		}
	}
}

func TestStems(t *testing.T) {
	for _, test := range []string{
		"index indexes indexed indexing", "cache caches cached caching", "run runs running", "query queries",
		"class classes", "match matches matched matching", "call calls called calling", "file files", "box boxes",
		"authenticate authentication authenticator", "connect connection connected", "parse parser parsing", "complete completion",
	} {
		words := strings.Fields(test)
		want := string(stemmed([]byte(words[0])))
		for _, w := range words[1:] {
			if got := string(stemmed([]byte(w))); got != want {
				t.Errorf("%s becomes %s, %s becomes %s", w, got, words[0], want)
			}
		}
	}
	for _, w := range []string{"status", "string", "bus", "this", "red", "need", "axis", "ring"} {
		if got := string(stemmed([]byte(w))); got != w {
			t.Errorf("%s becomes %s", w, got)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if v, err := Builtin().Documents(ctx, []string{"x"}); len(v) != 0 || err != context.Canceled {
		t.Errorf("got %d, %v", len(v), err)
	}
}

// chunks cuts sources of the Go distribution into n texts of about 1,000 bytes.
func chunks(b *testing.B, n int) (texts []string, bytes int) {
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Skip("there is no go command here")
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(goroot)), "src", "net", "http", "*.go"))
	if err != nil || len(files) == 0 {
		b.Skip("the Go distribution has no sources here")
	}
	var all strings.Builder
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			b.Fatal(err)
		}
		all.Write(raw)
	}
	s := all.String()
	for i := range n {
		at := i * 997 % (len(s) - 1000)
		texts = append(texts, s[at:at+1000])
	}
	return texts, 1000 * n
}

// BenchmarkBuiltin: one operation is one batch of 1,000 chunks of 1,000 bytes; the budget is 5,000 chunks a second on one core.
func BenchmarkBuiltin(b *testing.B) {
	texts, bytes := chunks(b, 1000)
	b.SetBytes(int64(bytes))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Builtin().Documents(context.Background(), texts); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(texts)*b.N)/b.Elapsed().Seconds(), "chunks/s")
}
