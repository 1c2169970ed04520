package indexer

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// place is a folder with the rules that hold in it.
type place struct {
	rel  string // relative to the root
	real string // without symbolic links
	path string // relative to where the paths of the rules start

	ignores    *ignores
	attributes *attributeRules
}

// below returns a folder of p, under p's rules.
func (p place) below(name string) place {
	p.rel, p.real, p.path = join(p.rel, name), filepath.Join(p.real, name), join(p.path, name)
	return p
}

// enter adds the rules that p's own files have.
func (p place) enter() place {
	p.ignores = p.ignores.with(p.path, readSmall(filepath.Join(p.real, ".gitignore")))
	p.attributes = p.attributes.with(p.path, readSmall(filepath.Join(p.real, ".gitattributes")))
	return p
}

// start returns the place at which reading starts: real, in the work tree that starts at top, or in none if top is "".
func (l *lister) start(rel, real, top string) place {
	if l.global == nil {
		path := globalIgnoreFile(l.ctx)
		l.global = &path
	}
	if top == "" {
		top = real
	}
	p := place{rel: rel, real: real, path: relative(top, real), ignores: ignoresAbove(top, real, *l.global)}
	if p.path != "" {
		p.attributes = newAttributeReader(filepath.Dir(real), top).rules(folderOf(p.path))
	}
	return p
}

// walk lists the root without git. top is where the work tree around it starts, "" when there is none: its rules apply, too.
func (l *lister) walk(top string, want []string) error {
	if err := l.read(l.start("", l.realRoot, top), want); err != nil {
		return err
	}
	for i := 0; want == nil && i < len(l.links); i++ { // following one may find more
		if err := l.follow(l.links[i]); err != nil {
			return err
		}
	}
	return nil
}

// read lists a folder. want is relative to it; nil: everything.
func (l *lister) read(p place, want []string) error {
	if err := l.ctx.Err(); err != nil {
		return err
	}
	p = p.enter()
	if want != nil {
		return l.readSome(p, want)
	}
	entries, err := os.ReadDir(p.real)
	if err != nil {
		l.skip(p.rel, "cannot be read: "+reason(err))
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			continue // gone meanwhile
		}
		if err := l.visit(p, info, nil); err != nil {
			return err
		}
	}
	return nil
}

func (l *lister) readSome(p place, want []string) error {
	seen := map[string]bool{}
	for _, w := range want {
		name, _, _ := strings.Cut(w, "/")
		info, err := os.Lstat(filepath.Join(p.real, name))
		if err != nil || seen[name] {
			continue
		}
		seen[name] = true
		if err := l.visit(p, info, below(name, want)); err != nil {
			return err
		}
	}
	return nil
}

// visit takes a member of p. want is relative to it; nil: everything.
func (l *lister) visit(p place, info fs.FileInfo, want []string) error {
	child := p.below(info.Name())
	if versionControl[info.Name()] || p.ignores.ignored(child.path, info.IsDir()) {
		return nil
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		l.links = append(l.links, child)
		return nil
	}
	if !info.IsDir() {
		if want == nil {
			l.consider(child.rel, info, p.attributes.of(child.path))
		}
		return nil
	}
	return l.readBelow(child, want)
}

func (l *lister) readBelow(child place, want []string) error {
	if l.bases[child.real] {
		return nil // a link led here already
	}
	if hasGit(child.real) {
		return l.takeNested(child.rel, child.real, want)
	}
	if why := clutter(child.real); why.kind != "" {
		l.skip(child.rel, why.String())
		return nil
	}
	return l.read(child, want)
}

// takeNested lists a work tree inside the root; rules around it do not reach into it.
func (l *lister) takeNested(rel, real string, want []string) error {
	ok, err := l.tryGit(rel, want)
	if err != nil || ok {
		return err
	}
	return l.read(l.start(rel, real, ""), want)
}

// follow lists what a symbolic link leads to, unless that is listed elsewhere. So no real folder is read twice, and loops end.
func (l *lister) follow(link place) error {
	target, err := filepath.EvalSymlinks(link.real)
	if err != nil {
		l.skip(link.rel, "symbolic link that leads nowhere")
		return nil
	}
	info, err := os.Stat(target)
	switch {
	case err != nil:
		l.skip(link.rel, "cannot be read: "+reason(err))
	case l.isListed(target):
		l.skip(link.rel, "symbolic link to what is listed already, or left out")
	case inside(l.realRoot, target):
		l.skip(link.rel, "symbolic link to a folder around the workspace")
	case !info.IsDir():
		l.bases[target] = true
		l.consider(link.rel, info, link.attributes.of(link.path))
	case !link.ignores.ignored(link.path, true):
		link.real = target
		err := l.readBelow(link, nil)
		l.bases[target] = true
		return err
	}
	return nil
}

// isListed reports whether a real path lies in a folder that was read.
func (l *lister) isListed(real string) bool {
	for base := range l.bases {
		if inside(real, base) {
			return true
		}
	}
	return false
}

func inside(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, string(filepath.Separator))+string(filepath.Separator))
}

// reason returns the text of a file system's error without the path.
func reason(err error) string {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err.Error()
	}
	return err.Error()
}

// isMissing reports whether err says that there is no git at all.
func isMissing(err error) bool { return errors.Is(err, exec.ErrNotFound) }
