package main

import (
	"strings"
	"testing"
)

func TestCleanSubject(t *testing.T) {
	for subject, want := range map[string]string{
		"fix(parser): do not lose the last line of a file (#123)": "do not lose the last line of a file",
		"net/http: close idle connections when a proxy hangs up":  "close idle connections when a proxy hangs up",
		"[core] Retry when the lease is gone, fixes GH-12":        "Retry when the lease is gone, fixes",
		"Bump lodash from 4.17.20 to 4.17.21":                     "",
		"Merge branch 'main' into feature":                        "",
		"chore: update dependencies of everything":                "",
	} {
		if got := cleanSubject(subject); got != want {
			t.Errorf("cleanSubject(%q) = %q, want %q", subject, got, want)
		}
	}
}

func TestCommitPairs(t *testing.T) {
	log := `Keep the queue when the disk is full

A full disk made the writer drop what it had not yet written down.

Signed-off-by: A <a@b.c>
` + messageEnd + `
diff --git a/queue_test.go b/queue_test.go
+++ b/queue_test.go
@@ -1,0 +1,4 @@ package queue
+func TestFull(t *testing.T) {
+	fill()
+	check()
+}
diff --git a/queue.go b/queue.go
+++ b/queue.go
@@ -10,2 +10,4 @@ type Queue struct {
 func (q *Queue) write() {
-	q.items = nil
+	if err := q.flush(); err != nil {
+		return
+	}
`
	c := commit{open: true}
	for line := range strings.SplitSeq(log, "\n") {
		c.read(line)
	}
	var got []string
	c.pairs(func(kind, _, query, code string) { got = append(got, kind+" | "+query+" | "+code) })
	code := "queue.go\ntype Queue struct {\nfunc (q *Queue) write() {\n\tif err := q.flush(); err != nil {\n\t\treturn\n\t}\n"
	want := []string{
		"commit | Keep the queue when the disk is full | " + code,
		"commit | A full disk made the writer drop what it had not yet written down. | " + code,
	}
	if strings.Join(got, "\n\n") != strings.Join(want, "\n\n") {
		t.Errorf("pairs:\n%s\nwant:\n%s", strings.Join(got, "\n\n"), strings.Join(want, "\n\n"))
	}
}

func TestFurther(t *testing.T) {
	doc := "Opens the store.\n\nThe lock is taken first, so that a second process sees it.\n\nReturns: the store\n\nNothing of this is read any more."
	got := strings.Join(further(doc), "|")
	if want := "The lock is taken first, so that a second process sees it."; got != want {
		t.Errorf("further = %q, want %q", got, want)
	}
}
