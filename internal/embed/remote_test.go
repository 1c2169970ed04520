package embed

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/sibyl-ls/sibyl/internal/llm"
)

// service is an embeddings endpoint that remembers its requests. Vector i of a text is {its length, 1, 0}, so that order shows.
type service struct {
	mu       sync.Mutex
	requests [][]string
	bodies   []map[string]any
	before   func(n int, texts []string, w http.ResponseWriter) bool // true: it has answered request n (from 1)
	length   int
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body struct{ Input []string }
	raw := map[string]any{}
	dec := json.NewDecoder(r.Body)
	var both json.RawMessage
	if dec.Decode(&both) != nil || json.Unmarshal(both, &body) != nil || json.Unmarshal(both, &raw) != nil {
		w.WriteHeader(400)
		return
	}
	s.mu.Lock()
	s.requests, s.bodies = append(s.requests, body.Input), append(s.bodies, raw)
	n := len(s.requests)
	s.mu.Unlock()
	if s.before != nil && s.before(n, body.Input, w) {
		return
	}
	type item struct {
		Index     int       `json:"index"`
		Embedding []float32 `json:"embedding"`
	}
	var data []item
	for i, text := range body.Input {
		v := make([]float32, s.length)
		v[0], v[1] = float32(len(text)), 1
		data = append([]item{{i, v}}, data...)
	}
	json.NewEncoder(w).Encode(map[string]any{"data": data})
}

func start(t *testing.T, s *service, c RemoteConfig) Embedder {
	t.Helper()
	if s.length == 0 {
		s.length = 3
	}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	c.BaseURL, c.Model = server.URL+"/v1", "m"
	return Remote(c)
}

func sizes(requests [][]string) string {
	var n []string
	for _, r := range requests {
		n = append(n, fmt.Sprint(len(r)))
	}
	return strings.Join(n, " ")
}

func texts(n int) (out []string) {
	for i := range n {
		out = append(out, strings.Repeat("ab ", i+1))
	}
	return out
}

// inOrder checks that vector i belongs to text i and has length one.
func inOrder(t *testing.T, vectors [][]float32, prefix string, texts []string) {
	t.Helper()
	for i, v := range vectors {
		want := float64(len(prefix + texts[i]))
		if got := float64(v[0]) / float64(v[1]); math.Abs(got-want) > 0.01 {
			t.Errorf("vector %d belongs to a text of %.1f bytes, not %.1f", i, got, want)
		}
		if l := dot(v, v); math.Abs(l-1) > 1e-5 {
			t.Errorf("vector %d has the squared length %v", i, l)
		}
	}
}

func TestBatchesByCount(t *testing.T) {
	s := &service{}
	e := start(t, s, RemoteConfig{MaxBatch: 3})
	if e.Dimensions() != 0 || e.Local() {
		t.Errorf("before: %d dimensions, local %v", e.Dimensions(), e.Local())
	}
	v, err := e.Documents(context.Background(), texts(8))
	if err != nil || len(v) != 8 || sizes(s.requests) != "3 3 2" || e.Dimensions() != 3 {
		t.Fatalf("%d vectors in requests of %s, %d dimensions, %v", len(v), sizes(s.requests), e.Dimensions(), err)
	}
	inOrder(t, v, "", texts(8))
	if _, asked := s.bodies[0]["dimensions"]; asked {
		t.Error("asked for dimensions that nobody configured")
	}
}

func TestBatchesByTokens(t *testing.T) {
	s := &service{}
	e := start(t, s, RemoteConfig{MaxBatchTokens: 100})
	many := make([]string, 10)
	for i := range many {
		many[i] = strings.Repeat("word ", 20) // 40 tokens by estimate
	}
	if v, err := e.Documents(context.Background(), many); err != nil || len(v) != 10 || sizes(s.requests) != "2 2 2 2 2" {
		t.Errorf("%d vectors in requests of %s, %v", len(v), sizes(s.requests), err)
	}
}

func TestLongTextsAreCutAtACharacter(t *testing.T) {
	s := &service{}
	e := start(t, s, RemoteConfig{MaxInputTokens: 101, MaxBatchTokens: 10_000, DocumentPrefix: "passage: "})
	if _, err := e.Documents(context.Background(), []string{strings.Repeat("令牌", 500), strings.Repeat("é😀", 500), "short"}); err != nil {
		t.Fatal(err)
	}
	for _, text := range s.requests[0] {
		if n := llm.EstimateTokens(text); n > 101 || !utf8.ValidString(text) || !strings.HasPrefix(text, "passage: ") {
			t.Errorf("sent %d tokens, valid %v: %.30q", n, utf8.ValidString(text), text)
		}
	}
	if n := llm.EstimateTokens(s.requests[0][0]); n < 98 {
		t.Errorf("cut to %d tokens where 101 fit", n)
	}
}

func TestTruncate(t *testing.T) {
	for _, text := range []string{"", "a", "hello world again and again", "函数名称很长", "a😀b😀c", "\xff\xfe\xfd", "aBcDeF_gHi  \t\t x"} {
		for n := range 20 {
			got := Truncate(text, n)
			if !strings.HasPrefix(text, got) || llm.EstimateTokens(got) > n || utf8.ValidString(text) && !utf8.ValidString(got) {
				t.Errorf("Truncate(%q, %d) = %q", text, n, got)
			}
		}
		if Truncate(text, len(text)) != text {
			t.Errorf("%q is cut though it fits", text)
		}
	}
}

func TestResumeAfterTheLastGoodBatch(t *testing.T) {
	s := &service{before: func(n int, _ []string, w http.ResponseWriter) bool {
		if n == 3 {
			w.WriteHeader(http.StatusUnauthorized)
		}
		return n == 3
	}}
	e := start(t, s, RemoteConfig{MaxBatch: 2})
	all := texts(9)
	v, err := e.Documents(context.Background(), all)
	if len(v) != 4 || llm.KindOf(err) != llm.MissingKey || !strings.Contains(err.Error(), "text 5 of 9") {
		t.Fatalf("%d vectors, %v", len(v), err)
	}
	rest, err := e.Documents(context.Background(), all[len(v):])
	if err != nil || len(rest) != 5 {
		t.Fatalf("%d vectors, %v", len(rest), err)
	}
	inOrder(t, append(v, rest...), "", all)
	seen := map[string]int{}
	for i, r := range s.requests {
		for _, text := range r {
			if i != 2 {
				seen[text]++
			}
		}
	}
	for _, text := range all {
		if seen[text] != 1 {
			t.Errorf("a text of %d bytes was embedded %d times", len(text), seen[text])
		}
	}
}

func TestBusyEndpointIsTriedAgain(t *testing.T) {
	s := &service{before: func(n int, _ []string, w http.ResponseWriter) bool {
		if n%2 == 1 {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader([]int{429, 503}[n/2%2])
		}
		return n%2 == 1
	}}
	e := start(t, s, RemoteConfig{MaxBatch: 2})
	v, err := e.Documents(context.Background(), texts(4))
	if err != nil || sizes(s.requests) != "2 2 2 2" {
		t.Fatalf("requests of %s, %v", sizes(s.requests), err)
	}
	inOrder(t, v, "", texts(4))
}

func TestEndpointWithALowerLimit(t *testing.T) {
	limit := 200
	s := &service{before: func(_ int, texts []string, w http.ResponseWriter) bool {
		n := 0
		for _, text := range texts {
			n += llm.EstimateTokens(text)
		}
		if n > limit {
			w.WriteHeader(400)
			fmt.Fprint(w, `{"error":{"message":"input is too long, maximum context length is 200"}}`)
		}
		return n > limit
	}}
	e := start(t, s, RemoteConfig{})
	long := []string{"a", strings.Repeat("word ", 300), "b", "cc"}
	v, err := e.Documents(context.Background(), long)
	if err != nil || len(v) != 4 {
		t.Fatalf("%d vectors, %v", len(v), err)
	}
	limit = 0
	if v, err := e.Documents(context.Background(), long); len(v) != 0 || llm.KindOf(err) != llm.TooLong {
		t.Errorf("%d vectors, %v", len(v), err)
	}
}

func TestDimensionMismatch(t *testing.T) {
	s := &service{}
	e := start(t, s, RemoteConfig{Dimensions: 256})
	if e.Dimensions() != 256 {
		t.Errorf("%d dimensions", e.Dimensions())
	}
	v, err := e.Documents(context.Background(), []string{"x"})
	if len(v) != 0 || err == nil || !strings.Contains(err.Error(), "3 dimensions instead of the configured 256") {
		t.Errorf("%d vectors, %v", len(v), err)
	}
	if s.bodies[0]["dimensions"] != 256.0 {
		t.Errorf("asked for %v", s.bodies[0]["dimensions"])
	}
	s2 := &service{}
	e2 := start(t, s2, RemoteConfig{})
	if _, err := e2.Query(context.Background(), "x"); err != nil {
		t.Fatal(err)
	}
	s2.length = 4
	if _, err := e2.Query(context.Background(), "x"); err == nil || !strings.Contains(err.Error(), "model has changed") {
		t.Errorf("got %v", err)
	}
}

func TestQueryPrefix(t *testing.T) {
	s := &service{}
	e := start(t, s, RemoteConfig{QueryPrefix: "query: ", DocumentPrefix: "passage: "})
	v, err := e.Query(context.Background(), "abc")
	if err != nil || s.requests[0][0] != "query: abc" {
		t.Fatalf("sent %q, %v", s.requests, err)
	}
	inOrder(t, [][]float32{v}, "query: ", []string{"abc"})
}

func TestCancelStopsBatches(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := &service{before: func(n int, _ []string, w http.ResponseWriter) bool {
		if n == 2 {
			cancel()
		}
		return false
	}}
	e := start(t, s, RemoteConfig{MaxBatch: 1})
	v, err := e.Documents(ctx, texts(5))
	if llm.KindOf(err) != llm.Cancelled || len(v) == 0 || len(v) > 2 || len(s.requests) > 3 {
		t.Errorf("%d vectors, %d requests, %v", len(v), len(s.requests), err)
	}
}

func TestIDChangesWithTheVectors(t *testing.T) {
	base := RemoteConfig{Config: llm.Config{BaseURL: "https://u:p@host:1/v1", Model: "m"}}
	id := Remote(base).ID()
	if id != "openai:m/0@host:1" {
		t.Errorf("ID is %s", id)
	}
	seen := map[string]bool{id: true}
	for name, change := range map[string]func(*RemoteConfig){
		"model": func(c *RemoteConfig) { c.Model = "n" }, "host": func(c *RemoteConfig) { c.BaseURL = "https://other/v1" },
		"dimensions": func(c *RemoteConfig) { c.Dimensions = 5 }, "document prefix": func(c *RemoteConfig) { c.DocumentPrefix = "x" },
		"query prefix": func(c *RemoteConfig) { c.QueryPrefix = "x" }, "input limit": func(c *RemoteConfig) { c.MaxInputTokens = 5 },
	} {
		c := base
		change(&c)
		if id := Remote(c).ID(); seen[id] {
			t.Errorf("another %s leaves the ID at %s", name, id)
		} else {
			seen[id] = true
		}
	}
	same := base
	same.APIKey, same.MaxBatch, same.MaxInputTokens = "k", 7, 8000
	if got := Remote(same).ID(); got != id {
		t.Errorf("key and batch change the ID to %s", got)
	}
}
