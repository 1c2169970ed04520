package llm

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestKeysInTextsAreBlanked(t *testing.T) {
	c, _ := endpoint(t, func(w http.ResponseWriter, r *http.Request) {
		if body, _ := io.ReadAll(r.Body); strings.Contains(string(body), key) {
			t.Error("a key was sent in a text")
		}
		io.WriteString(w, `{"data":[{"index":0,"embedding":[1]}]}`)
	})
	if _, err := c.Embed(context.Background(), "", 0, []string{key}); err != nil {
		t.Error(err)
	}
}
