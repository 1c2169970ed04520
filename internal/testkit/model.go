package testkit

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// Model is an endpoint that speaks OpenAI's streaming protocol, and takes orders from editor sessions:
//
//	/continue   lets the answer that waits in the middle go on
//	/last       returns the last request's messages
//	/cancelled  returns how many requests were cut off by the client
type Model struct {
	*httptest.Server
	goOn chan struct{}

	mu        sync.Mutex
	last      string
	cancelled int
}

// NewModel starts one that ends with the test.
func NewModel(t testing.TB) *Model {
	m := &Model{goOn: make(chan struct{})}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", m.complete)
	mux.HandleFunc("GET /continue", func(w http.ResponseWriter, r *http.Request) {
		select {
		case m.goOn <- struct{}{}:
		case <-r.Context().Done():
		}
	})
	mux.HandleFunc("GET /last", func(w http.ResponseWriter, _ *http.Request) {
		m.mu.Lock()
		defer m.mu.Unlock()
		io.WriteString(w, m.last)
	})
	mux.HandleFunc("GET /cancelled", func(w http.ResponseWriter, _ *http.Request) {
		m.mu.Lock()
		defer m.mu.Unlock()
		fmt.Fprintf(w, "cancelled: %d", m.cancelled)
	})
	m.Server = httptest.NewServer(mux)
	t.Cleanup(m.Close)
	return m
}

const longAnswer = "A note becomes **one file** below the folder of its store.\n\n" +
	"- `NoteStore.save` opens the file for writing and puts the whole note there [store.py:10-14]. Nothing is appended: a second note " +
	"with the same path replaces the first.\n" +
	"- The path comes from `build_path`: the folder and the note's first word in lower case [store.py:17-19].\n\n" +
	"The command line keeps its notes in the folder `notes` [app.py:6-8]."

// complete answers as the question's last word in parentheses says: (quick) at once, "in detail" word by word, (forever) never ends, (unauthorized) fails;
// else the answer comes in two halves, with an order to wait for between them.
func (m *Model) complete(w http.ResponseWriter, r *http.Request) {
	var request struct {
		Messages []struct{ Role, Content string }
	}
	body, err := io.ReadAll(r.Body) // to its end: only then does the server notice that the client leaves
	if err != nil || json.Unmarshal(body, &request) != nil || len(request.Messages) == 0 {
		http.Error(w, "bad request", http.StatusBadRequest)
		return
	}
	all, question := "", request.Messages[len(request.Messages)-1].Content
	for _, message := range request.Messages {
		all += message.Content + "\n"
	}
	m.mu.Lock()
	m.last = all
	m.mu.Unlock()
	if strings.Contains(question, "(unauthorized)") {
		w.WriteHeader(http.StatusUnauthorized)
		io.WriteString(w, `{"error":{"message":"Incorrect API key provided","type":"invalid_request_error","code":"invalid_api_key"}}`)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	send := func(text string) {
		b, _ := json.Marshal(map[string]any{
			"id": "1", "object": "chat.completion.chunk", "model": "test-model",
			"choices": []any{map[string]any{"index": 0, "delta": map[string]any{"content": text}}},
		})
		fmt.Fprintf(w, "data: %s\n\n", b)
		w.(http.Flusher).Flush()
	}
	switch {
	case strings.Contains(question, "(forever)"):
		send("It begins")
		<-r.Context().Done()
		m.mu.Lock()
		m.cancelled++
		m.mu.Unlock()
		return
	case strings.Contains(question, "(quick)"):
		send("`build_path` uses the first word, lower case [store.py:17-19].")
	case strings.Contains(question, "in detail"):
		for word := range strings.SplitAfterSeq(longAnswer, " ") {
			send(word)
		}
	default:
		send("Notes are written by `NoteStore.save` [store.py:10-14],\n")
		select {
		case <-m.goOn:
		case <-r.Context().Done():
			return
		}
		send("at a path that `build_path` makes from the first word, lower case [store.py:17-19]. ")
		send("See `nowhere` [nowhere.py:5].")
	}
	fmt.Fprint(w, "data: [DONE]\n\n")
}
