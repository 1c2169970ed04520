package server

import (
	"context"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/sibyl-ls/sibyl/internal/ask"
	"github.com/sibyl-ls/sibyl/internal/fact"
)

// askParams are the params of sibyl/ask.
type askParams struct {
	Question           string                           `json:"question"`
	TextDocument       *protocol.TextDocumentIdentifier `json:"textDocument"`
	Range              *protocol.Range                  `json:"range"`
	Conversation       string                           `json:"conversation"` // of an earlier answer, to go on with it
	DryRun             bool                             `json:"dryRun"`       // show what would be sent instead of sending it
	Show               bool                             `json:"show"`         // open the answer as a document
	Written            *writtenAnswer                   `json:"written"`      // check this answer instead of making one
	PartialResultToken protocol.ProgressToken           `json:"partialResultToken"`
	WorkDoneToken      protocol.ProgressToken           `json:"workDoneToken"`
}

// writtenAnswer is what a model of the client's answered to the messages of a dry run.
type writtenAnswer struct {
	Answer string `json:"answer"`
	Model  string `json:"model"`
}

// askResult is the answer of sibyl/ask.
type askResult struct {
	Answer       string     `json:"answer"`
	Citations    []citation `json:"citations"`
	Dropped      int        `json:"dropped"` // citations that the text did not support
	Conversation string     `json:"conversation"`
	Model        string     `json:"model"`            // "": put together without a model
	Error        string     `json:"error,omitempty"`  // why the answer ends early
	Prompt       *prompt    `json:"prompt,omitempty"` // of a dry run
}

// prompt is what a question would send; its messages are empty when it is answered here.
type prompt struct {
	Endpoint string    `json:"endpoint"` // model and host; "": no model is configured, nothing is sent
	Embedder string    `json:"embedder"` // where the question alone would go first; "" nowhere
	Tokens   int       `json:"tokens"`   // estimated from above
	Messages []message `json:"messages"`
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type citation struct {
	URI    uri.URI        `json:"uri"`
	Range  protocol.Range `json:"range"`
	Symbol string         `json:"symbol"`
	Path   string         `json:"path"`
	Start  int            `json:"start"` // lines, 1-based, inclusive
	End    int            `json:"end"`
}

// delta is a piece of an answer, sent on partialResultToken.
type delta struct {
	Delta string `json:"delta"`
}

// answer answers a question. Its text streams where the client gives a token; cancelling the request ends the model's.
func answer(ctx context.Context, v *view, p *askParams) (*askResult, error) {
	if p.Question == "" {
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, "the question is empty")
	}
	if v.snap == nil || v.settings.ask == nil {
		return nil, failed("questions cannot be answered: no workspace is open")
	}
	s := v.server
	ctx, done := s.calls.cancellable(ctx, p.WorkDoneToken)
	defer done()
	if p.WorkDoneToken != nil {
		s.report(p.WorkDoneToken, &protocol.WorkDoneProgressBegin{Kind: "begin", Title: "Answering", Cancellable: ptr(true)})
		defer s.endProgress(p.WorkDoneToken, "done")
	}
	r, err := v.question(ctx, p)
	if err != nil {
		return nil, err
	}
	talk := s.talks.resume(p.Conversation)
	r.History = talk.history()
	a, err := v.settings.ask(ctx, v.snap, r, func(text string) {
		if p.PartialResultToken != nil && ctx.Err() == nil {
			s.report(p.PartialResultToken, delta{text})
		}
	})
	if err != nil && (a.Text == "" || ctx.Err() != nil) {
		return nil, err
	}
	out := &askResult{Answer: a.Text, Citations: v.citations(a), Dropped: a.Dropped, Conversation: talk.id, Model: a.Model}
	if p.DryRun {
		out.Prompt = promptOf(a)
		return out, nil
	}
	if err != nil {
		out.Error = err.Error()
	}
	if p.Show {
		s.show(ctx, out.page())
	}
	talk.add(ask.Turn{Question: p.Question, Answer: a.Text, Subject: a.Subject, Private: a.Private})
	return out, nil
}

func promptOf(a ask.Answer) *prompt {
	out := &prompt{Messages: []message{}, Tokens: a.Tokens}
	if a.Prompt == nil { // answered from the call graph
		return out
	}
	out.Endpoint, out.Embedder = a.Prompt.Endpoint, a.Prompt.Embedder
	for _, m := range a.Prompt.Messages {
		out.Messages = append(out.Messages, message{m.Role, m.Content})
	}
	return out
}

// question converts params; a range without a selection is the file.
func (v *view) question(ctx context.Context, p *askParams) (ask.Request, error) {
	r := ask.Request{Question: p.Question, DryRun: p.DryRun}
	if p.Written != nil {
		r.Written = &ask.Written{Text: p.Written.Answer, Model: p.Written.Model}
	}
	if p.TextDocument == nil {
		return r, nil
	}
	f, err := v.file(ctx, "ask", p.TextDocument.URI)
	if f == nil {
		return r, err
	}
	r.Path = f.Path
	if p.Range != nil {
		r.Range = v.offsets(f, *p.Range)
	}
	return r, nil
}

func (v *view) citations(a ask.Answer) []citation {
	out := []citation{}
	g, err := v.graph(context.Background()) // the snapshot's documents are parsed: this does not wait
	if err != nil {
		return out
	}
	for _, c := range a.Citations {
		f := g.File(c.Path)
		if f == nil {
			continue
		}
		out = append(out, citation{
			URI: uriOf(f), Range: v.rangeIn(f, fact.Range(c.Range)), Symbol: c.Symbol, Path: v.snap.Rel(c.Path), Start: c.Start, End: c.End,
		})
	}
	return out
}
