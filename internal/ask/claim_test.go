package ask

import (
	"strings"
	"testing"
)

// TestManyCitations: a line of many citations is read a few times, not once for each; that would take hours.
func TestManyCitations(t *testing.T) {
	text := strings.Repeat("see `f` in [a.go:1]. ", 50_000)
	ms := mentions(text)
	claims := claimsOf(text, ms)
	if len(claims) != 50_000 || !strings.Contains(claims[25_000].near, "`f`") || len(claims[25_000].sentence) > 3*maxClaim {
		t.Errorf("%d claims, near %q", len(claims), claims[25_000].near)
	}
}

func TestOpenBrackets(t *testing.T) {
	if ms := mentions(strings.Repeat("[(【", 100_000)); len(ms) > 0 {
		t.Errorf("%d citations", len(ms))
	}
}
