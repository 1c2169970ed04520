package indexer

import (
	"context"
	"errors"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const maxBytes = 2_000_000

// newRepository returns an empty git repository, in an environment without the user's settings.
func newRepository(t *testing.T) string {
	t.Helper()
	plainGit(t)
	dir := realTempDir(t)
	run(t, dir, "init", "-q", "-b", "main")
	return dir
}

func plainGit(t *testing.T) {
	t.Helper()
	home := t.TempDir()
	for k, v := range map[string]string{"HOME": home, "XDG_CONFIG_HOME": filepath.Join(home, "config"), "GIT_CONFIG_NOSYSTEM": "1",
		"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.org"} {
		t.Setenv(k, v)
	}
}

func realTempDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func run(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v: %s", args, err, out)
	}
	return string(out)
}

func write(t *testing.T, dir, path, content string) {
	t.Helper()
	path = filepath.Join(dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func writeAll(t *testing.T, dir, paths string) {
	t.Helper()
	for _, p := range strings.Split(paths, "|") {
		write(t, dir, p, "text of "+p)
	}
}

func symlink(t *testing.T, target, path string) {
	t.Helper()
	if err := os.Symlink(target, path); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
}

func mustList(t *testing.T, root string) listing {
	t.Helper()
	l, err := list(context.Background(), root, maxBytes)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// files returns the paths of the entries, joined by "|"; one that is listed twice stands there twice.
func (o listing) files() string {
	var rels []string
	for _, e := range o.Entries {
		rels = append(rels, e.Rel)
	}
	slices.Sort(rels)
	return strings.Join(rels, "|")
}

func (o listing) reasons(root string) map[string]string {
	m := map[string]string{}
	for _, s := range o.Skipped {
		m[relative(root, s.Path)] = s.Reason
	}
	return m
}

func wantFiles(t *testing.T, l listing, want string) {
	t.Helper()
	if got := l.files(); got != want {
		t.Errorf("listed:\n %s\nwant:\n %s", got, want)
	}
}

func wantSkipped(t *testing.T, l listing, root string, want map[string]string) {
	t.Helper()
	if got := l.reasons(root); !maps.Equal(got, want) {
		t.Errorf("skipped:\n %v\nwant:\n %v", got, want)
	}
}

// wantConsistent checks that asking for single paths gives what the whole listing gives.
func wantConsistent(t *testing.T, root string, l listing) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || path == root {
			return err
		}
		rel := relative(root, path)
		some, err := listSome(context.Background(), root, []string{path}, maxBytes)
		if err != nil {
			return err
		}
		var want []string
		for _, e := range l.Entries {
			if e.Rel == rel || strings.HasPrefix(e.Rel, rel+"/") {
				want = append(want, e.Rel)
			}
		}
		slices.Sort(want)
		if got := some.files(); got != strings.Join(want, "|") {
			t.Errorf("asked for %q alone: %q, in the whole listing %q", rel, got, want)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestGitTree(t *testing.T) {
	dir := newRepository(t)
	writeAll(t, dir, "a.go|sub/b.go|gone.go|forced.log|été.py|with space.c|h#sh%20.c|new\nline.c|sub/日本/語.md|empty/.keep")
	write(t, dir, ".gitignore", "*.log\n/ignored/\n")
	write(t, dir, "sub/.gitignore", "local.*\n!keep.log\n")
	run(t, dir, "add", "-f", ".")
	run(t, dir, "commit", "-qm", "first")
	os.Remove(filepath.Join(dir, "gone.go"))
	writeAll(t, dir, "untracked.go|x.log|sub/keep.log|sub/local.txt|ignored/x.go|.hg/store|zero")
	write(t, dir, "zero", "")
	write(t, dir, ".git/info/exclude", "*.excluded\n")
	writeAll(t, dir, "x.excluded|y.global")
	write(t, os.Getenv("XDG_CONFIG_HOME"), "git/ignore", "*.global\n")

	l := mustList(t, dir)
	wantFiles(t, l, ".gitignore|a.go|empty/.keep|forced.log|h#sh%20.c|new\nline.c|sub/.gitignore|sub/b.go|sub/keep.log|sub/日本/語.md|"+
		"untracked.go|with space.c|zero|été.py")
	if !l.Git || l.Head != strings.TrimSpace(run(t, dir, "rev-parse", "HEAD")) || len(l.Skipped)+len(l.Notes) > 0 {
		t.Errorf("%v %q %v %v", l.Git, l.Head, l.Skipped, l.Notes)
	}
	if got := gitShows(t, dir); got != l.files() {
		t.Errorf("git shows\n %s", got)
	}
	wantConsistent(t, dir, l)

	// Without git, the same ignore files say the same of what is not tracked.
	t.Setenv("PATH", t.TempDir())
	l = mustList(t, dir)
	wantFiles(t, l, ".gitignore|a.go|empty/.keep|h#sh%20.c|new\nline.c|sub/.gitignore|sub/b.go|sub/keep.log|sub/日本/語.md|"+
		"untracked.go|with space.c|zero|été.py")
	if l.Git || len(l.Notes) != 1 || !strings.Contains(l.Notes[0], "git") {
		t.Errorf("%v %q", l.Git, l.Notes)
	}
	wantConsistent(t, dir, l)
	sub := mustList(t, filepath.Join(dir, "sub"))
	wantFiles(t, sub, ".gitignore|b.go|keep.log|日本/語.md")
}

func gitShows(t *testing.T, dir string) string {
	t.Helper()
	var paths []string
	for p := range strings.SplitSeq(run(t, dir, "ls-files", "-z", "--cached", "--others", "--exclude-standard"), "\x00") {
		if _, err := os.Lstat(filepath.Join(dir, p)); err == nil && p != "" && !strings.HasPrefix(p, ".hg/") {
			paths = append(paths, p)
		}
	}
	slices.Sort(paths)
	return strings.Join(paths, "|")
}

func TestFolderOfLargerRepository(t *testing.T) {
	dir := newRepository(t)
	writeAll(t, dir, "top.go|sub/in.go|sub/x.log|sub/deep/y.go|other/o.go|out/gen.go|out/tmp/z.go")
	write(t, dir, ".gitignore", "*.log\nout/\n")
	wantFiles(t, mustList(t, filepath.Join(dir, "sub")), "deep/y.go|in.go")

	// A root that the repository ignores is listed all the same: somebody opened it.
	l := mustList(t, filepath.Join(dir, "out"))
	wantFiles(t, l, "gen.go|tmp/z.go")
	wantConsistent(t, filepath.Join(dir, "out"), l)
}

func TestRepositoriesInside(t *testing.T) {
	lib := newRepository(t)
	writeAll(t, lib, "lib.c|x.tmp")
	write(t, lib, ".gitignore", "*.tmp\n")
	run(t, lib, "add", ".")
	run(t, lib, "commit", "-qm", "lib")

	dir := newRepository(t)
	writeAll(t, dir, "main.c|sub/a.c")
	run(t, dir, "submodule", "--quiet", "add", lib, "deps/lib")
	run(t, dir, "add", ".")
	run(t, dir, "commit", "-qm", "main")
	run(t, dir, "worktree", "add", "-q", "trees/feature", "-b", "feature")
	run(t, dir, "init", "-q", "nested")
	writeAll(t, dir, "nested/n.c|deps/lib/new.c|deps/lib/y.tmp")
	run(t, filepath.Join(dir, "nested"), "add", "n.c")
	run(t, filepath.Join(dir, "nested"), "commit", "-qm", "nested")
	run(t, dir, "init", "-q", "hidden")
	writeAll(t, dir, "hidden/h.c")
	write(t, dir, ".git/info/exclude", "hidden\n")

	// The submodule in the linked work tree is not checked out.
	want := ".gitmodules|deps/lib/.gitignore|deps/lib/lib.c|deps/lib/new.c|main.c|nested/n.c|sub/a.c|trees/feature/.gitmodules|trees/feature/main.c|trees/feature/sub/a.c"
	l := mustList(t, dir)
	wantFiles(t, l, want)
	wantConsistent(t, dir, l)
	wantFiles(t, mustList(t, filepath.Join(dir, "deps/lib")), ".gitignore|lib.c|new.c")
	wantFiles(t, mustList(t, filepath.Join(dir, "trees/feature")), ".gitmodules|main.c|sub/a.c")

	// A folder that is in no repository but has some.
	outer := realTempDir(t)
	if err := os.Rename(dir, filepath.Join(outer, "project")); err != nil {
		t.Fatal(err)
	}
	run(t, filepath.Join(outer, "project"), "worktree", "repair", "trees/feature")
	write(t, outer, "loose.c", "")
	l = mustList(t, outer)
	wantFiles(t, l, "loose.c|project/"+strings.ReplaceAll(want, "|", "|project/"))
	if l.Git {
		t.Error("the root is not in git")
	}
	wantConsistent(t, outer, l)
}

func TestUnmergedPathsOnce(t *testing.T) {
	dir := newRepository(t)
	commit := func(content string) {
		write(t, dir, "a.go", content)
		run(t, dir, "add", ".")
		run(t, dir, "commit", "-qm", content)
	}
	commit("one")
	run(t, dir, "checkout", "-qb", "other")
	commit("two")
	run(t, dir, "checkout", "-q", "main")
	commit("three")
	if err := exec.Command("git", "-C", dir, "merge", "-q", "other").Run(); err == nil {
		t.Fatal("no conflict")
	}
	wantFiles(t, mustList(t, dir), "a.go")
}

func TestGitRefuses(t *testing.T) {
	dir := newRepository(t)
	writeAll(t, dir, "a.go|b.log|sub/c.go")
	write(t, dir, ".gitignore", "*.log\n")
	t.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1") // "dubious ownership"
	l := mustList(t, dir)
	wantFiles(t, l, ".gitignore|a.go|sub/c.go")
	if len(l.Notes) != 1 || !strings.Contains(l.Notes[0], "ownership") {
		t.Errorf("notes: %q", l.Notes)
	}
}

// TestLinkedWorkTreeWithoutGit: its repository's own excludes are found through the file that stands for .git.
func TestLinkedWorkTreeWithoutGit(t *testing.T) {
	dir := newRepository(t)
	write(t, dir, "a.go", "")
	run(t, dir, "add", ".")
	run(t, dir, "commit", "-qm", "a")
	tree := filepath.Join(realTempDir(t), "tree")
	run(t, dir, "worktree", "add", "-q", tree, "-b", "b")
	writeAll(t, tree, "sub/x.own|sub/b.go")
	write(t, dir, ".git/info/exclude", "*.own\n")
	wantFiles(t, mustList(t, tree), "a.go|sub/b.go")
	t.Setenv("PATH", t.TempDir())
	wantFiles(t, mustList(t, tree), "a.go|sub/b.go")
	wantFiles(t, mustList(t, filepath.Join(tree, "sub")), "b.go")
}

func TestSparseCheckout(t *testing.T) {
	dir := newRepository(t)
	writeAll(t, dir, "a.go|in/b.go|out/c.go")
	run(t, dir, "add", ".")
	run(t, dir, "commit", "-qm", "a")
	run(t, dir, "sparse-checkout", "set", "in")
	l := mustList(t, dir)
	wantFiles(t, l, "a.go|in/b.go")
	wantSkipped(t, l, dir, map[string]string{})
}

func TestVariablesOfHooks(t *testing.T) {
	other, dir := newRepository(t), newRepository(t)
	writeAll(t, dir, "a.go")
	writeAll(t, other, "b.go")
	t.Setenv("GIT_DIR", filepath.Join(other, ".git"))
	t.Setenv("GIT_WORK_TREE", other)
	wantFiles(t, mustList(t, dir), "a.go")
}

func TestWalk(t *testing.T) {
	plainGit(t)
	dir := realTempDir(t)
	writeAll(t, dir, "a.go|b.log|sub/b.go|sub/keep.log|sub/deep/local.x|été/ä b#%.py|new\nline.c|.github/ci.yml|big.json|pic.PNG|.env|.env.example|"+
		"node_modules/m/i.js|web/package.json|web/dist/o.js|dist/real.go|.svn/entries|.hg/x|py/myenv/pyvenv.cfg|py/myenv/lib/x.py|py/__pycache__/x.txt|"+
		"rs/Cargo.toml|rs/target/debug/x.rs|target/mine.go")
	write(t, dir, ".gitignore", "*.log\n")
	write(t, dir, "sub/.gitignore", "!keep.log\ndeep/\n")
	write(t, dir, "big.json", strings.Repeat(" ", maxBytes+1))
	write(t, os.Getenv("XDG_CONFIG_HOME"), "git/ignore", "*.global\n")
	writeAll(t, dir, "x.global")

	l := mustList(t, dir)
	wantFiles(t, l, ".env.example|.github/ci.yml|.gitignore|a.go|dist/real.go|new\nline.c|rs/Cargo.toml|sub/.gitignore|sub/b.go|sub/keep.log|"+
		"target/mine.go|web/package.json|été/ä b#%.py")
	wantSkipped(t, l, dir, map[string]string{
		"big.json":       "2000001 bytes, more than 2000000",
		"pic.PNG":        "binary by its name",
		".env":           "may hold secrets",
		"node_modules":   "installed dependencies (node_modules)",
		"web/dist":       "build output (dist, by package.json)",
		"py/myenv":       "installed dependencies (myenv, by pyvenv.cfg)",
		"py/__pycache__": "build output (__pycache__)",
		"rs/target":      "build output (target, by Cargo.toml)",
	})
	wantConsistent(t, dir, l)
	for _, e := range l.Entries {
		info, err := os.Stat(filepath.FromSlash(e.Path))
		if err != nil || info.Size() != e.Size || info.ModTime().UnixNano() != e.ModTime || e.Path != filepath.ToSlash(filepath.Join(dir, e.Rel)) {
			t.Errorf("%+v: %v", e, err)
		}
	}
}

func TestClutterInGit(t *testing.T) {
	dir := newRepository(t)
	writeAll(t, dir, "a.js|node_modules/tracked.js|package.json|dist/tracked.js")
	run(t, dir, "add", ".")
	writeAll(t, dir, "node_modules/x/y.js|node_modules/z.js|b.js")
	l := mustList(t, dir)
	wantFiles(t, l, "a.js|b.js|dist/tracked.js|node_modules/tracked.js|package.json")
	wantSkipped(t, l, dir, map[string]string{"node_modules": "installed dependencies (node_modules)"})
	for _, e := range l.Entries {
		if e.Marks.Vendored != (e.Rel == "node_modules/tracked.js") || e.Marks.Generated != (e.Rel == "dist/tracked.js") {
			t.Errorf("%s: %+v", e.Rel, e.Marks)
		}
	}
	wantConsistent(t, dir, l)
}

func TestRulesOfAnIgnoreFileThatChanged(t *testing.T) {
	plainGit(t)
	dir := realTempDir(t)
	writeAll(t, dir, "a.go|b.go")
	for _, step := range []struct{ ignore, want string }{{"a.go", ".gitignore|b.go"}, {"b.go", ".gitignore|a.go"}, {"!*", ".gitignore|a.go|b.go"}} {
		write(t, dir, ".gitignore", step.ignore)
		wantFiles(t, mustList(t, dir), step.want)
	}
	for path, want := range map[string]bool{"/x/.gitignore": true, "/x/.gitattributes": true, "/x/.git/info/exclude": true, "/x/a.go": false} {
		if rulesFile(path) != want {
			t.Errorf("rulesFile(%s) = %v", path, !want)
		}
	}
}

func TestSymbolicLinks(t *testing.T) {
	plainGit(t)
	base := realTempDir(t)
	root, outside := filepath.Join(base, "root"), filepath.Join(base, "outside")
	writeAll(t, base, "root/a.go|root/sub/b.go|outside/o.go|outside/deep/p.go|single.go")
	symlink(t, root, filepath.Join(root, "sub/loop"))
	symlink(t, base, filepath.Join(root, "around"))
	symlink(t, "sub", filepath.Join(root, "again"))
	symlink(t, outside, filepath.Join(root, "link1"))
	symlink(t, outside, filepath.Join(root, "link2"))
	symlink(t, outside, filepath.Join(outside, "deep/loop"))
	symlink(t, filepath.Join(base, "single.go"), filepath.Join(root, "file.go"))
	symlink(t, "nowhere", filepath.Join(root, "broken"))

	l := mustList(t, root)
	wantFiles(t, l, "a.go|file.go|link1/deep/p.go|link1/o.go|sub/b.go")
	const listed = "symbolic link to what is listed already, or left out"
	wantSkipped(t, l, root, map[string]string{"sub/loop": listed, "again": listed, "link2": listed, "link1/deep/loop": listed,
		"around": "symbolic link to a folder around the workspace", "broken": "symbolic link that leads nowhere"})
	some, err := listSome(context.Background(), root, []string{filepath.Join(root, "link1/o.go"), filepath.Join(root, "link2/o.go")}, maxBytes)
	if err != nil || some.files() != "link1/o.go" {
		t.Errorf("single files behind links: %q %v", some.files(), err)
	}

	// A root that is a link itself keeps its name in the paths.
	symlink(t, root, filepath.Join(base, "alias"))
	l = mustList(t, filepath.Join(base, "alias"))
	wantFiles(t, l, "a.go|file.go|link1/deep/p.go|link1/o.go|sub/b.go")
	if want := filepath.ToSlash(filepath.Join(base, "alias")) + "/"; !strings.HasPrefix(l.Entries[0].Path, want) {
		t.Errorf("path %s, want below %s", l.Entries[0].Path, want)
	}

	// Git does not follow links.
	run(t, root, "init", "-q")
	l = mustList(t, filepath.Join(base, "alias"))
	wantFiles(t, l, "a.go|sub/b.go")
	if got := l.reasons(filepath.Join(base, "alias"))["link1"]; got != "symbolic link" || !l.Git {
		t.Errorf("link in git: %q", got)
	}
	wantConsistent(t, root, mustList(t, root))
}

func TestSpecialFilesAreNotOpened(t *testing.T) {
	plainGit(t)
	dir := realTempDir(t)
	socket, err := net.Listen("unix", filepath.Join(dir, "s.sock"))
	if err != nil {
		t.Skip(err)
	}
	defer socket.Close()
	wantSkipped(t, mustList(t, dir), dir, map[string]string{"s.sock": "socket"})
}

func TestUnreadableFolder(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
	plainGit(t)
	dir := realTempDir(t)
	writeAll(t, dir, "a.go|closed/b.go")
	os.Chmod(filepath.Join(dir, "closed"), 0)
	defer os.Chmod(filepath.Join(dir, "closed"), 0o755)
	l := mustList(t, dir)
	wantFiles(t, l, "a.go")
	wantSkipped(t, l, dir, map[string]string{"closed": "cannot be read: permission denied"})
}

// TestListTakesWhatBuildsLeave: the list of a build's compiler runs is read although git ignores it.
func TestListTakesWhatBuildsLeave(t *testing.T) {
	dir := newRepository(t)
	write(t, dir, ".gitignore", "build*/\n/compile_commands.json\n")
	write(t, dir, "a.c", "int a;\n")
	write(t, dir, "compile_commands.json", "[]\n")
	write(t, dir, "build-debug/compile_commands.json", "[]\n")
	write(t, dir, "build-debug/other.json", "{}\n")
	write(t, dir, "src/build/compile_commands.json", "[]\n")
	got := func(paths []string) (rels []string) {
		l, err := listSome(context.Background(), dir, paths, maxBytes)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range l.Entries {
			rels = append(rels, e.Rel)
		}
		slices.Sort(rels)
		return rels
	}
	if all, want := got(nil), []string{".gitignore", "a.c", "build-debug/compile_commands.json", "compile_commands.json"}; !slices.Equal(all, want) {
		t.Errorf("all: %q, want %q", all, want)
	}
	elsewhere := realTempDir(t)
	write(t, elsewhere, "compile_commands.json", "[]\n")
	os.Remove(filepath.Join(dir, "compile_commands.json"))
	symlink(t, filepath.Join(elsewhere, "compile_commands.json"), filepath.Join(dir, "compile_commands.json"))
	if all, want := got(nil), []string{".gitignore", "a.c", "build-debug/compile_commands.json", "compile_commands.json"}; !slices.Equal(all, want) {
		t.Errorf("a link to another folder: %q, want %q", all, want)
	}
	if some, want := got([]string{filepath.Join(dir, "build-debug")}), []string{"build-debug/compile_commands.json"}; !slices.Equal(some, want) {
		t.Errorf("a folder: %q, want %q", some, want)
	}
}

func TestListFails(t *testing.T) {
	dir := newRepository(t)
	write(t, dir, "a.go", "")
	for _, root := range []string{filepath.Join(dir, "none"), filepath.Join(dir, "a.go")} {
		if _, err := list(context.Background(), root, maxBytes); err == nil {
			t.Errorf("%s was listed", root)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := list(ctx, dir, maxBytes); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := list(ctx, t.TempDir(), maxBytes); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled, without git: %v", err)
	}
}

// BenchmarkList lists Go's own source tree, which is in no repository.
func BenchmarkList(b *testing.B) {
	root := strings.TrimSpace(goRoot(b)) + "/src"
	for b.Loop() {
		l, err := list(context.Background(), root, maxBytes)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(l.Entries)), "files")
	}
}

func goRoot(b *testing.B) string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Skip(err)
	}
	return string(out)
}
