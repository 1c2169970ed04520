// Package emacs tests sibyl.el in a real Emacs with eglot against the built server. $SIBYL_EMACS names the Emacs (30 or later); .ci/emacs finds or
// fetches one, and `make emacs-test` puts the two together.
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

// TestSession makes a subtest of each ert-deftest of test/session.el.
func TestSession(t *testing.T) {
	emacs := os.Getenv("SIBYL_EMACS")
	if emacs == "" {
		t.Skip("SIBYL_EMACS does not name an Emacs of version 30 or later: run \"make emacs-test\"")
	}
	dir := t.TempDir()
	workspace := filepath.Join(dir, "notes")
	if err := os.CopyFS(workspace, os.DirFS("../nvim/testdata/workspace")); err != nil {
		t.Fatal(err)
	}
	model := testkit.NewModel(t)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, emacs, "--batch", "-Q", "-L", ".", "-l", "test/session.el", "-f", "ert-run-tests-batch-and-exit")
	cmd.Env = append(os.Environ(), "HOME="+dir, "SIBYL_DATA_DIR="+dir+"/index", "SIBYL_TEST_BINARY="+testkit.Binary(t), "SIBYL_TEST_WORKSPACE="+workspace,
		"SIBYL_TEST_CONTROL="+strings.TrimPrefix(model.URL, "http://"), "SIBYL_LLM_BASE_URL="+model.URL+"/v1", "SIBYL_LLM_MODEL=test-model", "SIBYL_LLM_API_KEY=test-key")
	output, err := cmd.CombinedOutput()
	source, readErr := os.ReadFile("test/session.el")
	if readErr != nil {
		t.Fatal(readErr)
	}
	tests := regexp.MustCompile(`(?m)^\(ert-deftest ([^ ]+)`).FindAllSubmatch(source, -1)
	for _, name := range tests {
		t.Run(string(name[1]), func(t *testing.T) {
			if !regexp.MustCompile(`(?m)^ +passed +\d+/\d+ +` + regexp.QuoteMeta(string(name[1])) + ` `).Match(output) {
				t.Error("did not pass")
			}
		})
	}
	if err != nil || len(tests) == 0 || t.Failed() {
		t.Errorf("%d tests, %v\n%s", len(tests), err, output)
	}
}
