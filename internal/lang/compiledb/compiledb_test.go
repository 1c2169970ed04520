package compiledb

import (
	"slices"
	"testing"
)

func TestFolders(t *testing.T) {
	for _, tt := range []struct {
		command string
		want    []string
	}{
		{"cc -c a.c", nil},
		{"cc -isystem /s -Iinclude -I gen -iquote q -DX=-Inot a.c", []string{"q", "include", "gen", "/s"}},
		{`cc "-Iwith space" -I'single quoted' -Iback\ slash a.c`, []string{"with space", "single quoted", "back slash"}},
		{`"-I\"quoted\""`, []string{`"quoted"`}},
		{"cl /IC:/sdk /I gen a.c", []string{"C:/sdk", "gen"}},
		{"cc -I", nil},
	} {
		if got := folders(words(tt.command)); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.command, got, tt.want)
		}
	}
}

func TestAbsolute(t *testing.T) {
	for _, tt := range []struct{ dir, path, want string }{
		{"/b", "../include", "/include"},
		{"/b", "/x/../y", "/y"},
		{`C:\b`, `..\include`, "C:/include"},
		{`C:\b`, `D:\x`, "D:/x"},
	} {
		if got := absolute(tt.dir, tt.path); got != tt.want {
			t.Errorf("absolute(%q, %q) = %q, want %q", tt.dir, tt.path, got, tt.want)
		}
	}
}
