package cli_test

import (
	"context"
	"strings"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/cli"
)

func TestBadUsage(t *testing.T) {
	for args, want := range map[string]string{
		"":                                 "a command is needed",
		"frobnicate":                       `no command is called "frobnicate"`,
		"--frobnicate index":               "unknown flag: --frobnicate",
		"index extra":                      `index does not take "extra"`,
		"index --depth 2":                  "index does not take --depth",
		"search":                           "search needs QUERY",
		"search --queries q.txt more":      "not both",
		"search --limit 0 x":               "--limit must be at least 1",
		"callers":                          "callers needs NAME|PATH:LINE",
		"callers a b":                      `callers does not take "b"`,
		"callers a --depth=-1":             "--depth must be at least 0",
		"callees a --depth x":              "invalid argument",
		"edges --tier sure":                `--tier is exact, likely or possible, not "sure"`,
		"path a":                           "path needs FROM TO",
		"ask":                              "ask needs QUESTION",
		"help frobnicate":                  `no command is called "frobnicate"`,
		"index -C /no/such/folder":         "/no/such/folder",
		"index -C cli.go":                  "is not a folder",
		"search --queries /no/such/f -n 3": "/no/such/f",
	} {
		t.Run(args, func(t *testing.T) {
			var out, errOut strings.Builder
			code := cli.Run(t.Context(), strings.Fields(args), strings.NewReader(""), &out, &errOut)
			r := run{out.String(), errOut.String(), code}
			r.wantErr(t, 2, want, "sibyl: ")
			if r.out != "" {
				t.Errorf("standard output is not empty: %s", r.out)
			}
		})
	}
}

// broken is standard input whose reading panics, in place of an error of ours.
type broken struct{}

func (broken) Read([]byte) (int, error) { panic("torn") }

func TestPanicIsAMessage(t *testing.T) {
	var out, errOut strings.Builder
	code := cli.Run(t.Context(), []string{"search", "-C", t.TempDir(), "--data-dir", t.TempDir(), "--queries", "-"}, broken{}, &out, &errOut)
	run{out.String(), errOut.String(), code}.wantErr(t, 2, "sibyl: an error in Sibyl, nothing that you did: panic: torn", "Please report it", "usage_test.go")
}

func TestHelp(t *testing.T) {
	dir := t.TempDir()
	sibyl(t, dir, "help").want(t, 0, "callers NAME|PATH:LINE", "Exit codes")
	sibyl(t, dir, "--help").want(t, 0, "callers NAME|PATH:LINE")
	sibyl(t, dir, "callers", "--help").want(t, 0, "sibyl callers [flags]", "--depth", "--tier")
	sibyl(t, dir, "help", "index").want(t, 0, "--purge")
	if r := sibyl(t, dir, "help", "index"); strings.Contains(r.out, "--depth") {
		t.Errorf("help of index names a flag that it does not take:\n%s", r.out)
	}
}

func TestVersion(t *testing.T) {
	sibyl(t, t.TempDir(), "help", "version").want(t, 0)
	var out strings.Builder
	if code := cli.Run(t.Context(), []string{"version"}, nil, &out, &out); code != 0 || !strings.HasPrefix(out.String(), "sibyl "+cli.Version) {
		t.Errorf("version: %d %s", code, out.String())
	}
	out.Reset()
	cli.Run(t.Context(), []string{"version", "--json"}, nil, &out, &out)
	var v struct{ Version, Revision, Go, Platform string }
	decode(t, out.String(), &v)
	if v.Version != cli.Version {
		t.Errorf("version %q", v.Version)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errOut strings.Builder
	dir := workspace(t, notes)
	code := cli.Run(ctx, []string{"index", "-C", dir, "--data-dir", t.TempDir()}, nil, &out, &errOut)
	run{out.String(), errOut.String(), code}.wantErr(t, 2, "interrupted")
}
