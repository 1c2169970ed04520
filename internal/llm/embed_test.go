package llm

import (
	"context"
	"io"
	"net/http"
	"testing"
)

func TestEmbed(t *testing.T) {
	for _, test := range []struct {
		name, body string
		kind       Kind
		first      float32
	}{
		{"in order of their numbers", `{"data":[{"index":1,"embedding":[2,0]},{"index":0,"embedding":[1,0]}]}`, "", 1},
		{"unnumbered", `{"data":[{"embedding":[1,0]},{"embedding":[2,0]}]}`, "", 1},
		{"too few", `{"data":[{"index":0,"embedding":[1]}]}`, BadResponse, 0},
		{"twice the same", `{"data":[{"index":1,"embedding":[1]},{"index":1,"embedding":[1]}]}`, BadResponse, 0},
		{"out of range", `{"data":[{"index":0,"embedding":[1]},{"index":2,"embedding":[1]}]}`, BadResponse, 0},
		{"empty vector", `{"data":[{"index":0,"embedding":[]},{"index":1,"embedding":[]}]}`, BadResponse, 0},
		{"different lengths", `{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1,2]}]}`, BadResponse, 0},
		{"text instead of numbers", `{"data":[{"index":0,"embedding":["x"]}]}`, BadResponse, 0},
		{"no JSON", `<html>`, BadResponse, 0},
		{"half an answer", `{"data":[{"index":0,"embedd`, Cut, 0},
	} {
		c, _ := endpoint(t, func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, test.body) })
		v, err := c.Embed(context.Background(), "", 0, []string{"a", "b"})
		if KindOf(err) != test.kind || err == nil && (len(v) != 2 || v[0][0] != test.first) {
			t.Errorf("%s: got %v, %s: %v", test.name, v, KindOf(err), err)
		}
	}
}
