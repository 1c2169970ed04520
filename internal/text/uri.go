package text

import (
	"path"
	"strings"
)

// PathFromURI returns the absolute, slash-separated, clean path that a file URI names. ok is false for what is no file on disk:
// "untitled:Untitled-1", "git:/x", relative or empty paths.
//
// Clients differ, and all of these are read: "file:///c%3A/a b", "file:///C:/a%20b", "file:/x", "file://localhost/x", and a "#", "?" or "%" that
// should have been escaped. A drive letter becomes upper case, so that one file has one path; "file://server/share" is
// "//server/share". On every system: "/C:/x" cannot be named, since Windows clients write "C:/x" so.
func PathFromURI(uri string) (file string, ok bool) {
	const scheme = "file:"
	if len(uri) < len(scheme) || !strings.EqualFold(uri[:len(scheme)], scheme) {
		return "", false
	}
	rest := uri[len(scheme):]
	host := ""
	if authority, found := strings.CutPrefix(rest, "//"); found {
		i := strings.IndexByte(authority, '/')
		if i < 0 {
			return "", false
		}
		host, rest = unescape(authority[:i]), unescape(authority[i:])
	} else {
		rest = unescape(rest)
	}
	if host == "" && strings.HasPrefix(rest, "//") { // "file:////server/share"
		host, rest, _ = strings.Cut(strings.TrimLeft(rest, "/"), "/")
		rest = "/" + rest
	}
	switch {
	case strings.ContainsRune(host+rest, 0):
		return "", false
	case isDrive(host): // "file://C:/x" lacks a slash
		rest, host = "/"+host+rest, ""
	case strings.EqualFold(host, "localhost"):
		host = ""
	}
	if !strings.HasPrefix(rest, "/") {
		return "", false
	}
	if host != "" {
		if host == "." || host == ".." || strings.Contains(host, "/") {
			return "", false
		}
		return "//" + host + path.Clean(rest), true
	}
	if !isDrive(rest[1:]) {
		rest = path.Clean(rest) // may bring a drive letter to the front
	}
	if isDrive(rest[1:]) {
		rest = strings.ReplaceAll(rest, `\`, "/")
		return strings.ToUpper(rest[1:2]) + ":" + path.Clean("/"+rest[3:]), true
	}
	return rest, true
}

// URIFromPath returns the file URI of an absolute path; slashes may be backslashes after a drive letter and in "\\server\share".
// All bytes but letters, digits, "-._~/" and the drive's colon are escaped. PathFromURI is its inverse for clean paths.
func URIFromPath(file string) string {
	if isDrive(file) || strings.HasPrefix(file, `\\`) {
		file = strings.ReplaceAll(file, `\`, "/")
	}
	var b strings.Builder
	b.WriteString("file://")
	switch {
	case isDrive(file):
		b.WriteByte('/')
		b.WriteString(strings.ToUpper(file[:1]) + ":")
		file = file[2:]
	case strings.HasPrefix(file, "//"):
		file = file[2:]
	}
	for i := range len(file) {
		if c := file[i]; isUnreserved(c) {
			b.WriteByte(c)
		} else {
			const digits = "0123456789ABCDEF"
			b.Write([]byte{'%', digits[c>>4], digits[c&15]})
		}
	}
	return b.String()
}

// isDrive reports whether p starts with a drive letter: "C:", "c:/x".
func isDrive(p string) bool {
	return len(p) >= 2 && p[1] == ':' && isLetter(p[0]) && (len(p) == 2 || p[2] == '/' || p[2] == '\\')
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isUnreserved(c byte) bool {
	return isLetter(c) || c >= '0' && c <= '9' || strings.IndexByte("-._~/", c) >= 0
}

// unescape decodes "%41". What is no escape stays as it is.
func unescape(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			high, low := hex(s[i+1]), hex(s[i+2])
			if high >= 0 && low >= 0 {
				b = append(b, byte(high<<4|low))
				i += 2
				continue
			}
		}
		b = append(b, s[i])
	}
	return string(b)
}

func hex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c|0x20 >= 'a' && c|0x20 <= 'f':
		return int(c|0x20-'a') + 10
	}
	return -1
}
