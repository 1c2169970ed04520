package indexer

import (
	"runtime"
	"strings"
)

// systems are names of operating systems in paths and questions, by what GOOS calls their family.
var systems = func() map[string]string {
	out := map[string]string{}
	for family, names := range map[string]string{
		"windows": "win windows win32 win64 mingw msvc uwp cygwin",
		"darwin":  "darwin macos osx apple",
		"other":   "sunos solaris illumos aix os390 zos ibmi haiku hurd qnx freebsd openbsd netbsd bsd dragonfly plan9",
	} {
		for n := range words(names) {
			out[n] = family
		}
	}
	return out
}()

// systemsIn returns the families of the systems that a path or a question names.
func systemsIn(s string) (out []string) {
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
		if family := systems[w]; family != "" {
			out = append(out, family)
		}
	}
	return out
}

// forOtherSystem reports whether a path says that its code is for an operating system other than this machine's: of versions side by side, people mostly
// mean the one that they run.
func forOtherSystem(rel string) bool {
	for _, family := range systemsIn(rel) {
		if family != runtime.GOOS {
			return true
		}
	}
	return false
}
