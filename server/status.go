package server

import (
	"context"
	"slices"

	"github.com/sibyl-ls/sibyl/indexer"
	"github.com/sibyl-ls/sibyl/internal/fact"
)

// statusParams are the params of sibyl/status.
type statusParams struct {
	Wait bool `json:"wait"` // answer when everything that was told so far is indexed
}

// statusResult is the answer of sibyl/status.
type statusResult struct {
	Indexing  bool              `json:"indexing"`
	Done      int               `json:"done"` // files of the present pass
	Total     int               `json:"total"`
	Files     int               `json:"files"`
	Chunks    int               `json:"chunks"`
	Symbols   int               `json:"symbols"`
	Bytes     int64             `json:"bytes"`
	Kinds     map[fact.Kind]int `json:"kinds"`
	Languages map[string]int    `json:"languages"` // files
	Skipped   []skipped         `json:"skipped"`
	Head      string            `json:"head"`
	Pending   int               `json:"pending"`
	Embedder  string            `json:"embedder"`
	LLM       string            `json:"llm"`   // model, or the endpoint's address where that decides; "" none
	Sends     []string          `json:"sends"` // what leaves the machine and where it goes; empty: nothing does
	Complete  bool              `json:"complete"`
	Notes     []string          `json:"notes"`
	Roots     []string          `json:"roots"`
	Version   string            `json:"version"`
}

type skipped struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// status says what is indexed and how.
func status(ctx context.Context, v *view, p *statusParams) (*statusResult, error) {
	out := &statusResult{Version: v.server.opts.Version, Notes: []string{"no workspace is open"}, Sends: []string{}}
	if v.workspace == nil {
		return out, nil
	}
	snap := v.snap
	if p.Wait {
		if err := v.workspace.Idle(ctx); err != nil {
			return nil, err
		}
		snap = v.workspace.Snapshot()
	}
	out.fill(v.workspace.Status())
	out.Complete, out.Roots = snap.Complete(), snap.Roots()
	if llm := v.settings.LLM; llm.Enabled() {
		out.LLM = llm.Model
		if llm.Model == "" {
			out.LLM = "default"
		}
		out.Sends = append(out.Sends, "questions, with the code found for them: "+destination(llm.Model, llm.BaseURL.String()))
	}
	if e := v.settings.Embed; e.Enabled() {
		out.Sends = append(out.Sends, "every chunk of code once, and every query: "+destination(e.Model, e.BaseURL.String()))
	}
	return out, nil
}

// destination names an endpoint.
func destination(model, address string) string {
	if address == "" {
		address = "OpenAI"
	}
	if model == "" {
		return address
	}
	return model + " at " + address
}

func (r *statusResult) fill(st indexer.Status) {
	r.Indexing, r.Done, r.Total = st.Indexing, st.Done, st.Total
	r.Files, r.Chunks, r.Symbols, r.Bytes = st.Files, st.Chunks, st.Symbols, st.Bytes
	r.Kinds, r.Languages, r.Notes = st.Kinds, st.Languages, slices.Clone(st.Notes)
	r.Head, r.Pending, r.Embedder = st.Head, st.Pending, st.Embedder
	for _, s := range st.Skipped {
		r.Skipped = append(r.Skipped, skipped{s.Path, s.Reason})
	}
}

// refresh compares every file with the disk, for clients that do not watch.
func refresh(_ context.Context, v *view, _ *none) (none, error) {
	if v.workspace != nil {
		v.workspace.FilesChanged(nil)
	}
	return none{}, nil
}
