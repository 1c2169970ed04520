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
)

// TestScreenshot draws the answer window as docs/images/nvim-ask.svg ("make screenshot"): Neovim runs in tmux, which is asked for its
// screen. $SIBYL_SCREENSHOT names the file.
func TestScreenshot(t *testing.T) {
	file, nvim := os.Getenv("SIBYL_SCREENSHOT"), os.Getenv("SIBYL_NVIM")
	if file == "" || nvim == "" {
		t.Skip("SIBYL_SCREENSHOT and SIBYL_NVIM do not name a file to draw and a Neovim: run \"make screenshot\"")
	}
	m := newFakeModel(t)
	s := newSession(t, "session_screenshot.lua", m, m.URL+"/v1")
	ready := filepath.Join(s.dir, "ready")
	socket := "sibyl-" + filepath.Base(filepath.Dir(s.dir))
	tmux := func(ctx context.Context, args ...string) string {
		cmd := exec.CommandContext(ctx, "tmux", append([]string{"-f", "/dev/null", "-L", socket}, args...)...)
		cmd.Dir, cmd.Env = s.workspace, append(s.env, "SIBYL_TEST_READY="+ready, "TERM=xterm-256color", "LC_ALL=C.UTF-8")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("tmux %s: %v\n%s", args[0], err, out)
		}
		return string(out)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	tmux(ctx, "new-session", "-d", "-x", "132", "-y", "34", s.nvim+" "+strings.Join(s.quoted(), " "))
	defer tmux(context.WithoutCancel(ctx), "kill-server")
	for tick := time.Tick(100 * time.Millisecond); ; {
		if _, err := os.Stat(ready); err == nil {
			break
		}
		select {
		case <-tick:
		case <-ctx.Done():
			t.Fatalf("the answer does not come; the screen:\n%s", tmux(context.WithoutCancel(ctx), "capture-pane", "-p"))
		}
	}
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
