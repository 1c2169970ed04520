package lang

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Misread says why a part of a file could not be read, for fact.File.Skipped. What could be read counts. offset is where; an error of encoding/json that knows better
// has precedence. "" without an error.
func Misread(src []byte, offset int64, err error) string {
	if err == nil {
		return ""
	}
	what := err.Error()
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		offset, what = int64(len(src)), "the end is missing"
	case errors.As(err, &syntax):
		offset = max(offset, syntax.Offset)
	case errors.As(err, &kind):
		offset = max(offset, kind.Offset)
		name := kind.Field
		if name == "" {
			name = "it"
		}
		what = fmt.Sprintf("%s is of the wrong type: %s", name, kind.Value)
	}
	line := bytes.Count(src[:min(max(offset, 0), int64(len(src)))], []byte("\n")) + 1
	return fmt.Sprintf("read with errors: line %d: %s", line, what)
}
