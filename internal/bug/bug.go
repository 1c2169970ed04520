// Package bug reports what cannot happen.
package bug

import (
	"fmt"
	"log/slog"
	"testing"
)

// Errorf reports an impossible state: it panics under test and logs in the field.
func Errorf(format string, args ...any) {
	if testing.Testing() {
		panic(fmt.Sprintf(format, args...))
	}
	slog.Error("bug", "err", fmt.Sprintf(format, args...))
}
