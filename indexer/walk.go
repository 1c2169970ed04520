package indexer

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/internal/lang/all"
	"github.com/sibyl-ls/sibyl/internal/secret"
)

// Entry is a file that belongs to a workspace.
type Entry struct {
	Path    string      // absolute, slash-separated; below the root as it was given, symbolic links in it included
	Rel     string      // relative to the root, slash-separated
	Size    int64       // bytes
	ModTime int64       // nanoseconds since 1970
	Inode   uint64      // of the inode's number and change time: differs when the file was replaced or written; 0 where there is none
	Marks   graph.Marks // from the path and the attributes; see marks for those that need the text

	attributes attributes
}

// listing is what list found.
type listing struct {
	Entries []Entry
	Skipped []Skipped // Path is absolute; a folder stands for all that is in it
	Head    string    // git revision of the root, "" when it has none
	Git     bool      // git listed the root
	Notes   []string  // what a person should know: "git: …; its folder was read without it"
}

// list returns the files of the workspace folder root, in no particular order: in a git work tree those that git shows (tracked, or
// neither tracked nor ignored), elsewhere all that the ignore files leave. No file is opened but ignore and attribute files, so binary files
// without a telling name are among them. It fails only when root cannot be read or ctx ends.
func list(ctx context.Context, root string, maxBytes int64) (listing, error) {
	return listSome(ctx, root, nil, maxBytes)
}

// listSome is list restricted to paths, which are files and folders in root as absolute paths. It costs about as much as they need:
// it is for a watcher's events. A path that is in neither Entries nor Skipped is gone or ignored. Head stays empty. After a change of a
// file that rulesFile knows, other files than those may have come or gone.
func listSome(ctx context.Context, root string, paths []string, maxBytes int64) (listing, error) {
	l, err := newLister(ctx, root, maxBytes)
	if err != nil {
		return listing{}, fmt.Errorf("list %s: %w", root, err)
	}
	var want []string
	if paths != nil {
		if want = l.wanted(paths); len(want) == 0 {
			return listing{}, nil
		}
	}
	if err := l.root(want); err != nil {
		return listing{}, fmt.Errorf("list %s: %w", root, err)
	}
	l.built(want)
	if want != nil && len(l.links) > 0 { // whether a link is followed depends on all the others
		return l.filtered(want)
	}
	return l.out, nil
}

// built takes the files that builds leave and that tell about the sources, which nobody keeps with them: at the root and in folders for builds.
func (l *lister) built(want []string) {
	for _, language := range all.Languages.Languages() {
		if !language.Built {
			continue
		}
		for _, name := range language.Filenames {
			for _, folder := range []string{"", "build*", "cmake-build*", "out", "out/*"} {
				found, _ := filepath.Glob(filepath.Join(l.realRoot, folder, name)) // the pattern is well formed
				for _, p := range found {
					l.takeBuilt(relative(filepath.ToSlash(l.realRoot), filepath.ToSlash(p)), want)
				}
			}
		}
	}
}

// maxBuilt is the size of the largest file that is read of those that builds leave: they grow with the number of sources, and nobody searches in them.
const maxBuilt = 64 << 20

// sizeLimit returns how many bytes the file at path may have, where others may have maxBytes.
func sizeLimit(path string, maxBytes int64) int64 {
	if l := all.Languages.Detect(path, nil); l != nil && l.Built {
		return max(maxBytes, maxBuilt)
	}
	return maxBytes
}

func (l *lister) takeBuilt(rel string, want []string) {
	if want != nil && !within(rel, want) || slices.ContainsFunc(l.out.Entries, func(e Entry) bool { return e.Rel == rel }) {
		return
	}
	target, err := filepath.EvalSymlinks(l.real(rel)) // at the root there is often a link to the file in a folder for builds, wherever that is
	if err != nil || slices.ContainsFunc(l.out.Entries, func(e Entry) bool { return l.real(e.Rel) == target }) {
		return
	}
	if info, err := os.Stat(target); err == nil && info.Mode().IsRegular() {
		p := l.path(rel)
		l.out.Skipped = slices.DeleteFunc(l.out.Skipped, func(s Skipped) bool { return s.Path == p })
		l.consider(rel, info, attributes{})
	}
}

// filtered returns what a whole listing says of want.
func (l *lister) filtered(want []string) (listing, error) {
	all, err := list(l.ctx, l.rootPath, l.maxBytes)
	if err != nil {
		return listing{}, err
	}
	all.Entries = slices.DeleteFunc(all.Entries, func(e Entry) bool { return !within(e.Rel, want) })
	all.Skipped = slices.DeleteFunc(all.Skipped, func(s Skipped) bool { return !within(relative(l.rootPath, s.Path), want) })
	return all, nil
}

// rulesFile reports whether a change of path may change which other files belong to the workspace or how they are marked.
func rulesFile(path string) bool {
	path = filepath.ToSlash(path)
	switch path[strings.LastIndexByte(path, '/')+1:] {
	case ".gitignore", ".gitattributes", ".gitmodules", ".git":
		return true
	}
	return strings.HasSuffix(path, "/.git/info/exclude") || strings.HasSuffix(path, "/.git/index")
}

// lister collects the files of one root.
type lister struct {
	ctx      context.Context
	rootPath string // as it was given
	realRoot string // without symbolic links
	maxBytes int64
	noGit    bool // git does not work here
	out      listing
	global   *string // the path of the user's ignore file, once it was asked for

	links []place         // symbolic links that wait until all real folders have been read
	bases map[string]bool // real paths of the folders at which reading started: the root, targets of links
}

func newLister(ctx context.Context, root string, maxBytes int64) (*lister, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		return nil, err
	}
	if _, err := os.ReadDir(real); err != nil { // also: no folder
		return nil, err
	}
	return &lister{ctx: ctx, rootPath: root, realRoot: real, maxBytes: maxBytes, bases: map[string]bool{real: true}}, nil
}

// wanted returns paths relative to the root. Those outside and those in a version control's own folder are left out.
func (l *lister) wanted(paths []string) []string {
	var want []string
	for _, p := range paths {
		p = filepath.ToSlash(filepath.Clean(p))
		root := filepath.ToSlash(l.rootPath)
		if p != root && !strings.HasPrefix(p, strings.TrimSuffix(root, "/")+"/") {
			continue
		}
		if rel := relative(root, p); !inVersionControl(rel) {
			want = append(want, rel)
		}
	}
	return want
}

func inVersionControl(rel string) bool {
	for name := range strings.SplitSeq(rel, "/") {
		if versionControl[name] {
			return true
		}
	}
	return false
}

// root lists the root.
func (l *lister) root(want []string) error {
	top := gitTop(l.realRoot)
	if top != "" {
		if want == nil {
			l.out.Head = gitHead(l.ctx, l.realRoot)
		}
		ok, err := l.tryGit("", want)
		if err != nil {
			return err
		}
		// A root that its repository ignores was opened on purpose: its own ignore files alone decide then.
		ignored := ok && l.out.nothing() && l.rootIgnored(top)
		if l.out.Git = ok && !ignored; l.out.Git {
			return nil
		}
		if ignored {
			top = ""
		}
	}
	return l.walk(top, want)
}

func (o *listing) nothing() bool { return len(o.Entries) == 0 && len(o.Skipped) == 0 }

func (l *lister) rootIgnored(top string) bool {
	_, err := git(l.ctx, top, "check-ignore", "--quiet", "--", l.realRoot)
	return err == nil
}

// consider takes a file, or says why not. rel is relative to the root.
func (l *lister) consider(rel string, info fs.FileInfo, attributes attributes) {
	reason := ""
	switch mode := info.Mode(); {
	case mode&fs.ModeSymlink != 0:
		reason = "symbolic link"
	case !mode.IsRegular():
		reason = fileType(mode)
	case binaryName(rel):
		reason = "binary by its name"
	case secret.File(rel):
		reason = "may hold secrets"
	case info.Size() > l.maxBytes && info.Size() > sizeLimit(rel, l.maxBytes):
		reason = fmt.Sprintf("%d bytes, more than %d", info.Size(), sizeLimit(rel, l.maxBytes))
	}
	if reason != "" {
		l.skip(rel, reason)
		return
	}
	l.out.Entries = append(l.out.Entries, Entry{Path: l.path(rel), Rel: rel, Size: info.Size(), ModTime: info.ModTime().UnixNano(),
		Inode: inode(info), Marks: marks(rel, nil, attributes), attributes: attributes})
}

func fileType(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return "named pipe"
	case mode&fs.ModeSocket != 0:
		return "socket"
	case mode&fs.ModeDevice != 0:
		return "device"
	}
	return "no regular file"
}

func (l *lister) skip(rel, reason string) {
	l.out.Skipped = append(l.out.Skipped, Skipped{Path: l.path(rel), Reason: reason})
}

func (l *lister) note(format string, args ...any) {
	l.out.Notes = append(l.out.Notes, fmt.Sprintf(format, args...))
}

func (l *lister) path(rel string) string {
	if rel == "" {
		return filepath.ToSlash(l.rootPath)
	}
	return strings.TrimSuffix(filepath.ToSlash(l.rootPath), "/") + "/" + rel
}

// real returns a path for the system, reached through the real root.
func (l *lister) real(rel string) string { return filepath.Join(l.realRoot, filepath.FromSlash(rel)) }

// join appends a name to a relative path.
func join(rel, name string) string {
	if rel == "" || name == "" {
		return rel + name
	}
	return rel + "/" + name
}
