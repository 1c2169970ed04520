package llm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const (
	maxAttempts = 5
	maxWait     = time.Minute // a longer Retry-After is told to the user instead of waited for
	maxBody     = 64 << 20    // no answer is larger
)

var errSilent = errors.New("the endpoint is silent")

// transport sends requests: it retries 429 and 5xx, gives up on silence, and turns failure statuses into *Error.
type transport struct {
	config Config
	client *http.Client
	wait   func(context.Context, time.Duration) error
	after  func(time.Duration, func()) timer
}

// timer is what this file needs of *time.Timer; tests fire their own.
type timer interface {
	Reset(time.Duration) bool
	Stop() bool
}

func newTransport(c Config) *transport {
	return &transport{config: c, wait: sleep, client: &http.Client{CheckRedirect: sameHost},
		after: func(d time.Duration, f func()) timer { return time.AfterFunc(d, f) }}
}

// sameHost follows redirects within the host only: prompts and keys go to the host that was configured.
func sameHost(req *http.Request, via []*http.Request) error {
	if req.URL.Host != via[0].URL.Host || req.URL.Scheme != via[0].URL.Scheme || req.Method != via[0].Method || len(via) > 5 {
		return http.ErrUseLastResponse
	}
	return nil
}

// Do sends req, again if the endpoint is busy or broken. The body of the response ends with errSilent when nothing comes for the timeout.
func (t *transport) Do(req *http.Request) (*http.Response, error) {
	for attempt := 1; ; attempt++ {
		resp, err := t.once(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode >= 200 && resp.StatusCode < 300 {
			return resp, nil
		}
		body, _ := io.ReadAll(io.LimitReader(resp.Body, 64<<10)) // what there is of it; the status says enough
		resp.Body.Close()
		after, told := retryAfter(resp.Header, time.Now())
		failure := t.statusError(resp.StatusCode, body, after)
		if !retryable(failure) || attempt == maxAttempts || after > maxWait || req.GetBody == nil && req.Body != nil {
			return nil, failure
		}
		if !told {
			after = backOff(attempt)
		}
		if err := t.wait(req.Context(), after); err != nil {
			return nil, err
		}
		if req.GetBody != nil {
			if req.Body, err = req.GetBody(); err != nil {
				return nil, fmt.Errorf("send the request again: %w", err)
			}
		}
	}
}

func (t *transport) once(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(req.Context())
	timer := t.after(t.config.Timeout, func() { cancel(errSilent) })
	resp, err := t.client.Do(req.WithContext(ctx))
	if err != nil {
		timer.Stop()
		silent := errors.Is(context.Cause(ctx), errSilent)
		cancel(nil)
		if silent {
			return nil, errSilent
		}
		return nil, err
	}
	timer.Reset(t.config.Timeout)
	end, _ := ctx.Value(tailKey{}).(*tail)
	resp.Body = &watchedBody{body: resp.Body, left: maxBody, ctx: ctx, cancel: cancel, timer: timer, timeout: t.config.Timeout, tail: end}
	return resp, nil
}

// watchedBody restarts the timer at every read and remembers the last bytes.
type watchedBody struct {
	body    io.ReadCloser
	left    int64
	ctx     context.Context
	cancel  context.CancelCauseFunc
	timer   timer
	timeout time.Duration
	tail    *tail // nil: nobody wants to know
}

// tail is the last bytes of a body. go-openai ends a stream with io.EOF both at "data: [DONE]" and where the connection
// is closed in the middle; only the bytes tell them apart.
type tail struct{ last []byte }

type tailKey struct{}

func (t *tail) add(p []byte) {
	t.last = append(t.last, p...)
	if n := len(t.last); n > 64 {
		t.last = append(t.last[:0], t.last[n-64:]...)
	}
}

// done reports whether the stream said that it is complete. A newline inside a message is escaped, so no text can look like this.
func (t *tail) done() bool {
	line := bytes.TrimSpace(t.last)
	line = line[bytes.LastIndexByte(line, '\n')+1:]
	rest, ok := bytes.CutPrefix(line, []byte("data:"))
	return ok && string(bytes.TrimSpace(rest)) == "[DONE]"
}

func (b *watchedBody) Read(p []byte) (int, error) {
	n, err := b.body.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, &Error{Kind: BadResponse, Message: "the endpoint's answer does not end: it is larger than any answer may be"}
	}
	if b.tail != nil {
		b.tail.add(p[:n])
	}
	if n > 0 {
		b.timer.Reset(b.timeout)
	}
	if err != nil && err != io.EOF && errors.Is(context.Cause(b.ctx), errSilent) {
		err = errSilent
	}
	return n, err
}

func (b *watchedBody) Close() error {
	b.timer.Stop()
	b.cancel(nil)
	return b.body.Close()
}

func retryable(e *Error) bool {
	switch e.Kind {
	case RateLimited:
		return !bytes.Contains([]byte(e.Message), []byte("quota"))
	case Server:
		return e.Status != http.StatusNotImplemented
	}
	return false
}

// backOff doubles from half a second, with jitter so that many clients do not come back at once.
func backOff(attempt int) time.Duration {
	base := 500 * time.Millisecond << (attempt - 1)
	return base/2 + rand.N(base)
}

// retryAfter reads the header: seconds or a date (RFC 9110, 10.2.3). told is false without one that can be read.
func retryAfter(h http.Header, now time.Time) (after time.Duration, told bool) {
	v := h.Get("Retry-After")
	if seconds, err := strconv.ParseFloat(v, 64); err == nil && seconds >= 0 {
		return time.Duration(min(seconds, 1e9) * float64(time.Second)), true
	}
	if date, err := http.ParseTime(v); err == nil {
		return max(date.Sub(now), 0), true
	}
	return 0, false
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// stripURL returns the text of err without the URL that net/http puts in front, which may hold a password.
func stripURL(err error) string {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err.Error()
	}
	return err.Error()
}
