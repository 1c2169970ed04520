package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
	"time"

	"github.com/sibyl-ls/sibyl/internal/secret"
)

// Kind says what went wrong.
type Kind string

// The kinds of failures.
const (
	MissingKey    Kind = "missing key"
	Refused       Kind = "refused" // no connection: nothing listens, unknown host, TLS
	Unauthorized  Kind = "unauthorized"
	ModelNotFound Kind = "model not found"
	RateLimited   Kind = "rate limited"
	TooLong       Kind = "too long"
	Cut           Kind = "cut"    // the answer ended before its end
	Silent        Kind = "silent" // nothing came for the time of Config.Timeout
	Cancelled     Kind = "cancelled"
	BadRequest    Kind = "bad request" // the endpoint refuses the request for another reason
	BadResponse   Kind = "bad response"
	Server        Kind = "server error"
)

// Error is a failure of an endpoint. Message is for the user, says what to do and holds no secret.
type Error struct {
	Kind    Kind
	Status  int // of HTTP; 0 when there was no answer
	Message string
	Err     error // the cause, without secrets; may be nil
}

func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// KindOf returns the Kind of err; "" when it is none of this package.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return ""
}

// statusError makes an Error of an HTTP status and the body that came with it.
func (t *transport) statusError(status int, body []byte, retryAfter time.Duration) *Error {
	said, code := t.config.explain(body)
	e := &Error{Status: status}
	where := t.config.address()
	name := t.config.Model
	quote := ""
	if said != "" {
		quote = " (it says: " + said + ")"
	}
	lower := strings.ToLower(said + " " + code)
	switch {
	case tooLong(status, lower):
		e.Kind, e.Message = TooLong, fmt.Sprintf("the prompt is longer than the model's window%s: set the context to what the endpoint really runs, now %d tokens", quote, t.config.Context)
	case status == http.StatusUnauthorized && t.config.APIKey == "":
		e.Kind, e.Message = MissingKey, fmt.Sprintf("%s wants a key and none is set%s: set the endpoint's API key", where, quote)
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		e.Kind, e.Message = Unauthorized, fmt.Sprintf("%s refuses the key (status %d)%s: check the API key and what it may use", where, status, quote)
	case modelMissing(status, lower):
		e.Kind, e.Message = ModelNotFound, fmt.Sprintf("%s has no model %q%s: set the model to one that it offers", where, name, quote)
	case status == http.StatusNotFound || status == http.StatusMethodNotAllowed:
		e.Kind, e.Message = BadRequest, fmt.Sprintf("%s answers with status %d%s: check the base URL, it usually ends in /v1", where, status, quote)
	case status == http.StatusTooManyRequests && strings.Contains(lower, "quota"):
		e.Kind, e.Message = RateLimited, fmt.Sprintf("the quota at %s is used up%s: check plan and billing", where, quote)
	case status == http.StatusTooManyRequests:
		e.Kind, e.Message = RateLimited, fmt.Sprintf("%s receives too many requests%s: try again %s", where, quote, in(retryAfter))
	case status >= 500:
		e.Kind, e.Message = Server, fmt.Sprintf("%s failed with status %d%s: try again %s, or look at the endpoint's log", where, status, quote, in(retryAfter))
	case status >= 300 && status < 400:
		e.Kind, e.Message = BadRequest, fmt.Sprintf("%s redirects to another address, which is not followed: set the base URL to where it really is", where)
	default:
		e.Kind, e.Message = BadRequest, fmt.Sprintf("%s refuses the request with status %d%s", where, status, quote)
	}
	return e
}

func in(d time.Duration) string {
	if d <= 0 {
		return "later"
	}
	return "in " + d.Round(time.Second).String()
}

func tooLong(status int, said string) bool {
	if status == http.StatusRequestEntityTooLarge {
		return true
	}
	if status != http.StatusBadRequest && status != http.StatusUnprocessableEntity && status != 0 && status != http.StatusInternalServerError {
		return false
	}
	for _, sign := range []string{"context_length_exceeded", "exceed_context_size", "maximum context length", "context window", "context size",
		"context length", "context limit", "prompt is too long", "input is too long", "too many tokens", "maximum input length", "larger than the max context"} {
		if strings.Contains(said, sign) {
			return true
		}
	}
	return false
}

func modelMissing(status int, said string) bool {
	if strings.Contains(said, "model_not_found") {
		return true
	}
	return (status == http.StatusNotFound || status == http.StatusBadRequest) && strings.Contains(said, "model") &&
		(strings.Contains(said, "not found") || strings.Contains(said, "does not exist") || strings.Contains(said, "not exist") || strings.Contains(said, "unknown model"))
}

// explain takes the message and the code out of an error's body: {"error":{"message","code"}}, {"error":"…"}, {"message":"…"}, {"detail":…}.
func (c Config) explain(body []byte) (said, code string) {
	var outer struct {
		Error   json.RawMessage
		Message json.RawMessage
		Detail  json.RawMessage
		Object  string
		Code    any
	}
	if json.Unmarshal(body, &outer) != nil {
		return "", "" // an HTML page helps nobody
	}
	var inner struct {
		Message string
		Type    string
		Code    any
	}
	switch {
	case json.Unmarshal(outer.Error, &inner) == nil && inner.Message != "":
		said, code = inner.Message, fmt.Sprint(inner.Code, " ", inner.Type)
	case json.Unmarshal(outer.Error, &said) == nil && said != "":
	case json.Unmarshal(outer.Message, &said) == nil && said != "":
		code = fmt.Sprint(outer.Code)
	default:
		said = string(outer.Detail)
	}
	return c.clean(said), code
}

// clean makes a text of the endpoint fit for a message: one line, not long, without the key.
func (c Config) clean(s string) string {
	if c.APIKey != "" {
		s = strings.ReplaceAll(s, c.APIKey, "***")
	}
	s = strings.Join(strings.Fields(secret.Mask(s)), " ")
	if len(s) > 300 {
		s = strings.ToValidUTF8(s[:300], "") + "…"
	}
	return s
}

// classify makes an *Error of whatever go-openai or the transport returned.
func (c *Client) classify(ctx context.Context, err error) error {
	var e *Error
	var op *net.OpError
	var dns *net.DNSError
	where := c.config.address()
	cause := errors.New(c.config.clean(stripURL(err)))
	switch {
	case errors.As(err, &e):
		return e
	case errors.Is(err, errSilent):
		return &Error{Kind: Silent, Message: fmt.Sprintf("%s sent nothing for %s: is the model still being loaded? Try again, or raise the timeout", where, c.config.Timeout), Err: errSilent}
	case ctx.Err() != nil:
		return &Error{Kind: Cancelled, Message: "cancelled", Err: ctx.Err()}
	case errors.As(err, &dns):
		return &Error{Kind: Refused, Message: fmt.Sprintf("the host of %s is unknown: check the base URL and the network", where), Err: cause}
	case errors.Is(err, syscall.ECONNREFUSED):
		return &Error{Kind: Refused, Message: fmt.Sprintf("nothing listens at %s: start the endpoint or correct the base URL", where), Err: syscall.ECONNREFUSED}
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return &Error{Kind: Cut, Message: fmt.Sprintf("%s closed the connection before the answer was complete: try again, or look at the endpoint's log", where), Err: cause}
	case errors.As(err, &op):
		return &Error{Kind: Refused, Message: fmt.Sprintf("no connection to %s: %s", where, cause), Err: cause}
	case isJSON(err):
		return &Error{Kind: BadResponse, Message: fmt.Sprintf("%s does not answer as an OpenAI-compatible endpoint does (%s): check the base URL", where, cause), Err: cause}
	}
	return &Error{Kind: Refused, Message: fmt.Sprintf("the request to %s failed: %s", where, cause), Err: cause}
}

func isJSON(err error) bool {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	return errors.As(err, &syntax) || errors.As(err, &kind)
}
