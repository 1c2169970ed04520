package bug

import (
	"bytes"
	"errors"
	"log/slog"
	"runtime"
	"strings"
	"testing"
)

func TestPanicsUnderTest(t *testing.T) {
	for name, report := range map[string]func(){
		"Errorf": func() { Errorf("no %s", "way") },
		"Report": func() { Report(errors.New("no way")) },
		"Recover lets it pass": func() {
			var err error
			defer Recover(&err)
			Errorf("no way")
		},
	} {
		func() {
			defer func() {
				if p, _ := recover().(reported); p != "no way" {
					t.Errorf("%s: panicked with %v", name, p)
				}
			}()
			report()
		}()
	}
	Report(nil)
}

func TestLoggedOnceForEachPlace(t *testing.T) {
	inTheField(t)
	var log bytes.Buffer
	old := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(&log, nil)))
	defer slog.SetDefault(old)

	for i := range 5 {
		Errorf("here %d", i)
	}
	Errorf("there")
	for range 2 {
		Report(errors.New("and there"))
	}
	if n := strings.Count(log.String(), "level=ERROR"); n != 3 {
		t.Errorf("%d lines in the log, want 3:\n%s", n, &log)
	}
	for _, want := range []string{"here 0", "err=there", "and there", "bug_test.go:", "TestLoggedOnceForEachPlace"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("%q is missing in\n%s", want, &log)
		}
	}
}

func inTheField(t *testing.T) {
	underTest = func() bool { return false }
	t.Cleanup(func() { underTest = testing.Testing; seen.Clear() })
}

func TestRecover(t *testing.T) {
	outOfRange := func(list []int) (n int, err error) {
		defer Recover(&err)
		return list[3], nil
	}
	_, err := outOfRange(nil)
	var p *Panic
	var runtimeError runtime.Error
	if !errors.As(err, &p) || !errors.As(err, &runtimeError) || !strings.Contains(p.Stack, "TestRecover") {
		t.Fatalf("error %#v", err)
	}
	if strings.Contains(err.Error(), "goroutine") || !strings.Contains(err.Error(), "index out of range") {
		t.Errorf("text %q", err)
	}
	if n, err := outOfRange([]int{0, 1, 2, 3}); n != 3 || err != nil {
		t.Errorf("without a panic: %d, %v", n, err)
	}
	func() {
		defer Recover(&err)
		panic("plain")
	}()
	if err.Error() != "panic: plain" {
		t.Errorf("text %q", err)
	}
}
