package graph

// together reports whether some file includes both a and b, directly or through others: then what one defines may be used in the other,
// in languages where an included file sees what its includer sees (shell scripts).
func (r *resolver) together(a, b *File) bool {
	above := r.includersOf(a)
	for f := range r.includersOf(b) {
		if above[f] {
			return true
		}
	}
	return false
}

// includersOf returns f and the files that include it, directly or through others.
func (r *resolver) includersOf(f *File) map[*File]bool {
	if r.loaders == nil {
		r.loaders = map[*File][]*File{}
		r.g.Files(func(o *File) bool {
			if o.Rules.Family != f.Rules.Family {
				return true
			}
			for _, i := range o.names().stars {
				if m := r.starModule(o, &o.Facts.Imports[i]); m != nil {
					for _, included := range m.files {
						r.loaders[included] = append(r.loaders[included], o)
					}
				}
			}
			return true
		})
	}
	out := map[*File]bool{f: true}
	for queue := []*File{f}; len(queue) > 0; queue = queue[1:] {
		for _, o := range r.loaders[queue[0]] {
			if !out[o] {
				out[o] = true
				queue = append(queue, o)
			}
		}
	}
	return out
}
