package graph

import (
	"path"

	"github.com/sibyl-ls/sibyl/internal/fact"
)

// unit is a source file of a build and where its headers are looked for.
type unit struct {
	path    string
	folders []string
}

// built finds a header in the folders that the build of f looks in. What the build does not name (a header) is looked for as for the
// source file that shares most of its path, then as for every other.
func (r *resolver) built(f *File, at func(target string) *module, p string) *module {
	u := r.unitOf(f)
	if u == nil {
		return nil
	}
	for _, dir := range u.folders {
		if m := at(path.Join(dir, p)); m != nil {
			return m
		}
	}
	if u.path == f.Path {
		return nil
	}
	for _, dir := range r.headers {
		if m := at(path.Join(dir, p)); m != nil {
			return m
		}
	}
	return nil
}

// unitOf returns the source file of a build that f is or is nearest to, nil when there is no build.
func (r *resolver) unitOf(f *File) *unit {
	if r.builds == nil {
		r.builds = map[string]*unit{}
		r.readBuilds()
	}
	best, ok := r.builds[f.Path]
	if ok || len(r.units) == 0 {
		return best
	}
	for _, u := range r.units {
		if best == nil || common(u.path, f.Path) > common(best.path, f.Path) {
			best = u
		}
	}
	r.builds[f.Path] = best
	return best
}

// readBuilds notes the source files that the manifests of builds name, and all folders for headers. Paths that are not absolute are below
// the manifest.
func (r *resolver) readBuilds() {
	seen := map[string]bool{}
	for _, m := range r.manifestsOf(fact.ManifestIncludes) {
		folders := map[string][]string{}
		for i := range m.Facts.Imports {
			imp := &m.Facts.Imports[i]
			p := imp.Path
			if !path.IsAbs(p) && (len(p) < 2 || p[1] != ':') {
				p = path.Join(path.Dir(m.Path), p)
			}
			switch {
			case imp.Name == "unit":
				u := &unit{p, folders[imp.Alias]}
				if r.builds[p] == nil {
					r.builds[p] = u
					r.units = append(r.units, u)
				}
			default:
				folders[imp.Alias] = append(folders[imp.Alias], p)
				if !seen[p] {
					seen[p] = true
					r.headers = append(r.headers, p)
				}
			}
		}
	}
}

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
