package llm

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// Every failure has its kind, says what to do and never shows the key, even when the endpoint repeats it.
func TestFailures(t *testing.T) {
	status := func(code int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(code); io.WriteString(w, body) }
	}
	noKey := func(c *Config) { c.APIKey = "" }
	for _, test := range []struct {
		name   string
		serve  http.HandlerFunc
		kind   Kind
		says   string
		change func(*Config)
	}{
		{"401", status(401, `{"error":{"message":"Incorrect API key provided: `+key+`","code":"invalid_api_key"}}`), Unauthorized, "check the API key", nil},
		{"401 without a key", status(401, `{"error":"unauthorized"}`), MissingKey, "set the endpoint's API key", noKey},
		{"404 model", status(404, `{"error":{"message":"The model 'test-model' does not exist","code":"model_not_found"}}`), ModelNotFound, `no model "test-model"`, nil},
		{"404 model, Ollama", status(404, `{"error":{"message":"model \"test-model\" not found, try pulling it first","type":"api_error"}}`), ModelNotFound, "try pulling it", nil},
		{"404 path", status(404, "<html>not here</html>"), BadRequest, "usually ends in /v1", nil},
		{"429", status(429, `{"error":{"message":"slow down"}}`), RateLimited, "try again", nil},
		{"429 quota", status(429, `{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}`), RateLimited, "billing", nil},
		{"overlong", status(400, `{"error":{"message":"This model's maximum context length is 4096 tokens","code":"context_length_exceeded"}}`), TooLong, "set the context", nil},
		{"overlong, llama.cpp", status(400, `{"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}}`), TooLong, "set the context", nil},
		{"413", status(413, ""), TooLong, "set the context", nil},
		{"500", status(500, `{"error":"out of memory"}`), Server, "out of memory", nil},
		{"503 with a page", status(503, "<html>"), Server, "status 503", nil},
		{"400", status(400, `{"detail":"temperature must be 1"}`), BadRequest, "temperature must be 1", nil},
		{"redirect elsewhere", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://127.0.0.1:1/x", http.StatusTemporaryRedirect)
		}, BadRequest, "not followed", nil},
		{"a page instead of a stream", status(200, "<html>welcome</html>"), BadResponse, "check the base URL", nil},
		{"no JSON in the stream", status(200, "data: hello\n\n"), BadResponse, "check the base URL", nil},
		{"wrong types", status(200, "data: {\"choices\":7}\n\n"), BadResponse, "check the base URL", nil},
		{"empty answer", status(200, "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"), BadResponse, "empty answer", nil},
		{"closed without a word", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, Cut, "closed the connection", nil},
		{"error in the stream", status(200, "data: {\"error\":{\"message\":\"GPU lost "+key+"\"}}\n\n"), Server, "GPU lost", nil},
		{"error in the stream, other form", status(200, "data: { \"error\": \"GPU lost\"}\n\n"), Server, "GPU lost", nil},
		{"overlong in the stream", status(200, "data: {\"error\":{\"message\":\"context_length_exceeded\"}}\n\n"), TooLong, "set the context", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			change := test.change
			if change == nil {
				change = func(*Config) {}
			}
			c, _ := endpoint(t, test.serve, change)
			_, err := ask(c)
			if KindOf(err) != test.kind || err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("got %s: %v; want %s with %q", KindOf(err), err, test.kind, test.says)
			}
			if s := fmt.Sprintf("%v %+v %v", err, errors.Unwrap(err), c); strings.Contains(s, key) {
				t.Errorf("shows the key: %s", s)
			}
		})
	}
}

func TestNothingListens(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	c := New(Config{BaseURL: "http://me:" + key + "@" + l.Addr().String() + "/v1?key=" + key, Model: "m", APIKey: key})
	_, err = ask(c)
	if KindOf(err) != Refused || !strings.Contains(err.Error(), "nothing listens at http://"+l.Addr().String()) || strings.Contains(fmt.Sprint(err, errors.Unwrap(err)), key) {
		t.Errorf("got %s: %v", KindOf(err), err)
	}
}
