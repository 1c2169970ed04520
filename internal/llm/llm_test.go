package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

const key = "sk-test-0123456789abcdefghij"

// endpoint starts a server on the loopback and returns a Client of it that does not wait between attempts but notes how long it would.
func endpoint(t *testing.T, h http.HandlerFunc, change ...func(*Config)) (*Client, *[]time.Duration) {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	config := Config{BaseURL: server.URL + "/v1", Model: "test-model", APIKey: key}
	for _, f := range change {
		f(&config)
	}
	c := New(config)
	waits := &[]time.Duration{}
	c.http.wait = func(ctx context.Context, d time.Duration) error {
		*waits = append(*waits, d)
		return ctx.Err()
	}
	return c, waits
}

// events writes messages as an endpoint streams them.
func events(w http.ResponseWriter, pieces ...string) {
	w.Header().Set("Content-Type", "text/event-stream")
	for _, p := range pieces {
		fmt.Fprintf(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":%q}}]}\n\n", p)
	}
	w.(http.Flusher).Flush()
}

func done(w http.ResponseWriter) { io.WriteString(w, "data: [DONE]\n\n") }

func ask(c *Client) (string, error) {
	return c.Stream(context.Background(), []Message{{"user", "hello"}}, 10, nil)
}

func TestNothingIsSentUnlessConfigured(t *testing.T) {
	if (Config{APIKey: key}).Enabled() {
		t.Error("a key alone turns it on")
	}
	for _, test := range []struct {
		config Config
		kind   Kind
	}{{Config{APIKey: key}, BadRequest}, {Config{Model: "m"}, MissingKey}} {
		c := New(test.config)
		c.http.client.Transport = noNetwork{t}
		if _, err := ask(c); KindOf(err) != test.kind {
			t.Errorf("Stream: %v", err)
		}
		if _, err := c.Embed(context.Background(), "", 0, []string{"x"}); KindOf(err) != test.kind {
			t.Errorf("Embed: %v", err)
		}
	}
}

type noNetwork struct{ t *testing.T }

func (n noNetwork) RoundTrip(r *http.Request) (*http.Response, error) {
	n.t.Errorf("a request to %s", r.URL)
	return nil, errors.New("no network here")
}

func TestPrintedConfigHasNoKey(t *testing.T) {
	c := Config{BaseURL: "https://u:" + key + "@h/v1", APIKey: key}
	js, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{fmt.Sprintf("%v", c), fmt.Sprintf("%+v", &c), fmt.Sprintf("%#v", c), fmt.Sprintf("%d", c), fmt.Sprintf("%v", New(c)), string(js)} {
		if strings.Contains(s, key) {
			t.Errorf("shows the key: %s", s)
		}
	}
}

func TestTheEndpointNamesItsOnlyModel(t *testing.T) {
	for models, want := range map[string]string{`{"id":"only"}`: "only", `{"id":"a"},{"id":"b"}`: "", ``: ""} {
		c, _ := endpoint(t, func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/models") {
				fmt.Fprintf(w, `{"data":[%s]}`, models)
				return
			}
			events(w, "ok")
			done(w)
		}, func(c *Config) { c.Model = "" })
		_, err := ask(c)
		if c.Model() != want || (err == nil) != (want != "") {
			t.Errorf("%s: model %q, %v", models, c.Model(), err)
		}
		if want == "" && KindOf(err) != ModelNotFound {
			t.Errorf("%s: %v", models, err)
		}
	}
}
