package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
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
		{"redirect elsewhere", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "http://127.0.0.1:1/x", 307) }, BadRequest, "not followed", nil},
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

// fired is a timer that fires when the test says so.
type fired struct{ resets atomic.Int32 }

func (f *fired) Reset(time.Duration) bool { f.resets.Add(1); return true }
func (f *fired) Stop() bool               { return true }

func TestSilence(t *testing.T) {
	for _, begun := range []string{"", "begun"} {
		arrived := make(chan struct{})
		c, _ := endpoint(t, func(w http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			if begun != "" {
				events(w, begun)
			}
			close(arrived)
			<-r.Context().Done()
		})
		fire, clock := make(chan func(), 1), &fired{}
		c.http.after = func(_ time.Duration, f func()) timer {
			fire <- f
			return clock
		}
		if begun == "" {
			go func() { <-arrived; (<-fire)() }()
		}
		text, err := c.Stream(context.Background(), []Message{{"user", "x"}}, 0, func(string) { (<-fire)() })
		if text != begun || KindOf(err) != Silent {
			t.Errorf("got %q, %s: %v", text, KindOf(err), err)
		}
		if begun != "" && clock.resets.Load() < 2 {
			t.Errorf("the timer was not restarted by what came: %d", clock.resets.Load())
		}
	}
}

func TestRetries(t *testing.T) {
	date := time.Now().Add(40 * time.Second).UTC().Format(http.TimeFormat)
	for _, test := range []struct {
		name, after   string
		status, fails int
		calls         int32
		least, most   time.Duration // of the first wait
		kind          Kind
	}{
		{"seconds", "3", 429, 2, 3, 3 * time.Second, 3 * time.Second, ""},
		{"a date", date, 429, 1, 2, 35 * time.Second, 41 * time.Second, ""},
		{"at once", "0", 503, 1, 2, 0, 0, ""},
		{"own back-off", "", 500, 1, 2, 250 * time.Millisecond, time.Second, ""},
		{"nonsense", "soon", 502, 1, 2, 250 * time.Millisecond, time.Second, ""},
		{"for ever", "1", 429, 99, maxAttempts, time.Second, time.Second, RateLimited},
		{"too long to wait", "3600", 429, 99, 1, 0, 0, RateLimited},
		{"not for 400", "", 400, 1, 1, 0, 0, BadRequest},
		{"not for 501", "", 501, 1, 1, 0, 0, Server},
	} {
		t.Run(test.name, func(t *testing.T) {
			var calls atomic.Int32
			c, waits := endpoint(t, func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				if !strings.Contains(string(body), "hello") {
					t.Error("the request came again without its body")
				}
				if int(calls.Add(1)) <= test.fails {
					w.Header().Set("Retry-After", test.after)
					w.WriteHeader(test.status)
					return
				}
				events(w, "ok")
				done(w)
			})
			_, err := ask(c)
			if KindOf(err) != test.kind || (err == nil) != (test.kind == "") || calls.Load() != test.calls {
				t.Errorf("%d calls, %v; want %d", calls.Load(), err, test.calls)
			}
			if len(*waits) != int(test.calls)-1 {
				t.Fatalf("waited %v", *waits)
			}
			if len(*waits) > 0 && ((*waits)[0] < test.least || (*waits)[0] > test.most) {
				t.Errorf("waited %v, want %v to %v", (*waits)[0], test.least, test.most)
			}
			if test.name == "too long to wait" && !strings.Contains(err.Error(), "in 1h0m0s") {
				t.Errorf("does not say how long: %v", err)
			}
		})
	}
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

func TestKeysInTextsAreBlanked(t *testing.T) {
	pem := "a\n-----BEGIN RSA PRIVATE KEY-----\nMIIabc\nxyz\n-----END RSA PRIVATE KEY-----\nb"
	got := Redact(pem)
	if strings.Contains(got, "MIIabc") || strings.Count(got, "\n") != strings.Count(pem, "\n") || !strings.HasSuffix(got, "\nb") {
		t.Errorf("got %q", got)
	}
	for _, secret := range []string{key, "AKIAIOSFODNN7EXAMPLE", "ghp_" + strings.Repeat("a1", 18), "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc_DEF-123"} {
		if got := Redact(`token = "` + secret + `"`); got != `token = "[redacted]"` {
			t.Errorf("got %s", got)
		}
	}
	for _, plain := range []string{"task-force", "risk-assessment-of-everything-else", "AKIA", "sk-learn"} {
		if got := Redact(plain); got != plain {
			t.Errorf("%s became %s", plain, got)
		}
	}
	c, _ := endpoint(t, func(w http.ResponseWriter, r *http.Request) {
		if body, _ := io.ReadAll(r.Body); strings.Contains(string(body), key) {
			t.Error("a key was sent in a text")
		}
		io.WriteString(w, `{"data":[{"index":0,"embedding":[1]}]}`)
	})
	if _, err := c.Embed(context.Background(), "", 0, []string{key}); err != nil {
		t.Error(err)
	}
}

func TestEmbed(t *testing.T) {
	for _, test := range []struct {
		name, body string
		kind       Kind
		first      float32
	}{
		{"in order of their numbers", `{"data":[{"index":1,"embedding":[2,0]},{"index":0,"embedding":[1,0]}]}`, "", 1},
		{"unnumbered", `{"data":[{"embedding":[1,0]},{"embedding":[2,0]}]}`, "", 1},
		{"too few", `{"data":[{"index":0,"embedding":[1]}]}`, BadResponse, 0},
		{"twice the same", `{"data":[{"index":1,"embedding":[1]},{"index":1,"embedding":[1]}]}`, BadResponse, 0},
		{"out of range", `{"data":[{"index":0,"embedding":[1]},{"index":2,"embedding":[1]}]}`, BadResponse, 0},
		{"empty vector", `{"data":[{"index":0,"embedding":[]},{"index":1,"embedding":[]}]}`, BadResponse, 0},
		{"different lengths", `{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1,2]}]}`, BadResponse, 0},
		{"text instead of numbers", `{"data":[{"index":0,"embedding":["x"]}]}`, BadResponse, 0},
		{"no JSON", `<html>`, BadResponse, 0},
		{"half an answer", `{"data":[{"index":0,"embedd`, Cut, 0},
	} {
		c, _ := endpoint(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, test.body) })
		v, err := c.Embed(context.Background(), "", 0, []string{"a", "b"})
		if KindOf(err) != test.kind || err == nil && (len(v) != 2 || v[0][0] != test.first) {
			t.Errorf("%s: got %v, %s: %v", test.name, v, KindOf(err), err)
		}
	}
}

// The counts are the larger of those that the vocabularies cl100k and o200k give.
func TestEstimateTokensIsNeverBelow(t *testing.T) {
	for _, test := range []struct {
		text string
		most int
	}{
		{"哪个函数负责验证用户的令牌，并且在令牌过期之后重新登录？请说明调用关系，以及配置文件中的超时时间是如何读取的。", 52},
		{"この関数はユーザーのトークンを検証し、期限切れの場合は再ログインします。設定ファイルのタイムアウト値はどこで読み込まれますか。", 65},
		{"이 함수는 사용자의 토큰을 확인하고 만료된 경우 다시 로그인합니다.", 26},
		{"Эта функция проверяет токен пользователя и повторяет вход после его истечения.", 26},
		{"😀🎉🚀👩‍💻🇩🇪✨🔥 → ≤ ∀x∈ℝ ─── ███", 39},
		{"deadbeef0123456789abcdeffedcba98765432100a1b2c3d4e5f60718293a4b5c6d7e8f9", 43},
		{strings.Repeat("}\n\t\t\treturn err\n", 20), 100},
		{strings.Repeat("                                    x = 1\n", 10), 60},
		{"", 0},
	} {
		if got := EstimateTokens(test.text); got < test.most || got > 3*test.most {
			t.Errorf("%.20q: estimate %d, a model makes %d", test.text, got, test.most)
		}
	}
	if a, b := EstimateTokens("parseHTTPServerURL"), EstimateTokens("parse HTTP Server URL"); a != b {
		t.Errorf("pieces of an identifier: %d, %d", a, b)
	}
}
