package graph

import (
	"context"
	"slices"
)

// CallTree follows Incoming (up) or Outgoing from id to depth (≤ 0: 64), at most size nodes (≤ 0: 10,000), breadth first, so that
// what is left out is what is furthest. A symbol's children are shown once; where it stands again, Cycle (above itself) or Cut is set.
func (g *Graph) CallTree(ctx context.Context, id ID, up bool, depth, size int, x Filter) (*Tree, error) {
	if depth <= 0 {
		depth = 64
	}
	if size <= 0 {
		size = 10_000
	}
	r := newResolver(g)
	root := &Tree{ID: id}
	type step struct {
		node  *Tree
		above []ID
	}
	expanded := map[ID]bool{}
	queue := []step{{root, []ID{id}}}
	count := 1
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		if s.node != root && slices.Contains(s.above[:len(s.above)-1], s.node.ID) {
			s.node.Cycle = true
			continue
		}
		calls, err := g.step(ctx, r, s.node.ID, up, x)
		if err != nil {
			return nil, err
		}
		s.node.Unresolved = calls.Unresolved
		if len(calls.Edges) > 0 && (len(s.above) > depth || count >= size || expanded[s.node.ID]) {
			s.node.Cut = true
			continue
		}
		expanded[s.node.ID] = true
		for i := range calls.Edges {
			if count >= size {
				s.node.Cut = true
				break
			}
			e := &calls.Edges[i]
			next := e.Callee
			if up {
				next = e.Caller
			}
			child := &Tree{ID: next, Edge: e}
			s.node.Children = append(s.node.Children, child)
			queue = append(queue, step{child, append(slices.Clip(slices.Clone(s.above)), next)})
			count++
		}
	}
	return root, nil
}

func (g *Graph) step(ctx context.Context, r *resolver, id ID, up bool, x Filter) (Calls, error) {
	if up {
		if id.Symbol < 0 { // nothing calls a module
			return Calls{}, ctx.Err()
		}
		return g.Incoming(ctx, id, x)
	}
	return r.outgoing(ctx, id, x)
}

// maxPathNodes bounds a search for call chains.
const maxPathNodes = 20_000

// Paths returns up to k shortest call chains from one symbol to another, shortest first; none when there is none. Chains do not pass
// the same symbol twice. Later chains differ from earlier ones in at least one call.
func (g *Graph) Paths(ctx context.Context, from, to ID, k int, x Filter) ([][]Edge, error) {
	r := newResolver(g)
	cache := map[ID][]Edge{}
	next := func(id ID) ([]Edge, error) {
		if e, ok := cache[id]; ok {
			return e, nil
		}
		c, err := r.outgoing(ctx, id, x)
		cache[id] = c.Edges
		return c.Edges, err
	}
	first, err := shortest(from, to, next, nil, nil)
	if err != nil || first == nil {
		return nil, err
	}
	paths := [][]Edge{first} // Yen's algorithm (1971) for the k shortest loopless paths
	var candidates [][]Edge
	for len(paths) < k {
		last := paths[len(paths)-1]
		for i := range last {
			banned := map[[2]ID]bool{}
			for _, p := range paths {
				if len(p) > i && samePath(p[:i], last[:i]) {
					banned[[2]ID{p[i].Caller, p[i].Callee}] = true
				}
			}
			above := map[ID]bool{}
			for _, e := range last[:i] {
				above[e.Caller] = true
			}
			tail, err := shortest(last[i].Caller, to, next, banned, above)
			if err != nil {
				return nil, err
			}
			if tail == nil {
				continue
			}
			p := append(slices.Clone(last[:i]), tail...)
			if !slices.ContainsFunc(candidates, func(q []Edge) bool { return samePath(p, q) }) {
				candidates = append(candidates, p)
			}
		}
		if len(candidates) == 0 {
			break
		}
		best := 0
		for i := range candidates {
			if len(candidates[i]) < len(candidates[best]) {
				best = i
			}
		}
		paths = append(paths, candidates[best])
		candidates = slices.Delete(candidates, best, best+1)
	}
	return paths, nil
}

func samePath(a, b []Edge) bool {
	return slices.EqualFunc(a, b, func(x, y Edge) bool { return x.Caller == y.Caller && x.Callee == y.Callee })
}

// shortest is a breadth-first search that avoids banned calls and symbols.
func shortest(from, to ID, next func(ID) ([]Edge, error), banned map[[2]ID]bool, above map[ID]bool) ([]Edge, error) {
	came := map[ID]Edge{}
	queue := []ID{from}
	for len(queue) > 0 && len(came) < maxPathNodes {
		id := queue[0]
		queue = queue[1:]
		edges, err := next(id)
		if err != nil {
			return nil, err
		}
		for _, e := range edges {
			if _, seen := came[e.Callee]; seen || e.Callee == from && to != from || banned[[2]ID{e.Caller, e.Callee}] || above[e.Callee] {
				continue
			}
			came[e.Callee] = e
			if e.Callee == to {
				var out []Edge
				for at := to; ; {
					e := came[at]
					out = append(out, e)
					if at = e.Caller; at == from {
						slices.Reverse(out)
						return out, nil
					}
				}
			}
			queue = append(queue, e.Callee)
		}
	}
	return nil, nil
}
