package llm

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
)

func TestStream(t *testing.T) {
	var got map[string]any
	c, _ := endpoint(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer "+key {
			t.Errorf("request to %s with %q", r.URL.Path, r.Header.Get("Authorization"))
		}
		json.NewDecoder(r.Body).Decode(&got)
		io.WriteString(w, ": a comment keeps the stream alive\n\n")
		events(w, "Hel", "lo ", "世界")
		done(w)
	})
	var pieces []string
	text, err := c.Stream(context.Background(), []Message{{"system", "s"}, {"user", "u"}}, 7, func(s string) { pieces = append(pieces, s) })
	if err != nil || text != "Hello 世界" || !slices.Equal(pieces, []string{"Hel", "lo ", "世界"}) {
		t.Errorf("got %q in %q, %v", text, pieces, err)
	}
	if got["stream"] != true || got["max_tokens"] != 7.0 || got["model"] != "test-model" || len(got["messages"].([]any)) != 2 {
		t.Errorf("sent %v", got)
	}
}

func TestCutInTheMiddleKeepsWhatCame(t *testing.T) {
	for name, cut := range map[string]http.HandlerFunc{
		"connection lost": func(w http.ResponseWriter, r *http.Request) { events(w, "one ", "two"); panic(http.ErrAbortHandler) },
		"ended politely":  func(w http.ResponseWriter, r *http.Request) { events(w, "one ", "two") },
		"in the middle of one": func(w http.ResponseWriter, r *http.Request) {
			events(w, "one ", "two")
			io.WriteString(w, `data: {"cho`)
		},
		"DONE only in the text": func(w http.ResponseWriter, r *http.Request) {
			events(w, "one ", "two")
			io.WriteString(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\"}, \"x\":\"\\ndata: [DONE]\"}]}\n")
		},
		"longest length": func(w http.ResponseWriter, r *http.Request) {
			events(w, "one ", "two")
			io.WriteString(w, "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"length\"}]}\n\n")
			done(w)
		},
	} {
		t.Run(name, func(t *testing.T) {
			c, _ := endpoint(t, cut)
			text, err := ask(c)
			if text != "one two" || KindOf(err) != Cut {
				t.Errorf("got %q, %s: %v", text, KindOf(err), err)
			}
		})
	}
}

func TestFinishReasonEndsAStreamWithoutDone(t *testing.T) {
	c, _ := endpoint(t, func(w http.ResponseWriter, r *http.Request) {
		events(w, "all")
		io.WriteString(w, "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n")
	})
	if text, err := ask(c); text != "all" || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
}

// The handler sees its request end, so the endpoint stops computing.
func TestCancelAbortsTheRequest(t *testing.T) {
	aborted := make(chan struct{})
	c, _ := endpoint(t, func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		events(w, "begun")
		<-r.Context().Done()
		close(aborted)
	})
	ctx, cancel := context.WithCancel(context.Background())
	text, err := c.Stream(ctx, []Message{{"user", "x"}}, 0, func(string) { cancel() })
	if text != "begun" || KindOf(err) != Cancelled || !errors.Is(err, context.Canceled) {
		t.Errorf("got %q, %s: %v", text, KindOf(err), err)
	}
	<-aborted
}

func TestThoughtsAreLeftOut(t *testing.T) {
	for _, test := range []struct {
		pieces []string
		want   string
	}{
		{[]string{"<th", "ink>let me", " see</thi", "nk>\n\nyes", " no"}, "yes no"},
		{[]string{"<", "b>"}, "<b>"},
		{[]string{"<thi"}, "<thi"},
		{[]string{"say <think>x</think>"}, "say <think>x</think>"},
	} {
		c, _ := endpoint(t, func(w http.ResponseWriter, r *http.Request) { events(w, test.pieces...); done(w) })
		if text, err := ask(c); text != test.want || err != nil {
			t.Errorf("%q: got %q, %v", test.pieces, text, err)
		}
	}
}

func TestNewerNameOfTheLimit(t *testing.T) {
	c, _ := endpoint(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if strings.Contains(string(body), `"max_tokens"`) {
			w.WriteHeader(400)
			io.WriteString(w, `{"error":{"message":"Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."}}`)
			return
		}
		events(w, "ok")
		done(w)
	})
	if text, err := ask(c); text != "ok" || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
}
