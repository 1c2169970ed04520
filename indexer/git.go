package indexer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// git runs git in dir and returns what it prints.
//
// Variables that name a repository (set in hooks, for one) are taken away, since dir decides. No lock is taken, and the file
// system monitor is off: a repository's own configuration could name any program there.
func git(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", append([]string{"-c", "core.fsmonitor=false"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(slices.DeleteFunc(os.Environ(), namesRepository), "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		line, _, _ := bytes.Cut(bytes.TrimSpace(exit.Stderr), []byte("\n"))
		return nil, fmt.Errorf("git: %w: %s", err, line)
	}
	return out, err
}

func namesRepository(env string) bool {
	name, _, _ := strings.Cut(env, "=")
	switch name {
	case "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE", "GIT_PREFIX",
		"GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS":
		return true
	}
	return false
}

// hasGit reports whether a work tree starts in dir. A submodule and a linked work tree have a file there.
func hasGit(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil
}

// gitTop returns the folder in which the work tree around dir starts, "" when there is none. dir has no symbolic links.
func gitTop(dir string) string {
	for {
		if hasGit(dir) {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

// gitFolder returns where the repository of the work tree that starts at top keeps its info folder.
func gitFolder(top string) string {
	dir := filepath.Join(top, ".git")
	link, ok := strings.CutPrefix(readSmall(dir), "gitdir:")
	if !ok {
		return dir
	}
	dir = from(top, strings.TrimSpace(link))
	if common := strings.TrimSpace(readSmall(filepath.Join(dir, "commondir"))); common != "" {
		dir = from(dir, common)
	}
	return dir
}

func from(base, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(base, path)
}

// gitHead returns the revision that is checked out, "" when there is none yet.
func gitHead(ctx context.Context, dir string) string {
	out, _ := git(ctx, dir, "rev-parse", "--verify", "--quiet", "HEAD")
	return string(bytes.TrimSpace(out))
}

// globalIgnoreFile returns the path of the user's own ignore file, for work trees that git does not list for us.
func globalIgnoreFile(ctx context.Context) string {
	out, err := git(ctx, os.TempDir(), "config", "--type=path", "--get", "core.excludesFile")
	if path := strings.TrimSpace(string(out)); err == nil && path != "" {
		return path
	}
	config := os.Getenv("XDG_CONFIG_HOME")
	if config == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		config = filepath.Join(home, ".config")
	}
	return filepath.Join(config, "git", "ignore")
}

// gitPath is a line of what git lists. Paths are relative to the folder it was asked about, with slashes.
type gitPath struct {
	path    string // a nested work tree has no trailing slash here
	tracked bool
}

// gitPaths returns what git would show of dir: tracked files and those that are neither tracked nor ignored, each once, in order.
// Tracked ones may be gone. Nested work trees and submodules are one path. want restricts it to these files and folders; nil: all.
func gitPaths(ctx context.Context, dir string, want []string) ([]gitPath, error) {
	args := []string{"--literal-pathspecs", "ls-files", "-z", "-t", "--cached", "--others", "--exclude-standard"}
	if want != nil {
		args = append(append(args, "--"), want...)
	}
	out, err := git(ctx, dir, args...)
	if err != nil {
		return nil, err
	}
	paths := make([]gitPath, 0, bytes.Count(out, []byte{0}))
	for line := range strings.SplitSeq(string(out), "\x00") {
		if len(line) > 2 {
			paths = append(paths, gitPath{strings.TrimSuffix(line[2:], "/"), line[0] != '?'})
		}
	}
	// An unmerged path is listed once for each side.
	slices.SortStableFunc(paths, func(a, b gitPath) int { return strings.Compare(a.path, b.path) })
	return slices.CompactFunc(paths, func(a, b gitPath) bool { return a.path == b.path }), nil
}
