// Package nvim tests the plugin in a real Neovim against the built server. $SIBYL_NVIM names the Neovim; .ci/neovim finds or
// fetches one, and `make nvim-test` puts the two together.
package nvim

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-ls/sibyl/internal/testkit"
)

func TestCalls(t *testing.T) { runSession(t, "session_calls.lua", testkit.NewModel(t), "") }

func TestMissing(t *testing.T) { runSession(t, "session_missing.lua", testkit.NewModel(t), "") }

func TestAsk(t *testing.T) {
	m := testkit.NewModel(t)
	runSession(t, "session_ask.lua", m, m.URL+"/v1")
}

// TestPickers needs real plugins: $SIBYL_NVIM_PLUGINS is a folder with checkouts of plenary.nvim, telescope.nvim, fzf-lua and snacks.nvim; fzf is on PATH.
func TestPickers(t *testing.T) {
	if os.Getenv("SIBYL_NVIM_PLUGINS") == "" {
		t.Skip("SIBYL_NVIM_PLUGINS does not name a folder with plenary.nvim, telescope.nvim, fzf-lua and snacks.nvim")
	}
	runSession(t, "session_pickers.lua", testkit.NewModel(t), "")
}

// session is a Neovim that is to run one script in a workspace of its own.
type session struct {
	nvim, script, dir, workspace, report string
	args, env                            []string
}

func newSession(t *testing.T, script string, m *testkit.Model, llmURL string) *session {
	nvim := os.Getenv("SIBYL_NVIM")
	if nvim == "" {
		t.Skip("SIBYL_NVIM does not name a Neovim of version 0.10 or later: run \"make nvim-test\"")
	}
	plugin, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	s := &session{nvim: nvim, script: filepath.Join(plugin, "test", script), dir: dir, report: filepath.Join(dir, "report")}
	s.workspace = makeWorkspace(t, filepath.Join(dir, "notes"))
	s.args = []string{"-n", "-i", "NONE", "-u", filepath.Join(plugin, "test", "init.lua"), "-c", "luafile " + s.script}
	outside := filepath.Join(dir, "outside")
	if err := os.Mkdir(outside, 0o755); err != nil {
		t.Fatal(err)
	}
	s.env = append(cleanEnviron(), "HOME="+dir, "XDG_CONFIG_HOME="+dir+"/config", "XDG_DATA_HOME="+dir+"/data", "XDG_STATE_HOME="+dir+"/state",
		"XDG_CACHE_HOME="+dir+"/cache", "SIBYL_DATA_DIR="+dir+"/index", "SIBYL_TEST_PLUGIN="+plugin, "SIBYL_TEST_BINARY="+testkit.Binary(t),
		"SIBYL_TEST_REPORT="+s.report, "SIBYL_TEST_PLUGINS="+os.Getenv("SIBYL_NVIM_PLUGINS"), "SIBYL_TEST_OUTSIDE="+outside, "SIBYL_TEST_CONTROL="+strings.TrimPrefix(m.URL, "http://"))
	if llmURL != "" {
		s.env = append(s.env, "SIBYL_LLM_BASE_URL="+llmURL, "SIBYL_LLM_MODEL=test-model", "SIBYL_LLM_API_KEY=test-key")
	}
	return s
}

// runSession runs one Neovim with one script. Every check that the script names must be reported, and the end must be reached.
func runSession(t *testing.T, script string, m *testkit.Model, llmURL string) {
	s := newSession(t, script, m, llmURL)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.nvim, append([]string{"--headless"}, s.args...)...)
	cmd.Dir, cmd.Env = s.workspace, s.env
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("Neovim: %v\n%s", err, output)
	}
	checkReport(t, s.script, s.report, output)
	if t.Failed() {
		log, _ := os.ReadFile(filepath.Join(s.dir, "state", "nvim", "lsp.log"))
		t.Logf("Neovim's LSP log:\n%s", tail(log, 4000))
	}
}

// checkReport makes a subtest of each check that the script has.
func checkReport(t *testing.T, script, report string, output []byte) {
	source, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	lines, _ := os.ReadFile(report)
	results := map[string]string{}
	finished := false
	for line := range strings.Lines(string(lines)) {
		line = strings.TrimSpace(line)
		finished = finished || line == "done"
		if name, ok := strings.CutPrefix(line, "ok "); ok {
			results[name] = "ok"
		} else if rest, ok := strings.CutPrefix(line, "FAIL "); ok {
			name, why, _ := strings.Cut(rest, ": ")
			results[name] = strings.ReplaceAll(why, " ⏎ ", "\n")
		}
	}
	names := regexp.MustCompile(`(?m)^(?:h\.)?check\('([^']+)'`).FindAllSubmatch(source, -1)
	if len(names) == 0 {
		t.Fatalf("%s has no checks", script)
	}
	for _, n := range names {
		t.Run(string(n[1]), func(t *testing.T) {
			switch result, ran := results[string(n[1])]; {
			case !ran:
				t.Errorf("was not run; Neovim said:\n%s", output)
			case result != "ok":
				t.Error(result)
			}
		})
	}
	if !finished {
		t.Errorf("the session ended early; Neovim said:\n%s", output)
	}
}

func TestMain(m *testing.M) {
	code := m.Run()
	testkit.RemoveBinary()
	os.Exit(code)
}

// makeWorkspace copies testdata/workspace into a git work tree.
func makeWorkspace(t *testing.T, dir string) string {
	if err := os.CopyFS(dir, os.DirFS("testdata/workspace")); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("git", "init", "-q", dir).CombinedOutput(); err != nil {
		t.Fatalf("git init: %v\n%s", err, out)
	}
	return dir
}

// cleanEnviron is the environment without settings and keys of the person who runs the test.
func cleanEnviron() (out []string) {
	for _, kv := range os.Environ() {
		if !strings.HasPrefix(kv, "SIBYL_") && !strings.HasPrefix(kv, "OPENAI_") && !strings.HasPrefix(kv, "VIM") {
			out = append(out, kv)
		}
	}
	return out
}

func tail(b []byte, n int) []byte {
	if len(b) > n {
		b = append([]byte(fmt.Sprintf("… %d bytes …\n", len(b)-n)), b[len(b)-n:]...)
	}
	return bytes.TrimSpace(b)
}
