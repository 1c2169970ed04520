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
}

// Turn is an earlier question with its answer.
type Turn struct{ Question, Answer string }

// Answer is what came of a question. Text is Markdown; its citations have the form [path:start-end] or [path:line] with
// paths as indexer.Snapshot.Rel gives them.
type Answer struct {
	Text      string
	Citations []Citation // those that hold, each once, in the order of the text
	Dropped   int        // citations that the cited text does not support; Text marks them
	Model     string     // "": no model took part
	Sent      []Place    // what of the workspace was sent to the model
	Tokens    int        // of the prompt, estimated from above; 0 when nothing was sent
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
	}
	if delta == nil {
		delta = func(string) {}
	}
	w, err := open(ctx, snap)
	if err != nil {
		return Answer{}, fmt.Errorf("answer: %w", err)
	}
	say := phrasesFor(r.Question)
	if q, ok := route(r.Question); ok {
		if a, ok, err := w.graphAnswer(ctx, q, say, delta); ok || err != nil {
			return a, err
		}
	}
	places, err := w.retrieve(ctx, r)
	if err != nil {
		return Answer{}, fmt.Errorf("answer: %w", err)
	}
	if client == nil {
		return w.digest(ctx, places, say, delta)
	}
	return w.modelAnswer(ctx, client, r, places, say, delta)
}
