// Package bug is for what cannot happen.
//
// Invariant: a bug never ends the program of a person who uses it, and never stays unseen in a test. Whoever reports one goes on
// with the best answer that is left.
package bug

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"sync"
	"testing"
)

// Errorf reports an impossible state. It panics under test; in the field it logs the first report of each place in the code.
// The text must hold no file contents, prompts or keys.
func Errorf(format string, args ...any) {
	report(fmt.Sprintf(format, args...))
}

// Report is Errorf for an error that cannot happen; nil is none. Of a *Panic the stack is told, too.
func Report(err error) {
	var p *Panic
	switch {
	case errors.As(err, &p):
		report(err.Error() + "\n" + p.Stack)
	case err != nil:
		report(err.Error())
	}
}

// Recover turns a panic of the surrounding function into its error, which then is a *Panic. It is called by defer itself:
//
//	func parse() (err error) {
//		defer bug.Recover(&err)
//
// A bug that was reported under test goes on to panic.
func Recover(err *error) {
	switch v := recover().(type) {
	case nil:
	case reported:
		panic(v)
	default:
		*err = &Panic{Value: v, Stack: string(debug.Stack())}
	}
}

// Panic is the error that a panic was turned into. Its text does not have the stack, which belongs into the log only.
type Panic struct {
	Value any
	Stack string
}

func (p *Panic) Error() string { return fmt.Sprintf("panic: %v", p.Value) }

// Unwrap returns the value if that is an error: errors.As finds a runtime.Error.
func (p *Panic) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

// reported is what a report panics with.
type reported string

func (r reported) String() string { return "bug: " + string(r) }

// seen holds the places that have reported.
var seen sync.Map

// underTest is a variable, so that the package's own tests see both behaviours.
var underTest = testing.Testing

func report(text string) {
	if underTest() {
		panic(reported(text))
	}
	_, file, line, _ := runtime.Caller(2)
	if _, again := seen.LoadOrStore(fmt.Sprint(file, ":", line), true); !again {
		slog.Error("bug", "err", text, "at", fmt.Sprint(file, ":", line), "stack", string(debug.Stack()))
	}
}
