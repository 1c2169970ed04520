package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/sibyl-ls/sibyl/indexer"
	"github.com/sibyl-ls/sibyl/internal/ask"
	"github.com/sibyl-ls/sibyl/internal/config"
	"github.com/sibyl-ls/sibyl/internal/llm"
	"github.com/sibyl-ls/sibyl/server"
)

// answer is what "sibyl ask --json" prints.
type answer struct {
	Answer    string     `json:"answer"`
	Citations []citation `json:"citations"`
	Dropped   int        `json:"dropped"` // citations that the text did not support
	Model     string     `json:"model"`   // "": a digest, no model was asked
}

type citation struct {
	Path   string `json:"path"`
	Start  int    `json:"start"`
	End    int    `json:"end"`
	Symbol string `json:"symbol"`
}

func runAsk(ctx context.Context, c *call) (bool, error) {
	question := strings.TrimSpace(strings.Join(c.args, " "))
	if question == "" {
		return false, usageError{"ask", fmt.Errorf("the question is empty")}
	}
	w, err := c.open(ctx)
	if err != nil {
		return false, err
	}
	defer w.Close()
	streams, streamed := !c.opts.json && isTerminal(c.rawOut), false
	a, askErr := newAsker(c.settings())(ctx, w.snapshot, ask.Request{Question: question, DryRun: c.opts.dryRun}, func(delta string) {
		if streams {
			streamed = true
			c.out.WriteString(delta)
			c.out.Flush()
		}
	})
	if askErr != nil && a.Text == "" {
		return false, askErr
	}
	if c.opts.dryRun {
		return true, c.printPrompt(a)
	}
	out := answer{Answer: a.Text, Citations: []citation{}, Dropped: a.Dropped, Model: a.Model}
	for _, x := range a.Citations {
		out.Citations = append(out.Citations, citation{w.rel(x.Path), x.Start, x.End, x.Symbol})
	}
	if c.opts.json {
		err = c.printJSON(out)
	} else {
		c.printAnswer(out, streamed)
	}
	if askErr != nil {
		err = askErr
	}
	return len(out.Citations) > 0 || out.Model != "", err
}

// printAnswer prints an answer, without its text when that has been streamed.
func (c *call) printAnswer(a answer, streamed bool) {
	if !streamed {
		fmt.Fprint(c.out, a.Answer)
	}
	fmt.Fprintln(c.out)
	if len(a.Citations) > 0 {
		fmt.Fprintf(c.out, "\nCitations\n")
		t := table{}
		for _, x := range a.Citations {
			lines := fmt.Sprintf("%s:%d-%d", x.Path, x.Start, x.End)
			if x.Start == x.End {
				lines = fmt.Sprintf("%s:%d", x.Path, x.Start)
			}
			t.add("  "+lines, x.Symbol)
		}
		t.print(c.out)
	}
	by := "digest: no model was asked"
	if a.Model != "" {
		by = "answered by " + a.Model
	}
	if a.Dropped > 0 {
		by += fmt.Sprintf("; %d wrong left out of the citations", a.Dropped)
	}
	fmt.Fprintf(c.out, "\n— %s\n", by)
}

// prompt is what "sibyl ask --dry-run --json" prints.
type prompt struct {
	Endpoint string        `json:"endpoint"` // "": no model is configured
	Embedder string        `json:"embedder"` // where the question alone would go first; "" nowhere
	Tokens   int           `json:"tokens"`   // estimated from above
	Messages []llm.Message `json:"messages"` // none: the question is answered from the call graph
}

func (c *call) printPrompt(a ask.Answer) error {
	out := prompt{Tokens: a.Tokens, Messages: []llm.Message{}}
	if a.Prompt != nil {
		out.Endpoint, out.Embedder, out.Messages = a.Prompt.Endpoint, a.Prompt.Embedder, a.Prompt.Messages
	}
	switch {
	case c.opts.json:
		return c.printJSON(out)
	case a.Prompt == nil:
		fmt.Fprintln(c.out, "Nothing would be sent: the question is answered from the call graph.")
	case out.Endpoint == "":
		fmt.Fprintf(c.out, "Nothing would be sent: no model is configured. With one it would be this, at most %d tokens:\n", out.Tokens)
	default:
		fmt.Fprintf(c.out, "To %s would be sent, at most %d tokens:\n", out.Endpoint, out.Tokens)
	}
	if out.Embedder != "" {
		fmt.Fprintf(c.out, "The question alone would go to the embedder %s first; here the places were chosen by words.\n", out.Embedder)
	}
	for _, m := range out.Messages {
		fmt.Fprintf(c.out, "\n--- %s\n%s\n", m.Role, m.Content)
	}
	return nil
}

// newAsker returns what answers questions under some settings, for the command line and the server.
func newAsker(s config.Config) server.Asker {
	model := newLLM(s.LLM)
	return func(ctx context.Context, snap *indexer.Snapshot, r ask.Request, delta func(string)) (ask.Answer, error) {
		return ask.Reply(ctx, snap, model, r, delta)
	}
}
