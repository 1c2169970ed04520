package graph

import (
	"context"
	"fmt"
	"strings"
)

// Gap says why no chain of calls leads from one symbol to another, and what would be one.
type Gap struct {
	Reached    int // symbols that are reached from the first
	Unresolved int // calls in them whose target is not known: a chain may lead through one
	Callers    int // direct callers of the second
	Possible   int // length of a chain with calls that may mean several symbols; 0 none
	Filtered   int // length of a chain through what the filter leaves out; 0 none
	Reverse    int // length of a chain the other way; 0 none
}

// NoPath looks for the reasons after Paths found nothing.
func (g *Graph) NoPath(ctx context.Context, from, to ID, x Filter) (Gap, error) {
	var gap Gap
	err := gap.reach(ctx, newResolver(g), from, x)
	if err != nil {
		return gap, err
	}
	in, err := g.step(ctx, nil, to, true, x)
	if err != nil {
		return gap, err
	}
	gap.Callers = len(in.Edges)
	all := x
	all.Tier = Possible
	for _, try := range []struct {
		length   *int
		from, to ID
		filter   Filter
	}{
		{&gap.Filtered, from, to, Filter{Tier: x.Tier}},
		{&gap.Possible, from, to, all},
		{&gap.Reverse, to, from, x},
	} {
		chains, err := g.Paths(ctx, try.from, try.to, 1, try.filter)
		if err != nil {
			return gap, err
		}
		if len(chains) > 0 {
			*try.length = len(chains[0])
		}
	}
	return gap, nil
}

// reach counts what is reached from a symbol.
func (gap *Gap) reach(ctx context.Context, r *resolver, from ID, x Filter) error {
	seen := map[ID]bool{from: true}
	for queue := []ID{from}; len(queue) > 0 && len(seen) < maxPathNodes; queue = queue[1:] {
		calls, err := r.outgoing(ctx, queue[0], x)
		if err != nil {
			return err
		}
		gap.Unresolved += calls.Unresolved
		for _, e := range calls.Edges {
			if !seen[e.Callee] {
				seen[e.Callee] = true
				queue = append(queue, e.Callee)
			}
		}
	}
	gap.Reached = len(seen) - 1
	return nil
}

// Text says it in words.
func (gap Gap) Text(from, to string) string {
	out := []string{"no chain of calls"}
	switch {
	case gap.Reached == 0 && gap.Unresolved == 0:
		out = append(out, from+" reaches nothing else in this workspace")
	case gap.Unresolved > 0:
		out = append(out, fmt.Sprintf("%s reaches %s, with %s on the way", from, count(gap.Reached, "definition"), count(gap.Unresolved, "unresolved call")))
	default:
		out = append(out, fmt.Sprintf("%s reaches %s, all calls resolved", from, count(gap.Reached, "definition")))
	}
	if gap.Callers == 0 {
		out = append(out, "nothing calls "+to)
	}
	if gap.Possible > 0 {
		out = append(out, fmt.Sprintf("one of %s exists with tier possible", count(gap.Possible, "call")))
	}
	if gap.Filtered > 0 {
		out = append(out, fmt.Sprintf("one of %s leads through what the filters leave out", count(gap.Filtered, "call")))
	}
	if gap.Reverse > 0 {
		out = append(out, fmt.Sprintf("%s reaches %s in %s", to, from, count(gap.Reverse, "call")))
	}
	return strings.Join(out, "; ")
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
