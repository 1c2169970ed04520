package ask

import (
	"context"
	"fmt"
	"strings"

	"github.com/sibyl-ls/sibyl/internal/llm"
	"github.com/sibyl-ls/sibyl/internal/secret"
)

// maxPrompt bounds what one question may cost, in tokens, however large the window: more excerpts than fit into this make answers worse, not better.
const maxPrompt = 24_000

// modelAnswer lets a model write the answer and checks what it cites.
func (w *workspace) modelAnswer(ctx context.Context, client *llm.Client, r Request, snippets []snippet, say *phrases, delta func(string)) (Answer, error) {
	all := w.excerpts(snippets)
	clean := imageFilter{emit: delta}
	var p prompt
	var text string
	var err error
	for window := client.Window(); ; window /= 2 {
		answer := min(client.AnswerTokens(), window/2)
		p = build(r.Question, r.History, all, promptSpace(window, answer), say)
		text, err = client.Stream(ctx, p.messages, answer, clean.write)
		if text != "" || llm.KindOf(err) != llm.TooLong || window < 2048 {
			break
		} // the endpoint runs the model with a smaller window than it is configured with
	}
	clean.close()
	if err != nil && text == "" && llm.KindOf(err) != llm.Cancelled {
		a, digestErr := w.digest(ctx, snippets, say, delta)
		if digestErr != nil {
			return Answer{}, err
		}
		return a, fmt.Errorf("the model did not answer: %w", err)
	}
	a := w.verified(Answer{Model: client.Model(), Sent: p.sent, Tokens: p.tokens}, text, say)
	return a, err
}

// promptSpace returns the tokens of a prompt; a tenth of the window is left free: see llm.EstimateTokens.
func promptSpace(window, answer int) int { return min(window*9/10-answer, maxPrompt) }

// dryRun returns what modelAnswer would send; without a model, what one with the usual window would get.
func (w *workspace) dryRun(client *llm.Client, r Request, snippets []snippet, say *phrases) Answer {
	out := &Prompt{Embedder: w.snap.SendsQuestions()}
	usual := client
	if client == nil {
		usual = llm.New(llm.Config{})
	} else {
		out.Endpoint = client.Endpoint()
	}
	p := build(r.Question, r.History, w.excerpts(snippets), promptSpace(usual.Window(), min(usual.AnswerTokens(), usual.Window()/2)), say)
	for _, m := range p.messages {
		out.Messages = append(out.Messages, llm.Message{Role: m.Role, Content: secret.Mask(m.Content)})
	}
	return Answer{Prompt: out, Sent: p.sent, Tokens: p.tokens}
}

// imageFilter turns images of an answer into links. An editor that shows Markdown fetches images by itself, so a text in the workspace that talks a model
// into writing one could send what the model knows to a stranger's host.
type imageFilter struct {
	emit func(string)
	held bool // a "!" that may start an image
}

func (f *imageFilter) write(s string) {
	if f.held {
		s = "!" + s
	}
	if f.held = strings.HasSuffix(s, "!"); f.held {
		s = s[:len(s)-1]
	}
	if s = strings.ReplaceAll(s, "![", "["); s != "" {
		f.emit(s)
	}
}

func (f *imageFilter) close() {
	if f.held {
		f.held = false
		f.emit("!")
	}
}
