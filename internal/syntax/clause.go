package syntax

// clauses makes one definition of those that follow each other under one name with as many parameters, where a query says that these are
// clauses of a function (Elixir, Haskell): the first takes in the others.
func (a *assembler) clauses() {
	merged := a.defs[:0]
	last := map[int32]int{} // node → the last definition directly below it, in merged
	for _, d := range a.defs {
		parent := a.nodes[d.m.node].parent
		if i, ok := last[parent]; ok && a.sameFunction(&merged[i], &d) {
			merged[i].clauses = append(merged[i].clauses, d)
			continue
		}
		last[parent] = len(merged)
		merged = append(merged, d)
	}
	a.defs = merged
}

func (a *assembler) sameFunction(first, d *def) bool {
	return first.m.pattern.props["clauses"] != "" && d.m.pattern.props["clauses"] != "" && a.text(first.name) == a.text(d.name) && a.arity(first) == a.arity(d)
}

// arity returns how many parameters a definition has.
func (a *assembler) arity(d *def) int {
	n := 0
	if list := d.m.get(partParams); list >= 0 {
		a.elements(list, func(int32) { n++ })
	}
	return n
}

// mergeClauses gives symbol i, made of d, what its further clauses say.
func (a *assembler) mergeClauses(d *def, i int32) {
	s := &a.file.Symbols[i]
	for k := range d.clauses {
		c := &d.clauses[k]
		a.used[c.name] = true
		s.Range.End = max(s.Range.End, a.nodes[c.m.node].end)
		if list := c.m.get(partParams); list >= 0 { // they are bound, but no parameters of the symbol
			a.params[list] = -1
			a.flags[list] |= flagParams
		}
		s.Abstract = s.Abstract && c.m.get(partBody) < 0
	}
}
