package indexer

import (
	"os"
	"path/filepath"
	"strings"
)

// versionControl are folders (in linked work trees and submodules: files) of version control systems. They are never part of a workspace.
var versionControl = map[string]bool{".git": true, ".hg": true, ".svn": true, ".jj": true, ".bzr": true, "CVS": true, ".pijul": true, "_darcs": true}

// clutter returns why a folder that nobody has excluded is left out all the same: it holds installed dependencies, build output
// or a cache, which would drown what people wrote. The zero reason: it is none of these. Names that people give to their own
// code, too, need evidence.
func clutter(dir string) clutterReason {
	base := filepath.Base(dir)
	if kind := clutterNames[base]; kind != "" {
		return clutterReason{kind, base}
	}
	for _, e := range clutterEvidence {
		if e.base != "" && e.base != base {
			continue
		}
		if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(e.file))); err == nil {
			return clutterReason{e.kind, base + ", by " + strings.TrimPrefix(e.file, "../")}
		}
	}
	return clutterReason{}
}

// clutterReason is why a folder is clutter.
type clutterReason struct{ kind, evidence string }

func (r clutterReason) String() string { return r.kind + " (" + r.evidence + ")" }

// assume returns a with what the folder around a file says, where no attribute does.
func (a attributes) assume(r clutterReason) attributes {
	switch {
	case r.kind == dependencies && a.vendored == unspecified:
		a.vendored = set
	case r.kind != dependencies && a.generated == unspecified:
		a.generated = set
	}
	return a
}

const (
	dependencies = "installed dependencies"
	buildOutput  = "build output"
	cache        = "cache"
)

var clutterNames = map[string]string{
	"node_modules": dependencies, "bower_components": dependencies, "jspm_packages": dependencies, "site-packages": dependencies,
	"elm-stuff": dependencies, ".pnpm-store": dependencies, ".eggs": dependencies, ".bundle": dependencies, ".terraform": dependencies,
	"__pycache__": buildOutput, ".next": buildOutput, ".nuxt": buildOutput, ".svelte-kit": buildOutput, ".output": buildOutput,
	"dist-newstyle": buildOutput, ".stack-work": buildOutput, "zig-cache": buildOutput, ".zig-cache": buildOutput, "zig-out": buildOutput,
	".dart_tool": buildOutput, ".build": buildOutput, ".angular": buildOutput, "DerivedData": buildOutput, "htmlcov": buildOutput,
	".tox": cache, ".nox": cache, ".mypy_cache": cache, ".pytest_cache": cache, ".ruff_cache": cache, ".hypothesis": cache, ".gradle": cache,
	".turbo": cache, ".parcel-cache": cache, ".cache": cache, ".ipynb_checkpoints": cache, ".direnv": cache, ".nyc_output": cache, ".ccls-cache": cache,
}

// clutterEvidence are files that say what a folder is; base "": of any name.
var clutterEvidence = []struct{ base, file, kind string }{
	{"", "CACHEDIR.TAG", cache}, // https://bford.info/cachedir/
	{"", "pyvenv.cfg", dependencies},
	{"", "conda-meta", dependencies},
	{"", "CMakeCache.txt", buildOutput},
	{"", "meson-private", buildOutput},
	{"target", "../Cargo.toml", buildOutput},
	{"target", "../pom.xml", buildOutput},
	{"target", "../build.sbt", buildOutput},
	{"build", "../build.gradle", buildOutput},
	{"build", "../build.gradle.kts", buildOutput},
	{"build", "../setup.py", buildOutput},
	{"build", "../pubspec.yaml", buildOutput},
	{"dist", "../package.json", buildOutput},
	{"dist", "../pyproject.toml", buildOutput},
	{"dist", "../setup.py", buildOutput},
	{"_build", "../mix.exs", buildOutput},
	{"_build", "../dune-project", buildOutput},
	{"deps", "../mix.exs", dependencies},
	{"obj", "project.assets.json", buildOutput},
}
