// Package ask answers a question about a workspace: from the call graph where the question is about calls, else by
// retrieving the places that matter and letting a model write, or, without a model, by a digest of these places.
//
// Invariant: no citation is returned that was not checked against the text it is said to support. What is sent to a model is the
// question, the conversation and snippets of the workspace, fenced as data; what the snippets say changes none of it.
package ask

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/sibyl-ls/sibyl/indexer"
	"github.com/sibyl-ls/sibyl/internal/fact"
	"github.com/sibyl-ls/sibyl/internal/llm"
)

// Request is a question.
type Request struct {
	Question string
	Path     string     // absolute path of the document that it is about; "" none
	Range    fact.Range // what is selected there; zero: nothing
	History  []Turn     // earlier turns of the conversation, oldest first; only the last few are used
	DryRun   bool       // nothing is sent: the answer shows what would be
	Written  *Written   // an answer that exists already: it is checked, no other is made
}

// Written is what a model of the client's answered to the prompt of a dry run.
type Written struct{ Text, Model string }

// Turn is an earlier question with its answer.
type Turn struct {
	Question, Answer string
	Subject          string // see Answer
	Private          bool   // see Answer
}

// Answer is what came of a question. Text is Markdown; its citations have the form [path:start-end] or [path:line] with
// paths as indexer.Snapshot.Rel gives them.
type Answer struct {
	Text      string
	Citations []Citation // those that hold, each once, in the order of the text
	Dropped   int        // citations that the cited text does not support; Text marks them
	Model     string     // "": no model took part
	Sent      []Place    // what of the workspace was sent to the model
	Tokens    int        // of the prompt, estimated from above; 0 when nothing was sent
	Subject   string     // what it is about, as graph.Lookup takes it ("path:line"), for "who calls it?"; "" nothing in particular
	Private   bool       // it shows text of files that must not be sent: no later question may send it along
	Prompt    *Prompt    // of a dry run
}

// Prompt is what would be sent.
type Prompt struct {
	Endpoint string        // model and host; "" where no model is configured
	Messages []llm.Message // secrets masked, as they would be
	Embedder string        // where the question itself would go first; "" nowhere
}

// Place is a range of lines of a file, 1-based, inclusive.
type Place struct {
	Path       string // absolute, slash-separated
	Start, End int
}

// Citation is a place that supports what is said before it.
type Citation struct {
	Path       string     // absolute, slash-separated
	Range      fact.Range // bytes of the lines
	Start, End int        // lines, 1-based, inclusive
	Symbol     string     // qualified name of the definition around it; "" outside
}

// maxQuestion is the most bytes of a question; more is a file that was pasted by accident.
const maxQuestion = 20_000

// maxWritten is the most bytes of a written answer.
const maxWritten = 200_000

// Reply answers a question. client nil means without a model. delta, which may be nil, gets each piece of text as it is made; the
// pieces together are the text before its citations are checked, so show Text in the end.
//
// On an error of the model the part that was received is returned with it, checked; if nothing was received, a digest.
func Reply(ctx context.Context, snap *indexer.Snapshot, client *llm.Client, r Request, delta func(string)) (Answer, error) {
	r.Question = strings.TrimSpace(r.Question)
	switch {
	case r.Question == "":
		return Answer{}, errors.New("the question is empty")
	case len(r.Question) > maxQuestion:
		return Answer{}, fmt.Errorf("the question has %d bytes, more than %d: ask less at once", len(r.Question), maxQuestion)
	case r.Written != nil && len(r.Written.Text) > maxWritten:
		return Answer{}, fmt.Errorf("the answer has %d bytes, more than %d: it cannot be checked", len(r.Written.Text), maxWritten)
	}
	if delta == nil {
		delta = func(string) {}
	}
	w, err := open(ctx, snap)
	if err != nil {
		return Answer{}, fmt.Errorf("answer: %w", err)
	}
	w.sends = client != nil || r.DryRun || r.Written != nil
	a, err := w.reply(ctx, client, r, delta)
	a.Private = a.Private || w.showsPrivate(a.Citations)
	return a, err
}

func (w *workspace) reply(ctx context.Context, client *llm.Client, r Request, delta func(string)) (Answer, error) {
	say := phrasesFor(r.Question)
	subject := w.subject(r)
	if q, ok := routeAbout(r.Question, subject != ""); ok && r.Written == nil {
		if a, ok, err := w.graphAnswer(ctx, q, subject, say, delta); ok || err != nil {
			return a, err
		}
	}
	places, err := w.retrieve(ctx, r)
	if err != nil {
		return Answer{}, fmt.Errorf("answer: %w", err)
	}
	var a Answer
	switch {
	case r.Written != nil:
		a = w.verified(Answer{Model: r.Written.Model}, r.Written.Text, say)
	case r.DryRun:
		a = w.dryRun(client, r, places, say)
	case client == nil:
		a, err = w.digest(ctx, places, say, delta)
	default:
		a, err = w.modelAnswer(ctx, client, r, places, say, delta)
	}
	if a.Subject = subject; subject == "" {
		a.Subject = subjectOf(places)
	}
	return a, err
}
