package llm

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestKeysInTextsAreBlanked(t *testing.T) {
	pem := "a\n-----BEGIN RSA PRIVATE KEY-----\nMIIabc\nxyz\n-----END RSA PRIVATE KEY-----\nb"
	got := Redact(pem)
	if strings.Contains(got, "MIIabc") || strings.Count(got, "\n") != strings.Count(pem, "\n") || !strings.HasSuffix(got, "\nb") {
		t.Errorf("got %q", got)
	}
	for _, secret := range []string{key, "AKIAIOSFODNN7EXAMPLE", "ghp_" + strings.Repeat("a1", 18), "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc_DEF-123"} {
		if got := Redact(`token = "` + secret + `"`); got != `token = "[redacted]"` {
			t.Errorf("got %s", got)
		}
	}
	for _, plain := range []string{"task-force", "risk-assessment-of-everything-else", "AKIA", "sk-learn"} {
		if got := Redact(plain); got != plain {
			t.Errorf("%s became %s", plain, got)
		}
	}
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
