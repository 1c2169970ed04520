package cli_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// model starts an endpoint that streams text, or refuses with a status.
func model(t *testing.T, status int, text string) (prompts *[]string) {
	t.Helper()
	prompts = &[]string{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		*prompts = append(*prompts, r.URL.Path+" "+r.Header.Get("Authorization")+" "+string(body))
		if status != http.StatusOK {
			w.WriteHeader(status)
			io.WriteString(w, `{"error":{"message":"Incorrect API key provided","code":"invalid_api_key"}}`)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		for word := range strings.SplitAfterSeq(text, " ") {
			fmt.Fprintf(w, `data: {"id":"1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":%q}}]}`+"\n\n", word)
		}
		io.WriteString(w, "data: [DONE]\n\n")
	}))
	t.Cleanup(s.Close)
	t.Setenv("SIBYL_LLM_BASE_URL", s.URL+"/v1")
	t.Setenv("SIBYL_LLM_MODEL", "tester")
	t.Setenv("SIBYL_LLM_API_KEY", "sk-secret-of-the-test")
	return prompts
}

type answer struct {
	Answer    string
	Citations []struct {
		Path       string
		Start, End int
		Symbol     string
	}
	Dropped int
	Model   string
}

func TestAskWithModel(t *testing.T) {
	dir := workspace(t, notes)
	prompts := model(t, http.StatusOK, "The path comes from `build_path` [store.py:17-19], not from `nowhere` [nowhere.py:3].")
	r := sibyl(t, dir, "ask", "how", "is the path of a note made?", "--json")
	r.want(t, 0)
	var got answer
	decode(t, r.out, &got)
	if len(got.Citations) != 1 || got.Citations[0].Path != "store.py" || got.Citations[0].Start != 17 || got.Citations[0].End != 19 ||
		got.Citations[0].Symbol != "build_path" || got.Dropped != 1 || got.Model != "tester" {
		t.Errorf("answer: %+v", got)
	}
	if len(*prompts) != 1 || !strings.HasPrefix((*prompts)[0], "/v1/chat/completions Bearer sk-secret-of-the-test") || !strings.Contains((*prompts)[0], "how is the path of a note made?") {
		t.Errorf("sent: %q", *prompts)
	}
	sibyl(t, dir, "ask", "how is the path of a note made?").want(t, 0, "The path comes from", "Citations\n  store.py:17-19  build_path", "answered by tester", "1 wrong left out")
}

func TestAskWithoutModel(t *testing.T) {
	dir := workspace(t, notes)
	r := sibyl(t, dir, "ask", "--json", "how is a note written to the disk?")
	r.want(t, 0)
	var got answer
	decode(t, r.out, &got)
	if got.Model != "" || len(got.Citations) == 0 || !strings.Contains(got.Answer, "save") {
		t.Errorf("digest: %+v", got)
	}
	sibyl(t, dir, "ask", "how is a note written to the disk?").want(t, 0, "digest: no model was asked", "store.py:")
}

func TestAskAboutCalls(t *testing.T) {
	dir := workspace(t, notes)
	prompts := model(t, http.StatusOK, "must not be asked")
	sibyl(t, dir, "ask", "who calls build_path?").want(t, 0, "NoteStore.save", "store.py:12")
	if len(*prompts) != 0 {
		t.Errorf("a question about the graph was sent to the model: %q", *prompts)
	}
}

func TestAskRefused(t *testing.T) {
	dir := workspace(t, notes)
	model(t, http.StatusUnauthorized, "")
	r := sibyl(t, dir, "ask", "how is the path of a note made?")
	r.wantErr(t, 2, "refuses the key", "check the API key")
	if strings.Contains(r.out+r.err, "sk-secret-of-the-test") {
		t.Errorf("the key is printed:\n%s%s", r.out, r.err)
	}
}

func TestAskDryRun(t *testing.T) {
	dir := workspace(t, notes)
	r := sibyl(t, dir, "ask", "--dry-run", "how is the path of a note made?")
	r.want(t, 0, "no model is configured", "--- system", "function build_path", "Question: how is the path of a note made?")
	prompts := model(t, http.StatusOK, "unused")
	r = sibyl(t, dir, "ask", "--dry-run", "how is the path of a note made?")
	r.want(t, 0, "To tester at http://", "--- user")
	r = sibyl(t, dir, "ask", "--dry-run", "who calls build_path?")
	r.want(t, 0, "answered from the call graph")
	var got struct {
		Endpoint, Embedder string
		Tokens             int
		Messages           []struct{ Role, Content string }
	}
	r = sibyl(t, dir, "ask", "--dry-run", "--json", "how is the path of a note made?")
	r.want(t, 0)
	decode(t, r.out, &got)
	if !strings.HasPrefix(got.Endpoint, "tester at ") || got.Tokens == 0 || len(got.Messages) != 2 || len(*prompts) > 0 {
		t.Errorf("%+v, %d requests", got, len(*prompts))
	}
}
