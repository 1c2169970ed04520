package nvim

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sibyl-ls/sibyl/internal/testkit"
)

// TestScreenshot draws the answer window as docs/img/nvim-ask.svg ("make screenshot"): Neovim runs in tmux, which is asked for its
// screen. $SIBYL_SCREENSHOT names the file.
func TestScreenshot(t *testing.T) {
	file := os.Getenv("SIBYL_SCREENSHOT")
	if file == "" {
		t.Skip("SIBYL_SCREENSHOT does not name a file to draw: run \"make screenshot\"")
	}
	m := testkit.NewModel(t)
	s := newSession(t, "session_screenshot.lua", m, m.URL+"/v1")
	ready := filepath.Join(s.dir, "ready")
	socket := "sibyl-" + filepath.Base(filepath.Dir(s.dir))
	tmux := func(ctx context.Context, args ...string) string {
		cmd := exec.CommandContext(ctx, "tmux", append([]string{"-f", "/dev/null", "-L", socket}, args...)...)
		cmd.Dir, cmd.Env = s.workspace, append(s.env, "TERM=xterm-256color", "LC_ALL=C.UTF-8")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("tmux %s: %v\n%s", args[0], err, out)
		}
		return string(out)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	// The server of a Neovim that .ci/neovim has unpacked cannot be started by its own terminal client: they are started apart.
	address := filepath.Join(s.dir, "nvim.sock")
	server := exec.CommandContext(ctx, s.nvim, append([]string{"--headless", "--listen", address}, s.args...)...)
	server.Dir, server.Env = s.workspace, append(s.env, "SIBYL_TEST_READY="+ready)
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer server.Wait()
	defer server.Process.Kill()
	poll(ctx, t, "Neovim's address", func() bool { return exists(address) })
	tmux(ctx, "new-session", "-d", "-x", "132", "-y", "30", s.nvim, "--server", address, "--remote-ui")
	defer tmux(context.WithoutCancel(ctx), "kill-server")
	poll(ctx, t, "the answer", func() bool { return exists(ready) })
	screen := tmux(ctx, "capture-pane", "-e", "-p")
	for _, part := range []string{"how are notes stored", "Citations (", "answered by"} {
		if !strings.Contains(screen, part) {
			t.Fatalf("%q is not on the screen:\n%s", part, screen)
		}
	}
	if err := os.WriteFile(file, []byte(drawScreen(screen, 132)), 0o644); err != nil {
		t.Fatal(err)
	}
	fmt.Println("wrote", file)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// poll waits until done returns true.
func poll(ctx context.Context, t *testing.T, what string, done func() bool) {
	t.Helper()
	for tick := time.Tick(50 * time.Millisecond); !done(); {
		select {
		case <-tick:
		case <-ctx.Done():
			t.Fatalf("waited in vain for %s", what)
		}
	}
}
