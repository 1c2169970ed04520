package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/sashabaranov/go-openai"

	"github.com/sibyl-ls/sibyl/internal/secret"
)

// Stream sends messages, calls delta for each piece of text and returns the whole. maxTokens bounds the answer; 0 is AnswerTokens.
// When ctx ends, the HTTP request is aborted. On an error, an *Error, the text that was received so far is returned with it.
func (c *Client) Stream(ctx context.Context, m []Message, maxTokens int, delta func(string)) (string, error) {
	if err := c.ready(); err != nil {
		return "", err
	}
	model, err := c.resolveModel(ctx)
	if err != nil {
		return "", err
	}
	if maxTokens <= 0 {
		maxTokens = c.config.AnswerTokens
	}
	ctx, cancel := context.WithCancel(ctx) // so that leaving early aborts the request, whatever go-openai reads on
	defer cancel()
	var end tail
	stream, err := c.open(context.WithValue(ctx, tailKey{}, &end), model, m, maxTokens)
	if err != nil {
		return "", c.classify(ctx, err)
	}
	defer stream.Close()
	return c.receive(ctx, stream, &end, delta)
}

// open starts the request. Some models know the limit of an answer by its newer name only; they say so.
func (c *Client) open(ctx context.Context, model string, m []Message, maxTokens int) (*openai.ChatCompletionStream, error) {
	newer := c.config.openAI() || reasoning(model)
	stream, err := c.api.CreateChatCompletionStream(ctx, chatRequest(model, m, maxTokens, newer))
	var e *Error
	if !newer && errors.As(err, &e) && e.Kind == BadRequest && strings.Contains(e.Message, "max_completion_tokens") {
		return c.api.CreateChatCompletionStream(ctx, chatRequest(model, m, maxTokens, true))
	}
	return stream, err
}

// chatRequest names the limit of the answer max_completion_tokens (newer) or max_tokens, which every local server knows.
func chatRequest(model string, m []Message, maxTokens int, newer bool) openai.ChatCompletionRequest {
	req := openai.ChatCompletionRequest{Model: model}
	for _, msg := range m {
		req.Messages = append(req.Messages, openai.ChatCompletionMessage{Role: msg.Role, Content: secret.Mask(msg.Content)})
	}
	if newer {
		req.MaxCompletionTokens = maxTokens
	} else {
		req.MaxTokens = maxTokens //lint:ignore SA1019 llama.cpp and older servers read no other name
	}
	return req
}

// reasoning reports whether go-openai refuses max_tokens for a model.
func reasoning(model string) bool {
	for _, prefix := range []string{"o1", "o3", "o4", "gpt-5", "gpt-6"} {
		if strings.HasPrefix(model, prefix) {
			return true
		}
	}
	return false
}

// piece is one event of a stream; some servers report a failure inside it.
type piece struct {
	openai.ChatCompletionStreamResponse
	Error json.RawMessage `json:"error"`
}

func (c *Client) receive(ctx context.Context, stream *openai.ChatCompletionStream, end *tail, delta func(string)) (string, error) {
	var text strings.Builder
	thoughts := thoughtFilter{emit: func(s string) {
		text.WriteString(s)
		if delta != nil {
			delta(s)
		}
	}}
	var reason openai.FinishReason
	for {
		raw, err := stream.RecvRaw()
		if err != nil {
			thoughts.close()
			return text.String(), c.ending(ctx, err, reason, end, text.Len())
		}
		var p piece
		if err := json.Unmarshal(raw, &p); err != nil {
			thoughts.close()
			return text.String(), c.classify(ctx, err)
		}
		if len(p.Error) > 0 && string(p.Error) != "null" {
			thoughts.close()
			return text.String(), c.http.statusError(0, fmt.Appendf(nil, `{"error":%s}`, p.Error), 0).inStream()
		}
		for _, choice := range p.Choices {
			if choice.Index == 0 {
				thoughts.write(choice.Delta.Content + choice.Delta.Refusal)
				reason = max(reason, choice.FinishReason)
			}
		}
	}
}

// inStream completes an Error that came without a status, in the middle of a stream.
func (e *Error) inStream() *Error {
	if e.Kind == BadRequest {
		e.Kind = Server
		e.Message = strings.Replace(e.Message, "refuses the request with status 0", "broke off the answer", 1)
	}
	return e
}

// ending says whether a stream that ended was complete.
func (c *Client) ending(ctx context.Context, err error, reason openai.FinishReason, end *tail, length int) error {
	var said *openai.APIError
	switch {
	case errors.As(err, &said):
		body, _ := json.Marshal(map[string]any{"error": map[string]any{"message": said.Message, "code": said.Code, "type": said.Type}})
		return c.http.statusError(0, body, 0).inStream()
	case !errors.Is(err, io.EOF) || ctx.Err() != nil:
		return c.classify(ctx, err)
	case reason == openai.FinishReasonLength:
		return &Error{Kind: Cut, Message: "the answer reached the longest allowed length and stops there: ask for less, or raise the answer's tokens"}
	case reason == openai.FinishReasonContentFilter:
		return &Error{Kind: Cut, Message: fmt.Sprintf("%s stopped the answer by its content filter", c.config.address())}
	case reason == "" && !end.done() && length == 0 && !strings.Contains(string(end.last), "data:"):
		return &Error{Kind: BadResponse, Message: fmt.Sprintf("%s answered without a stream of messages: check the base URL, it usually ends in /v1", c.config.address())}
	case reason == "" && !end.done():
		return c.classify(ctx, io.ErrUnexpectedEOF)
	case length == 0:
		return &Error{Kind: BadResponse, Message: fmt.Sprintf("%s returned an empty answer: try again, or another model", c.config.address())}
	}
	return nil
}

// thoughtFilter leaves out what reasoning models put between <think> and </think> at the start of an answer.
type thoughtFilter struct {
	emit  func(string)
	held  string // start of the answer, while it may still be <think>
	state int    // 0 start, 1 thinking, 2 after
}

func (f *thoughtFilter) write(s string) {
	if s == "" {
		return
	}
	if f.state == 2 {
		f.emit(s)
		return
	}
	f.held += s
	const open, shut = "<think>", "</think>"
	if f.state == 0 {
		start := strings.TrimLeft(f.held, " \n\r\t")
		switch {
		case strings.HasPrefix(start, open):
			f.state, f.held = 1, start[len(open):]
		case !strings.HasPrefix(open, start):
			f.state = 2
			f.flush(f.held)
			return
		}
	}
	if f.state == 1 {
		if _, rest, ok := strings.Cut(f.held, shut); ok {
			f.state = 2
			f.flush(strings.TrimLeft(rest, " \n\r\t"))
		}
	}
}

// close emits a held start that turned out to be text.
func (f *thoughtFilter) close() {
	if f.state == 0 {
		f.flush(f.held)
	}
}

func (f *thoughtFilter) flush(s string) {
	f.held = ""
	if s != "" {
		f.emit(s)
	}
}
