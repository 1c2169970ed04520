package indexer

import (
	"bytes"
	"regexp"
	"strings"
)

// headBytes is how much of a file's start decides what it is.
const headBytes = 8 << 10

func firstBytes(b []byte) []byte { return b[:min(len(b), headBytes)] }

// isBinary reports whether a file that starts with b is no text: it has a NUL in its first 8 kB. Text in UTF-16 has NULs, too; a
// byte-order mark tells it, as it does to text.Decode.
func isBinary(b []byte) bool {
	b = firstBytes(b)
	if bytes.HasPrefix(b, []byte{0xff, 0xfe}) && !bytes.HasPrefix(b, []byte{0xff, 0xfe, 0, 0}) || bytes.HasPrefix(b, []byte{0xfe, 0xff}) {
		return false
	}
	return bytes.IndexByte(b, 0) >= 0
}

// generatedText reports whether text that starts with b was written by a program: a comment in its first lines says so, or it is minified.
func generatedText(b []byte) bool {
	return isMinified(firstBytes(b)) || saysGenerated(firstBytes(b))
}

// longLine is the length in bytes from which a line was not written by hand. Half of the text must stand in such lines, so that one
// long string or data row among code does not count.
const longLine = 1000

func isMinified(b []byte) bool {
	long, total := 0, len(b)
	if total < 2*longLine {
		return false
	}
	for len(b) > 0 {
		n := bytes.IndexByte(b, '\n')
		if n < 0 {
			n = len(b) - 1
		}
		if n >= longLine {
			long += n
		}
		b = b[n+1:]
	}
	return long > total/2
}

// markerLines is how many lines are searched for a marker. Go's rule (golang.org/s/generatedcode) allows it anywhere before the first
// code; licence texts may stand above it.
const markerLines = 40

// commentLine matches a line of a comment, in any language: text after signs, or after nothing inside of a block.
var commentLine = regexp.MustCompile(`^\s*(//|/\*|\*|#|--|;|<!--|%|"""|'''|\(\*|\{-|rem |'|!|~|dnl )`)

// marker matches what generators write. The first two alternatives need "do not edit" in the same or in the next line.
var (
	generatedBy = regexp.MustCompile(`\b(auto[- ]?|automatically )?generated\b`)
	doNotEdit   = regexp.MustCompile(`\b(do not|don't|should not|must not) (be )?(manually |hand[- ]?)?(edit|modif|chang)`)
	certain     = regexp.MustCompile(`(^|[^\w"'` + "`" + `])@(partially-)?generated\b|<auto-?generated\b|` +
		`\b(auto-?generated|automatically generated|generated automatically) (by|from|with|using)\b|` +
		`\bthis (file|code|module|class) (is|was|has been) (auto[- ]?|automatically )?generated\b`)
)

func saysGenerated(b []byte) bool {
	if !bytes.Contains(b, []byte("enerated")) && !bytes.Contains(b, []byte("ENERATED")) {
		return false // every marker has the word; most files do not
	}
	previous := ""
	for range markerLines {
		line, rest, more := bytes.Cut(b, []byte("\n"))
		if commentLine.Match(bytes.ToLower(line)) {
			text := strings.ToLower(string(line))
			both := previous + " " + text
			if strings.Contains(both, "generated") && (certain.MatchString(text) || isMarker(text) || isMarker(both)) {
				return true
			}
			previous = text
		} else {
			previous = ""
		}
		if !more {
			return false
		}
		b = rest
	}
	return false
}

func isMarker(text string) bool { return generatedBy.MatchString(text) && doNotEdit.MatchString(text) }

// binaryName reports whether a path ends like those of files that are never text, so that they need not be opened.
func binaryName(rel string) bool {
	base := baseOf(rel)
	i := strings.LastIndexByte(base, '.')
	return i >= 0 && binaryEnds[strings.ToLower(base[i+1:])]
}

// binaryEnds leaves out what is text elsewhere: ts, mod, obj, dat, key, m.
var binaryEnds = words(`png jpg jpeg gif bmp ico icns webp avif heic tif tiff psd xcf sketch
	mp3 wav flac ogg oga opus m4a aac wma mid mp4 m4v mov avi mkv webm wmv flv mpg mpeg
	zip gz tgz bz2 xz zst lz4 lzma 7z rar tar jar war ear aar apk ipa deb rpm dmg iso img cab msi whl egg gem nupkg crx vsix
	exe dll so dylib a o lib pdb class pyc pyo pyd elc beam wasm node rlib rmeta hi ko efi
	ttf otf woff woff2 eot pdf doc docx xls xlsx ppt pptx odt ods odp epub mobi
	sqlite sqlite3 db mdb ldb parquet feather arrow avro orc npy npz pkl pickle h5 hdf5 rds rdata
	pt pth onnx safetensors gguf ggml tflite keras joblib bin swp swo ds_store blend fbx glb stl`)

var secretMark = regexp.MustCompile(`^(Bag Attributes\n(?s:.{0,400}?))?-----BEGIN [A-Z0-9 ]*PRIVATE KEY( BLOCK)?-----`)

// secretText reports whether a text is a private key, whatever its file is called. Code in which a key stands is no key.
func secretText(b []byte) bool { return secretMark.Match(bytes.TrimSpace(firstBytes(b))) }
