package indexer

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/embed"
	"github.com/sibyl-ls/sibyl/internal/llm"
)

// endpoint speaks the protocol of an OpenAI-compatible one: at most 8 texts a request, the first request is refused as one too many, and after some texts the key is
// no longer good.
type endpoint struct {
	mu    sync.Mutex
	left  int            // texts until the key expires
	seen  map[string]int // how often each text was paid for
	asked int            // requests
}

func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var body struct {
		Input      []string `json:"input"`
		Dimensions int      `json:"dimensions"`
	}
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil || r.URL.Path != "/v1/embeddings" {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	refuse := func(code int, kind, message string) {
		w.WriteHeader(code)
		fmt.Fprintf(w, `{"error":{"message":%q,"type":%q,"code":%q}}`, message, kind, kind)
	}
	switch e.asked++; {
	case e.asked == 1:
		w.Header().Set("Retry-After", "0")
		refuse(http.StatusTooManyRequests, "rate_limit_exceeded", "slow down")
	case len(body.Input) > 8:
		refuse(http.StatusBadRequest, "invalid_request_error", "too many inputs")
	case len(body.Input) > e.left:
		refuse(http.StatusUnauthorized, "invalid_api_key", "the key has expired")
	default:
		e.answer(w, body.Input, body.Dimensions)
	}
}

// answer sends vectors of the wanted length, the last text's first, which the protocol allows.
func (e *endpoint) answer(w http.ResponseWriter, texts []string, dimensions int) {
	var data []map[string]any
	for i := len(texts) - 1; i >= 0; i-- {
		e.seen[texts[i]]++
		e.left--
		v := make([]float32, dimensions)
		v[len(texts[i])%dimensions] = 1
		data = append(data, map[string]any{"object": "embedding", "index": i, "embedding": v})
	}
	json.NewEncoder(w).Encode(map[string]any{"object": "list", "data": data})
}

// most is how often a text was paid for at most.
func (e *endpoint) most() (n int) {
	for _, times := range e.seen {
		n = max(n, times)
	}
	return n
}

const tinyTokens = `{"pre_tokenizer":{"type":"WhitespaceSplit"},"model":{"type":"WordPiece","unk_token":"?","continuing_subword_prefix":"##","vocab":{"?":0,"def":1,"func":2}}}`

// tinyModel is a folder with a model of two dimensions.
func tinyModel(t *testing.T) string {
	dir := t.TempDir()
	header := `{"embeddings":{"dtype":"I8","shape":[3,2],"data_offsets":[0,6]}}`
	vectors := append([]byte{byte(len(header)), 0, 0, 0, 0, 0, 0, 0}, header+"\x00\x00\x01\x00\x00\x01"...)
	for name, data := range map[string][]byte{"model.safetensors": vectors, "tokenizer.json": []byte(tinyTokens)} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestSwitchEmbedders: an endpoint that gives up in the middle, then a model in a folder, then the built-in one, then the endpoint again. Vectors
// of two models are never side by side, and no text is paid for twice in a row.
func TestSwitchEmbedders(t *testing.T) {
	tr, dir := sample(t), t.TempDir()
	e := &endpoint{left: 20, seen: map[string]int{}}
	server := httptest.NewServer(e)
	defer server.Close()
	remote := embed.Remote(embed.RemoteConfig{Config: llm.Config{BaseURL: server.URL + "/v1", Model: "m", APIKey: "k"}, Dimensions: 8, MaxBatch: 8})

	with := func(by embed.Embedder) *Workspace {
		o := tr.options(t, dir)
		o.Embedder = by
		w := open(t, o)
		s := w.storeOf(filepath.ToSlash(tr.root))
		if got := s.vectors.dimensions; got != by.Dimensions() {
			t.Errorf("%s: vectors of %d dimensions, want %d", by.ID(), got, by.Dimensions())
		}
		return w
	}
	w := with(remote)
	if n := w.Status().Notes; len(n) != 1 || !strings.Contains(n[0], "key") || len(e.seen) == 0 || len(e.seen) > 20 {
		t.Errorf("notes %q after %d texts", n, len(e.seen))
	}
	w.Close()
	asked := e.asked

	for _, by := range []embed.Embedder{embed.Folder(tinyModel(t)), embed.Builtin()} {
		w = with(by)
		if n := w.Status().Notes; len(n) != 1 || !strings.Contains(n[0], "embedder") {
			t.Errorf("%s: notes %q", by.ID(), n)
		}
		w.Close()
	}
	if e.asked != asked {
		t.Errorf("%d requests while another embedder was set", e.asked-asked)
	}

	e.left, e.seen = 1<<20, map[string]int{}
	w = with(remote)
	if len(w.Status().Notes) != 1 || e.most() != 1 {
		t.Errorf("notes %q, a text was paid for %d times", w.Status().Notes, e.most())
	}
	tr.write("pkg0/load.go", goFile(500))
	w.FilesChanged(nil)
	idle(t, w)
	tr.write("pkg0/load.go", goFile(8)) // as the sample has it
	w.FilesChanged(nil)
	idle(t, w)
	if e.most() != 1 {
		t.Errorf("a text that came back was paid for again: %d times", e.most())
	}
	w.Close()
}

// TestSwitchInterrupted: files that came later stand before those of the first index, and an endpoint gives up after some of them. What was embedded for the other
// embedder must not stand for texts that wait.
func TestSwitchInterrupted(t *testing.T) {
	tr, dir := newTree(t), t.TempDir()
	for _, folder := range []string{"z", "a"} {
		for i := range 250 {
			tr.write(fmt.Sprintf("%s/m%d.py", folder, i), pyFile(1000*int(folder[0])+i))
		}
		open(t, tr.options(t, dir)).Close()
	}
	e := &endpoint{left: 300, seen: map[string]int{}}
	server := httptest.NewServer(e)
	defer server.Close()
	o := tr.options(t, dir)
	o.Embedder = embed.Remote(embed.RemoteConfig{Config: llm.Config{BaseURL: server.URL + "/v1", Model: "m", APIKey: "k"}, Dimensions: 256, MaxBatch: 8})
	for _, left := range []int{300, 0, 1 << 20} {
		e.left = left
		w := open(t, o)
		wrong, all := vectorsOfOthers(t, w, filepath.ToSlash(tr.root))
		if wrong > 0 || all < 256 {
			t.Errorf("%d of %d vectors are those of other texts", wrong, all)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if e.most() != 1 {
		t.Errorf("a text was paid for %d times", e.most())
	}
}

// vectorsOfOthers counts the chunks whose vector was made of another text, and those that have one.
func vectorsOfOthers(t *testing.T, w *Workspace, root string) (wrong, all int) {
	view := must(w.storeOf(root).vectors.view())
	for r := range w.present().records {
		texts := must(w.embedJob(r)).hashes
		for i, slot := range r.vectors {
			if slot >= withoutVector {
				continue
			}
			all++
			if text, _ := view.at(slot); text != texts[i] {
				wrong++
			}
		}
	}
	return wrong, all
}
