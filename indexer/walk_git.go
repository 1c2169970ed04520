package indexer

import (
	"io/fs"
	"os"
	"strings"
)

// mostPathspecs is how many paths git is asked about at once. More are cheaper as a whole listing, and a command line has an end.
const mostPathspecs = 400

// tryGit lists dir (relative to the root), which lies in a work tree, by asking git. ok is false when git did not answer; the reason is
// noted then. want is relative to dir; nil: everything. The error is the context's.
func (l *lister) tryGit(dir string, want []string) (ok bool, err error) {
	if l.noGit {
		return false, nil
	}
	specs := l.pathspecs(dir, want)
	if want != nil && len(specs) == 0 {
		return true, nil
	}
	paths, err := gitPaths(l.ctx, l.real(dir), specs)
	if l.ctx.Err() != nil {
		return false, l.ctx.Err()
	}
	if err != nil {
		l.noGit = isMissing(err)
		l.note("%s: %v; its files were listed without git", l.path(dir), err)
		return false, nil
	}
	return true, l.takeGit(dir, paths, want)
}

// pathspecs returns what git has to be asked about to learn of want: the same, but for a path in a nested work tree that work tree.
// Git fails for paths behind symbolic links, and shows none of them.
func (l *lister) pathspecs(dir string, want []string) []string {
	if len(want) > mostPathspecs {
		return nil
	}
	var specs []string
	for _, w := range want {
		if w == "" {
			return nil
		}
		nested, link := l.nested(dir, w)
		if !link {
			specs = append(specs, nested)
		}
	}
	return specs
}

// nested returns the first folder on the way from dir to want in which a work tree starts, want itself when there is none;
// link is set when a folder on the way is a symbolic link.
func (l *lister) nested(dir, want string) (path string, link bool) {
	for i := range want {
		if want[i] != '/' {
			continue
		}
		at := l.real(join(dir, want[:i]))
		if info, err := os.Lstat(at); err == nil && info.Mode()&os.ModeSymlink != 0 {
			return "", true
		}
		if hasGit(at) {
			return want[:i], false
		}
	}
	return want, false
}

// takeGit takes the paths that git listed in dir.
func (l *lister) takeGit(dir string, paths []gitPath, want []string) error {
	attrs := newAttributeReader(l.real(dir), "")
	folders := clutterFolders{}
	for _, p := range paths {
		if inVersionControl(p.path) || want != nil && !within(p.path, want) {
			continue
		}
		rel := join(dir, p.path)
		info, err := os.Lstat(l.real(rel))
		switch {
		case os.IsNotExist(err): // tracked, but deleted, or left out by a sparse checkout
		case err != nil:
			l.skip(rel, "cannot be read: "+reason(err))
		case info.IsDir(): // a submodule that is not checked out is an empty folder
			if !hasGit(l.real(rel)) {
				continue
			}
			if err := l.takeNested(rel, l.real(rel), below(p.path, want)); err != nil {
				return err
			}
		default:
			l.takeFile(dir, p, info, attrs.of(p.path), folders)
		}
	}
	return nil
}

// takeFile takes a file that git listed. Where it lies in a folder of dependencies or build output, git tells what was meant: what is
// tracked is marked, and what nobody has excluded yet is left out, as one folder.
func (l *lister) takeFile(dir string, p gitPath, info fs.FileInfo, a attributes, folders clutterFolders) {
	folder := folders.around(l, dir, p.path)
	switch {
	case folder == nil:
		l.consider(join(dir, p.path), info, a)
	case p.tracked:
		l.consider(join(dir, p.path), info, a.assume(folder.why))
	case !folder.skipped:
		folder.skipped = true
		l.skip(join(dir, folder.path), folder.why.String())
	}
}

// clutterFolders remembers which folders of a work tree were looked at.
type clutterFolders map[string]*clutterFolder

type clutterFolder struct {
	path    string
	why     clutterReason
	skipped bool // and listed so
}

// around returns the outermost folder of clutter around a path in dir, nil when there is none.
func (known clutterFolders) around(l *lister, dir, path string) *clutterFolder {
	for i := range path {
		if path[i] != '/' {
			continue
		}
		f, ok := known[path[:i]]
		if !ok {
			if why := clutter(l.real(join(dir, path[:i]))); why.kind != "" {
				f = &clutterFolder{path: path[:i], why: why}
			}
			known[path[:i]] = f
		}
		if f != nil {
			return f
		}
	}
	return nil
}

// within reports whether path is one of want, lies in one of them, or is a work tree around one of them.
func within(path string, want []string) bool {
	for _, w := range want {
		if w == "" || path == w || strings.HasPrefix(path, w+"/") || strings.HasPrefix(w, path+"/") {
			return true
		}
	}
	return false
}

// below returns the paths of want that lie in folder, relative to it; nil, everything, when folder itself is wanted.
func below(folder string, want []string) []string {
	var rest []string
	for _, w := range want {
		if w == "" || w == folder || strings.HasPrefix(folder, w+"/") {
			return nil
		}
		if r, ok := strings.CutPrefix(w, folder+"/"); ok {
			rest = append(rest, r)
		}
	}
	return rest
}
