package graph

import (
	"path"
	"slices"
	"strings"

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
	best = nearestUnit(r.units, f.Path)
	r.builds[f.Path] = best
	return best
}

// nearestUnit returns the unit that shares most of path: in the order of paths it stands before or behind it.
func nearestUnit(units []*unit, path string) *unit {
	i, _ := slices.BinarySearchFunc(units, path, func(u *unit, p string) int { return strings.Compare(u.path, p) })
	if i == len(units) || i > 0 && common(units[i-1].path, path) >= common(units[i].path, path) {
		i--
	}
	return units[i]
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
				p = path.Join(folderOf(m), p)
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
	slices.SortFunc(r.units, func(a, b *unit) int { return strings.Compare(a.path, b.path) })
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
