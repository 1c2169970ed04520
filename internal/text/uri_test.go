package text

import (
	"path"
	"strings"
	"testing"
)

func TestPathFromURI(t *testing.T) {
	for uri, want := range map[string]string{
		"file:///home/a/b.go":                "/home/a/b.go",
		"file:///home/a%20b/c%23d%25e%3F.go": "/home/a b/c#d%e?.go",
		"file:///a b/c#d/100%/e?f/%zz%4":     "/a b/c#d/100%/e?f/%zz%4", // not escaped by the client
		"file:///%e6%97%a5%E6%9C%AC/é":       "/日本/é",
		"file:///a%0Ab%FF":                   "/a\nb\xff",
		"file:/home/a":                       "/home/a",
		"FILE://localhost/a":                 "/a",
		"file:///work/":                      "/work",
		"file:///a//b/../c/./d":              "/a/c/d",
		"file:///":                           "/",
		"file:///c%3A/Users/x.go":            "C:/Users/x.go",
		"file:///C:/Users/x.go":              "C:/Users/x.go",
		"file:///c:/Users/x.go":              "C:/Users/x.go",
		"file:///c%3a%5CUsers%5Cx.go":        "C:/Users/x.go",
		"file://C:/Users/x.go":               "C:/Users/x.go",
		"file:///c%3A":                       "C:/",
		"file:///x/../a:":                    "A:/",
		"file:///c%3A/":                      "C:/",
		"file://server/share/a%20b":          "//server/share/a b",
		"file:////server/share/a":            "//server/share/a",
		"file:////A:":                        "A:/",
		"file:////localhost/x":               "/x",
		"file:///a:b/c":                      "/a:b/c",
		"file:///cc:/d":                      "/cc:/d",
	} {
		if got, ok := PathFromURI(uri); got != want || !ok {
			t.Errorf("%s: %q %v, want %q", uri, got, ok, want)
		}
	}
	for _, uri := range []string{"", "file", "file:", "file://", "file://host", "file:rel/x", "untitled:Untitled-1", "git:/a", "http://x/y",
		"vscode-notebook-cell:/a#b", "/a/b", "file:///a%00b", "file://../x", "file://a%2Fb/x"} {
		if got, ok := PathFromURI(uri); ok {
			t.Errorf("%q is a file: %q", uri, got)
		}
	}
}

func TestURIFromPath(t *testing.T) {
	for file, want := range map[string]string{
		"/home/a b/c#d%e.go": "file:///home/a%20b/c%23d%25e.go",
		"/日本":                "file:///%E6%97%A5%E6%9C%AC",
		"/":                  "file:///",
		"C:/Users/x":         "file:///C:/Users/x",
		`c:\Users\x`:         "file:///C:/Users/x",
		"//server/share/a":   "file://server/share/a",
		`\\server\share\a`:   "file://server/share/a",
		`/a\b`:               "file:///a%5Cb",
		"/a:b/@~+(1).go":     "file:///a%3Ab/%40~%2B%281%29.go",
	} {
		if got := URIFromPath(file); got != want {
			t.Errorf("%s: %s, want %s", file, got, want)
		}
	}
}

func FuzzURI(f *testing.F) {
	for _, s := range []string{"/a b/c", "/日本/é#%?", "C:/x/y", "//server/share/x", "/%41", "/a\\b", "/\xff\n", "file://%2F/x", "file:////a//b", "/C:/x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		// Any text as a URI: what is accepted is a clean absolute path that has a URI of its own.
		if file, ok := PathFromURI(s); ok {
			if again, ok := PathFromURI(URIFromPath(file)); !ok || again != file {
				t.Errorf("%q names %q, whose URI %q names %q", s, file, URIFromPath(file), again)
			}
		}
		// Any text as a path.
		if strings.Contains(s, "\x00") {
			return
		}
		file := path.Clean("/" + s)
		if isDrive(file[1:]) {
			file = strings.ToUpper(file[1:2]) + ":" + path.Clean("/"+strings.ReplaceAll(file[3:], `\`, "/"))
		}
		if got, ok := PathFromURI(URIFromPath(file)); !ok || got != file {
			t.Errorf("%q has the URI %q, which names %q", file, URIFromPath(file), got)
		}
	})
}
