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

	quit bool // set and read by the reading goroutine only, as is lost
	lost bool // the next header is not where it should be

	mu     sync.Mutex // for out, since a message is one Write, and what follows
	buffer []byte
	open   int        // requests that have been read and not been answered
	broken bool       // writing has failed
	idle   *sync.Cond // open is 0, or broken
}

func newStream(c io.ReadWriteCloser, ended func()) *stream {
	s := &stream{in: bufio.NewReaderSize(c, 64<<10), out: c, close: sync.OnceValue(c.Close), ended: ended}
	s.idle = sync.NewCond(&s.mu)
	return s
}

// Read returns the next message that is well formed.
func (s *stream) Read(context.Context) (jsonrpc2.Message, int64, error) {
	for !s.quit {
		body, err := s.frame()
		if err != nil {
			if s.answer(err); isProtocolError(err) {
				continue
			}
			s.drain()
			return nil, 0, err
		}
		m, err := jsonrpc2.DecodeMessage(body)
		if err == nil {
			s.count(m)
			return m, int64(len(body)), nil
		}
		if json.Valid(body) {
			err = &badMessage{id: idOf(body), err: jsonrpc2.Errorf(jsonrpc2.InvalidRequest, "this is JSON but no JSON-RPC 2.0 message (batches are not part of LSP)")}
		} else {
			err = parseError("the body of a message is not JSON")
		}
		s.answer(err)
	}
	s.drain()
	return nil, 0, io.EOF
}

func (s *stream) count(m jsonrpc2.Message) {
	if _, ok := m.(*jsonrpc2.Call); ok {
		s.mu.Lock()
		s.open++
		s.mu.Unlock()
	}
}

// drain tells that the input has ended and waits until what was asked before has been answered: after Read has returned an error the
// connection writes nothing more.
func (s *stream) drain() {
	s.ended()
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.open > 0 && !s.broken {
		s.idle.Wait()
	}
}

// Write sends m. It does not look at its context: an answer that is ready goes out.
func (s *stream) Write(_ context.Context, m jsonrpc2.Message) (int64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, err := s.write(m)
	if s.broken = s.broken || err != nil; bytes.HasPrefix(s.buffer[headerRoom:], answerPrefix) {
		s.open--
	}
	s.idle.Broadcast()
	return int64(n), err
}

// headerRoom is the size of the longest header.
const headerRoom = len("Content-Length: 2147483647\r\n\r\n")

// answerPrefix is how the encoder begins answers and nothing else; their type is not exported.
var answerPrefix = []byte(`{"jsonrpc":"2.0","id":`)

// write sends m; mu is held. The buffer has the message behind headerRoom afterwards.
func (s *stream) write(m jsonrpc2.Message) (int, error) {
	if cap(s.buffer) > 1<<20 {
		s.buffer = nil
	}
	s.buffer = jsonrpc2.AppendMessage(append(s.buffer[:0], make([]byte, headerRoom)...), m)
	header := "Content-Length: " + strconv.Itoa(len(s.buffer)-headerRoom) + "\r\n\r\n"
	start := headerRoom - len(header)
	copy(s.buffer[start:], header)
	return s.out.Write(s.buffer[start:])
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
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := s.write(jsonrpc2.NewResponse(id, nil, err)); err != nil {
		s.broken = true
		s.idle.Broadcast()
	}
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
