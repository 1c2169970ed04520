package llm

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// fired is a timer that fires when the test says so.
type fired struct{ resets atomic.Int32 }

func (f *fired) Reset(time.Duration) bool { f.resets.Add(1); return true }

func (f *fired) Stop() bool { return true }

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
