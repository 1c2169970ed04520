package cli

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestAppendJSON(t *testing.T) {
	for _, s := range []string{"", "a", "<&>", "\"\\/", "\t\x01\x7f", "東\u2028", "\xff"} {
		var want strings.Builder
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		if err := e.Encode(s); err != nil || string(appendJSON(nil, s))+"\n" != want.String() {
			t.Errorf("%q: %s, want %s", s, appendJSON(nil, s), want.String())
		}
	}
}
