package all

import (
	"bytes"
	"testing"
)

// TestUnclosedMarkup gives what reads markup a text in which nothing is closed. It must end: reading to the end of the text at each start would take minutes.
func TestUnclosedMarkup(t *testing.T) {
	starts := []string{"{", "{{", "{`", "{`${", "{'\\", "{f('\\'\\'", "{\"\\", "<a b='{", "<a {", "<a b={", "{/*", "{//", "<!--", "<script>", "</", "{#each a as {", "{#if (", "v-for='{a in"}
	for _, l := range Languages.Languages() {
		if l.Embeds == nil {
			continue
		}
		for _, s := range starts {
			src := bytes.Repeat([]byte(s), 400_000/len(s))
			end := uint32(len(src))
			for _, is := range l.Embeds.Find(src) {
				if is.Start > is.End || is.End > end || is.From > is.To || is.To > end {
					t.Errorf("%s: %q: %+v does not lie in the text", l.Name, s, is)
					break
				}
			}
		}
	}
}
