package indexer

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"sync"
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

const frameSize = 8 // length and checksum of a record, 4 bytes each

// span is where a record's payload lies in its log.
type span struct {
	offset int64
	size   uint32
}

// appendLog is a file of checksummed records that only grows. Nothing in it is valid before a commit record, kept elsewhere, says so:
// what lies behind the committed length is cut off when the log is opened. A log without a file lives in memory.
// One goroutine appends; any may read what has been flushed.
type appendLog struct {
	name    string
	file    *os.File
	pending []byte // appended since the last flush
	size    int64  // flushed

	mu     sync.RWMutex
	memory []byte // the whole log when there is no file
}

// openLog opens the log at dir/name and cuts it to size. dir "" is memory.
func openLog(dir, name string, size int64) (*appendLog, error) {
	l := &appendLog{name: name, size: size}
	if dir == "" {
		return l, nil
	}
	f, err := os.OpenFile(filepath.Join(dir, name), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || info.Size() < size {
		f.Close()
		return nil, fmt.Errorf("%s is shorter than its commit record says", name)
	}
	if err := f.Truncate(size); err != nil {
		f.Close()
		return nil, err
	}
	l.file = f
	return l, nil
}

func (l *appendLog) close() {
	if l != nil && l.file != nil {
		l.file.Close()
	}
}

// append adds a record and returns where its payload will be.
func (l *appendLog) append(payload []byte) span {
	var frame [frameSize]byte
	binary.LittleEndian.PutUint32(frame[:], uint32(len(payload)))
	binary.LittleEndian.PutUint32(frame[4:], crc32.Checksum(payload, castagnoli))
	at := l.size + int64(len(l.pending)) + frameSize
	l.pending = append(append(l.pending, frame[:]...), payload...)
	return span{at, uint32(len(payload))}
}

// flush writes what was appended. On an error nothing of it counts.
func (l *appendLog) flush() error {
	if len(l.pending) == 0 {
		return nil
	}
	if l.file != nil {
		if _, err := l.file.WriteAt(l.pending, l.size); err != nil {
			l.pending = l.pending[:0]
			return fmt.Errorf("write %s: %w", l.name, err)
		}
	} else {
		l.mu.Lock()
		l.memory = append(l.memory, l.pending...)
		l.mu.Unlock()
	}
	l.size += int64(len(l.pending))
	l.pending = l.pending[:0]
	return nil
}

// trim gives memory back: the first index appends megabytes at a time, a saved file kilobytes.
func (l *appendLog) trim() {
	if cap(l.pending) > 1<<20 {
		l.pending = nil
	}
}

// read returns the payload at s after checking it.
func (l *appendLog) read(s span) ([]byte, error) {
	b := make([]byte, frameSize+int(s.size))
	at := s.offset - frameSize
	if l.file != nil {
		if _, err := l.file.ReadAt(b, at); err != nil {
			return nil, fmt.Errorf("read %s: %w", l.name, err)
		}
	} else {
		l.mu.RLock()
		m := l.memory
		l.mu.RUnlock()
		if at < 0 || at+int64(len(b)) > int64(len(m)) {
			return nil, io.ErrUnexpectedEOF
		}
		b = m[at : at+int64(len(b)) : at+int64(len(b))]
	}
	payload, rest, err := cutFrame(b)
	if err != nil || len(rest) > 0 {
		return nil, fmt.Errorf("read %s: %w", l.name, errCorrupt)
	}
	return payload, nil
}

// bytes returns the whole flushed log.
func (l *appendLog) bytes() ([]byte, error) {
	if l.file == nil {
		l.mu.RLock()
		defer l.mu.RUnlock()
		return l.memory, nil
	}
	b := make([]byte, l.size)
	if _, err := l.file.ReadAt(b, 0); err != nil && l.size > 0 {
		return nil, fmt.Errorf("read %s: %w", l.name, err)
	}
	return b, nil
}

// scan calls f with every record in order. It fails at the first damaged one.
func (l *appendLog) scan(f func(at span, payload []byte) error) error {
	b, err := l.bytes()
	if err != nil {
		return err
	}
	for at := int64(0); len(b) > 0; {
		payload, rest, err := cutFrame(b)
		if err == nil {
			err = f(span{at + frameSize, uint32(len(payload))}, payload)
		}
		if err != nil {
			return fmt.Errorf("%s at %d: %w", l.name, at, err)
		}
		at += int64(len(b) - len(rest))
		b = rest
	}
	return nil
}

func cutFrame(b []byte) (payload, rest []byte, err error) {
	if len(b) < frameSize {
		return nil, nil, errCorrupt
	}
	size, sum := uint64(binary.LittleEndian.Uint32(b)), binary.LittleEndian.Uint32(b[4:])
	if size > uint64(len(b)-frameSize) {
		return nil, nil, errCorrupt
	}
	payload = b[frameSize : frameSize+size]
	if crc32.Checksum(payload, castagnoli) != sum {
		return nil, nil, errCorrupt
	}
	return payload, b[frameSize+size:], nil
}
