package testkit

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

var built struct {
	once   sync.Once
	binary string
	err    error
	output []byte
}

// Binary returns the path of the program, built once for all tests of a package. RemoveBinary takes it away again.
func Binary(t testing.TB) string {
	built.once.Do(func() {
		dir, err := os.MkdirTemp("", "sibyl-test")
		if err != nil {
			built.err = err
			return
		}
		built.binary = filepath.Join(dir, "sibyl")
		built.output, built.err = exec.Command("go", "build", "-o", built.binary, "github.com/sibyl-ls/sibyl").CombinedOutput()
	})
	if built.err != nil {
		t.Fatalf("go build: %v\n%s", built.err, built.output)
	}
	return built.binary
}

// RemoveBinary removes what Binary built, for TestMain.
func RemoveBinary() {
	if built.binary != "" {
		os.RemoveAll(filepath.Dir(built.binary))
	}
}
