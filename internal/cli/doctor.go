package cli

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/sibyl-ls/sibyl/indexer"
	"github.com/sibyl-ls/sibyl/internal/config"
)

// finding is one line of the doctor's report.
type finding struct {
	Check  string `json:"check"`
	State  string `json:"state"` // ok, warn, fail
	Detail string `json:"detail"`
}

func doctor(ctx context.Context, c *call) (bool, error) {
	root, err := c.root()
	if err != nil {
		return false, err
	}
	s := c.settings()
	all := []finding{
		{"version", "ok", strings.TrimSpace(Version + " " + revision())},
		checkGit(ctx),
		checkDataDir(s.DataDir),
	}
	all = append(all, checkWorkspace(ctx, s, root)...)
	all = append(all, checkLLM(s.LLM), checkEmbed(s.Embed))
	failed := 0
	for _, f := range all {
		if f.State == "fail" {
			failed++
		}
	}
	if c.opts.json {
		err = c.printJSON(all)
	} else {
		t := table{}
		for _, f := range all {
			t.add(f.State, f.Check, f.Detail)
		}
		t.print(c.out)
	}
	if err == nil && failed > 0 {
		c.out.Flush()
		err = fmt.Errorf("%d of %d checks failed", failed, len(all))
	}
	return true, err
}

func checkGit(ctx context.Context) finding {
	out, err := exec.CommandContext(ctx, "git", "--version").Output()
	if err != nil {
		return finding{"git", "warn", "not found: files are listed by a walk with the ignore files that it meets, and branches are not noticed"}
	}
	return finding{"git", "ok", strings.TrimSpace(strings.TrimPrefix(string(out), "git version "))}
}

// checkDataDir makes the folder and a file in it.
func checkDataDir(dir string) finding {
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return finding{"data folder", "fail", fmt.Sprintf("no cache folder is known (%v): set --data-dir or SIBYL_DATA_DIR", err)}
		}
		dir = filepath.Join(cache, "sibyl")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return finding{"data folder", "fail", fmt.Sprintf("%v: set --data-dir or SIBYL_DATA_DIR to a folder that can be written", err)}
	}
	f, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		return finding{"data folder", "fail", fmt.Sprintf("%v: set --data-dir or SIBYL_DATA_DIR to a folder that can be written", err)}
	}
	f.Close()
	os.Remove(f.Name())
	return finding{"data folder", "ok", dir}
}

// checkWorkspace opens the workspace as every command does, and tells what that had to say.
func checkWorkspace(ctx context.Context, s config.Config, root string) []finding {
	o := indexOptions(s)
	o.Roots = []string{root}
	w, err := indexer.Open(ctx, o)
	if err != nil {
		return []finding{{"workspace", "fail", err.Error()}}
	}
	defer w.Close()
	if err := w.Idle(ctx); err != nil {
		return []finding{{"workspace", "fail", err.Error()}}
	}
	st := w.Status()
	state := finding{"workspace", "ok", fmt.Sprintf("%s: %d files, %d chunks, %d skipped", root, st.Files, st.Chunks, len(st.Skipped))}
	if st.Files == 0 {
		state.State, state.Detail = "warn", root+": there is nothing to index here"
	}
	store := finding{"index", "ok", "up to date, embedder " + st.Embedder}
	if len(st.Notes) > 0 {
		store.State, store.Detail = "warn", strings.Join(st.Notes, "; ")
	}
	return []finding{state, store, {"languages", "ok", counts(st.Languages)}}
}

func checkLLM(s config.LLM) finding {
	if !s.Enabled() {
		return finding{"model", "ok", "none configured: answers are digests, no question leaves this machine"}
	}
	return endpoint("model", s.BaseURL, s.Model, s.APIKey, "questions and the snippets found for them are sent to")
}

func checkEmbed(s config.Embed) finding {
	if !s.Enabled() {
		return finding{"embedder", "ok", "built in: no code leaves this machine"}
	}
	return endpoint("embedder", s.BaseURL, s.Model, s.APIKey, "all indexed code and every query are sent to")
}

// endpoint says where data goes. It does not call the endpoint: that would cost the user something.
func endpoint(check string, base config.URL, model string, key config.Secret, what string) finding {
	f := finding{check, "ok", ""}
	where := base.String()
	if where == "" {
		where = "OpenAI"
		if key == "" {
			f.State = "warn"
		}
	}
	if model == "" {
		model = "its only model"
	}
	keyText := "no key is set"
	if key != "" {
		keyText = "a key is set"
	}
	f.Detail = fmt.Sprintf("%s %s (%s, %s)", what, where, model, keyText)
	return f
}
