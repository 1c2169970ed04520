package cli

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
)

// Version is the released version; a build from a checkout adds its revision.
const Version = "0.1.0"

func version(_ context.Context, c *call) (bool, error) {
	if c.opts.json {
		return true, c.printJSON(struct {
			Version  string `json:"version"`
			Revision string `json:"revision"`
			Go       string `json:"go"`
			Platform string `json:"platform"`
		}{Version, revision(), runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH})
	}
	fmt.Fprintf(c.out, "sibyl %s", Version)
	if r := revision(); r != "" {
		fmt.Fprintf(c.out, " (%s)", r)
	}
	fmt.Fprintf(c.out, " %s %s/%s\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return true, nil
}

// revision returns the git revision that the binary was built from, "" when the build did not record it.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	rev, dirty := "", ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			rev = s.Value[:min(12, len(s.Value))]
		case "vcs.modified":
			if s.Value == "true" {
				dirty = "+"
			}
		}
	}
	return rev + dirty
}
