package server

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync"

	"go.lsp.dev/jsonrpc2"
)

const (
	maxBody   = 256 << 20 // bytes of one message; more cannot be a message of an editor
	maxHeader = 4 << 10   // bytes of one header line

	lengthField = "content-length:"
)

// stream frames messages as the base protocol says. Unlike jsonrpc2.NewHeaderStream, whose connection ends with the first
// bad frame, it answers such a frame with an error and goes on with the next one that it can find.
type stream struct {
	in    *bufio.Reader
	out   io.Writer
	close func() error
	ended func() // called when reading has come to its end

	mu    sync.Mutex // guards out: a message is one Write
	quit  bool       // set and read by the reading goroutine only, as is lost
	lost  bool       // the next header is not where it should be
	write []byte
}

func newStream(c io.ReadWriteCloser, ended func()) *stream {
	return &stream{in: bufio.NewReaderSize(c, 64<<10), out: c, close: sync.OnceValue(c.Close), ended: ended}
}

// Read returns the next message that is well formed.
func (s *stream) Read(context.Context) (jsonrpc2.Message, int64, error) {
	for !s.quit {
		body, err := s.frame()
		if err != nil {
			if s.answer(err); isProtocolError(err) {
				continue
			}
			s.ended()
			return nil, 0, err
		}
		m, err := jsonrpc2.DecodeMessage(body)
		if err == nil {
			return m, int64(len(body)), nil
		}
		if json.Valid(body) {
			err = &badMessage{id: idOf(body), err: jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "this is JSON but no JSON-RPC 2.0 message (batches are not part of LSP)")}
		} else {
			err = parseError("the body of a message is not JSON")
		}
		s.answer(err)
	}
	s.ended()
	return nil, 0, io.EOF
}

// Write sends m. It does not look at its context: an answer that is ready goes out.
func (s *stream) Write(_ context.Context, m jsonrpc2.Message) (int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	const room = len("Content-Length: 2147483647\r\n\r\n")
	s.write = jsonrpc2.AppendMessage(append(s.write[:0], make([]byte, room)...), m)
	header := "Content-Length: " + strconv.Itoa(len(s.write)-room) + "\r\n\r\n"
	start := room - len(header)
	copy(s.write[start:], header)
	n, err := s.out.Write(s.write[start:])
	if cap(s.write) > 1<<20 {
		s.write = nil
	}
	return int64(n), err
}

func (s *stream) Close() error { return s.close() }

// badMessage is an error about a message whose id could be read.
type badMessage struct {
	id  jsonrpc2.ID
	err *jsonrpc2.Error
}

func (b *badMessage) Error() string { return b.err.Error() }
func (b *badMessage) Unwrap() error { return b.err }

func isProtocolError(err error) bool {
	var e *jsonrpc2.Error
	return errors.As(err, &e)
}

// answer tells the client about a frame that could not be read; other errors mean that there is nobody to tell.
func (s *stream) answer(err error) {
	if !isProtocolError(err) {
		return
	}
	var id jsonrpc2.ID
	if bad, ok := errors.AsType[*badMessage](err); ok {
		id = bad.id
	}
	// A client that cannot be written to ends the connection at the next read or answer.
	_, _ = s.Write(context.Background(), jsonrpc2.NewResponse(id, nil, err))
}

func idOf(body []byte) jsonrpc2.ID {
	var m struct{ ID json.RawMessage }
	if json.Unmarshal(body, &m) != nil {
		return jsonrpc2.ID{}
	}
	var n int64
	if json.Unmarshal(m.ID, &n) == nil && string(m.ID) != "null" {
		return jsonrpc2.NewNumberID(n)
	}
	var t string
	if json.Unmarshal(m.ID, &t) == nil && string(m.ID) != "null" {
		return jsonrpc2.NewStringID(t)
	}
	return jsonrpc2.ID{}
}

// frame reads one header block and its body. After a protocol error the next call searches for the next header.
func (s *stream) frame() ([]byte, error) {
	if s.lost {
		if err := s.resync(); err != nil {
			return nil, err
		}
	}
	length, begun := 0, false
	for {
		line, err := s.line()
		if err != nil {
			return nil, err
		}
		if line == "" && !begun {
			continue // a stray line end between two messages
		}
		begun = true
		if i := strings.Index(lowerASCII(line), lengthField); i > 0 {
			s.answer(parseError("there are bytes before a header, perhaps of a body that was longer than its Content-Length"))
			line = line[i:]
		}
		name, value, isField := strings.Cut(line, ":")
		switch {
		case line == "" && length > 0:
			return s.body(length)
		case !isField || len(line) >= maxHeader:
			s.lost = true
			return nil, parseError("a header line is malformed or Content-Length is missing")
		case strings.EqualFold(strings.TrimSpace(name), "Content-Length"):
			length, err = strconv.Atoi(strings.TrimSpace(value))
			if err != nil || length <= 0 || length > maxBody {
				s.lost = true
				return nil, parseError("Content-Length is not a number between 1 and " + strconv.Itoa(maxBody))
			}
		}
	}
}

func parseError(message string) error { return jsonrpc2.NewError(jsonrpc2.ParseError, message) }

// line reads a header line without its end; of a longer one than maxHeader only a part of that size.
func (s *stream) line() (string, error) {
	var line []byte
	for len(line) < maxHeader {
		c, err := s.in.ReadByte()
		if err != nil {
			return "", err
		}
		if c == '\n' {
			return string(bytes.TrimSuffix(line, []byte("\r"))), nil
		}
		line = append(line, c)
	}
	return string(line), nil
}

// body reads in pieces, so that a wrong length does not allocate what never comes.
func (s *stream) body(length int) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(min(length, 1<<20))
	if _, err := io.CopyN(&b, s.in, int64(length)); err != nil {
		return nil, io.ErrUnexpectedEOF
	}
	return b.Bytes(), nil
}

// resync skips input up to the next "Content-Length:", which may stand right behind a body that was longer than announced.
func (s *stream) resync() error {
	for {
		ahead, err := s.in.Peek(len(lengthField))
		if err != nil {
			return err
		}
		if bytes.EqualFold(ahead, []byte(lengthField)) {
			s.lost = false
			return nil
		}
		_, _ = s.in.Discard(1) // peeked at: cannot fail
	}
}

// lowerASCII keeps every byte in its place, which strings.ToLower does not promise for bytes that are not UTF-8.
func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] += 'a' - 'A'
		}
	}
	return string(b)
}
