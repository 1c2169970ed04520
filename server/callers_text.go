package server

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/sibyl-ls/sibyl/graph"
)

// countsCallers reports whether it makes sense to say who calls a symbol.
func countsCallers(id graph.ID) bool {
	d := id.Def()
	return d != nil && (d.Kind.Callable() || d.Kind.IsType())
}

// countTime is how long a hover, a lens or an item waits for the number of callers. Calls of a name like Errorf are found by the ten thousand, and
// nobody waits seconds for a number.
const countTime = 500 * time.Millisecond

// countCallers is the text about a symbol's callers.
func (v *view) countCallers(ctx context.Context, g *graph.Graph, id graph.ID) (string, error) {
	limited, cancel := context.WithTimeout(ctx, countTime)
	defer cancel()
	calls, err := g.Incoming(limited, id, graph.Filter{Tier: graph.Likely})
	switch {
	case err == nil:
		return v.callersText(id, calls), nil
	case ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded):
		return "callers not counted: too many calls of this name", nil
	}
	return "", err
}

// callersText says how many callers there are and, so that no empty list is a riddle, why there may be more.
func (v *view) callersText(id graph.ID, c graph.Calls) string {
	callers := map[graph.ID]bool{}
	for _, e := range c.Edges {
		callers[e.Caller] = true
	}
	return v.countText(len(callers), "caller", c.Unresolved, fmt.Sprintf("named %s", nameOf(id)))
}

// calleesText is callersText for the other direction.
func (v *view) calleesText(c graph.Calls) string {
	callees := map[graph.ID]bool{}
	for _, e := range c.Edges {
		callees[e.Callee] = true
	}
	return v.countText(len(callees), "callee", c.Unresolved, "whose target is not in the workspace or not known")
}

func (v *view) countText(n int, noun string, unresolved int, which string) string {
	text := plural(n, noun)
	if n == 0 {
		text = "no " + noun + "s"
	}
	if unresolved > 0 {
		text += "; " + plural(unresolved, "unresolved call") + " " + which
	}
	if !v.snap.Complete() {
		st := v.workspace.Status()
		text += fmt.Sprintf("; not indexed yet: %d of %d files done", st.Done, st.Total)
	}
	return text
}

func nameOf(id graph.ID) string {
	if d := id.Def(); d != nil {
		return d.Name
	}
	return title(id)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
