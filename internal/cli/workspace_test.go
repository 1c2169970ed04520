package cli_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sibyl-ls/sibyl/internal/cli"
)

// notes is a small workspace in two languages.
var notes = map[string]string{
	"store.py": `"""Keeps notes on the disk."""


class NoteStore:
    """A folder of notes."""

    def __init__(self, folder):
        self.folder = folder

    def save(self, note):
        """Write a note to the disk."""
        path = build_path(self.folder, note)
        with open(path, "w") as f:
            f.write(note)


def build_path(folder, note):
    """Return where a note is kept: its first word, lower case."""
    return folder + "/" + note.split()[0].lower()
`,
	"app.py": `"""Takes notes from the command line."""

from store import NoteStore


def add_note(text):
    store = NoteStore("notes")
    store.save(text)


def main(arguments):
    for text in arguments:
        add_note(text)
    add_note("done")


main([])
`,
	"web/server.go": `package web

// Serve answers requests until the listener closes.
func Serve(address string) error { return listen(address) }

func listen(address string) error { return nil }
`,
	"web/größe.py": `def straße():
    return 東京()


def 東京():
    return 1
`,
}

// TestMain removes the settings and keys of the person who runs the tests.
func TestMain(m *testing.M) {
	for _, kv := range os.Environ() {
		if name, _, _ := strings.Cut(kv, "="); strings.HasPrefix(name, "SIBYL_") || name == "OPENAI_API_KEY" {
			os.Unsetenv(name)
		}
	}
	os.Exit(m.Run())
}

// run is the result of a command.
type run struct {
	out, err string
	code     int
}

// sibyl runs a command in a folder with an index of its own below it.
func sibyl(t *testing.T, dir string, args ...string) run {
	t.Helper()
	return sibylInput(t, dir, "", args...)
}

func sibylInput(t *testing.T, dir, input string, args ...string) run {
	t.Helper()
	t.Setenv("SIBYL_DATA_DIR", filepath.Join(filepath.Dir(dir), "index"))
	var out, errOut bytes.Buffer
	code := cli.Run(t.Context(), append([]string{"-C", dir}, args...), strings.NewReader(input), &out, &errOut)
	return run{out.String(), errOut.String(), code}
}

// workspace writes files into a new folder that is a workspace.
func workspace(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "workspace")
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// decode reads JSON into v, which must have a field for every key.
func decode(t *testing.T, text string, v any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
}

// keys returns the keys of a JSON object.
func keys(t *testing.T, object string) map[string]json.RawMessage {
	t.Helper()
	m := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(object), &m); err != nil {
		t.Fatalf("%v in %s", err, object)
	}
	return m
}

func (r run) want(t *testing.T, code int, outParts ...string) {
	t.Helper()
	if r.code != code {
		t.Fatalf("exit code %d, want %d\nstdout: %s\nstderr: %s", r.code, code, r.out, r.err)
	}
	for _, part := range outParts {
		if !strings.Contains(r.out, part) {
			t.Errorf("%q is missing in the output:\n%s\nstderr: %s", part, r.out, r.err)
		}
	}
}

func (r run) wantErr(t *testing.T, code int, parts ...string) {
	t.Helper()
	r.want(t, code)
	for _, part := range parts {
		if !strings.Contains(r.err, part) {
			t.Errorf("%q is missing in standard error:\n%s\nstdout: %s", part, r.err, r.out)
		}
	}
}
