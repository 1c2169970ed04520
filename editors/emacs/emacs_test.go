// Package emacs tests sibyl.el in a real Emacs with eglot, and with lsp-mode, against the built server. $SIBYL_EMACS names the Emacs (30 or later);
// .ci/emacs finds or fetches one, and `make emacs-test` puts the two together.
package emacs

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-ls/sibyl/internal/testkit"
)

func TestMain(m *testing.M) {
	code := m.Run()
	testkit.RemoveBinary()
	os.Exit(code)
}

func TestEglot(t *testing.T) { runSession(t, recentEmacs(t), "test/session-eglot.el") }

func TestLspMode(t *testing.T) {
	emacs := recentEmacs(t)
	if err := exec.Command(emacs, "--batch", "-Q", "-l", "lsp-mode").Run(); err != nil {
		t.Skip("the Emacs that SIBYL_EMACS names has no lsp-mode on its load-path: run \"make emacs-test\"")
	}
	runSession(t, emacs, "test/session-lsp.el")
}

func recentEmacs(t *testing.T) string {
	emacs := os.Getenv("SIBYL_EMACS")
	if emacs == "" {
		t.Skip("SIBYL_EMACS does not name an Emacs of version 30 or later: run \"make emacs-test\"")
	}
	return emacs
}

// runSession makes a subtest of each ert-deftest of a script and of test/session.el, which it loads.
func runSession(t *testing.T, emacs, script string) {
	dir := t.TempDir()
	workspace := filepath.Join(dir, "notes")
	if err := os.CopyFS(workspace, os.DirFS("../nvim/testdata/workspace")); err != nil {
		t.Fatal(err)
	}
	model := testkit.NewModel(t)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, emacs, "--batch", "-Q", "-L", ".", "-l", script, "-f", "ert-run-tests-batch-and-exit")
	cmd.Env = append(os.Environ(), "HOME="+dir, "SIBYL_DATA_DIR="+dir+"/index", "SIBYL_TEST_BINARY="+testkit.Binary(t), "SIBYL_TEST_WORKSPACE="+workspace,
		"SIBYL_TEST_CONTROL="+strings.TrimPrefix(model.URL, "http://"), "SIBYL_LLM_BASE_URL="+model.URL+"/v1", "SIBYL_LLM_MODEL=test-model", "SIBYL_LLM_API_KEY=test-key")
	output, err := cmd.CombinedOutput()
	names := append(testNames(t, script), testNames(t, "test/session.el")...)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			if !regexp.MustCompile(`(?m)^ +passed +\d+/\d+ +` + regexp.QuoteMeta(name) + ` `).Match(output) {
				t.Error("did not pass")
			}
		})
	}
	if err != nil || t.Failed() {
		t.Errorf("%d tests, %v\n%s", len(names), err, output)
	}
}

func testNames(t *testing.T, script string) []string {
	source, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range regexp.MustCompile(`(?m)^\(ert-deftest ([^ ]+)`).FindAllSubmatch(source, -1) {
		names = append(names, string(m[1]))
	}
	if len(names) == 0 {
		t.Fatalf("%s has no tests", script)
	}
	return names
}
