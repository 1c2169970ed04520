package cli

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/sibyl-ls/sibyl/server"
)

func serve(ctx context.Context, c *call) (bool, error) {
	log, closeLog, err := c.log()
	if err != nil {
		return false, err
	}
	defer closeLog()
	if c.in == os.Stdin && isTerminal(os.Stdin) {
		c.notef("this is the language server: an editor starts it and speaks to it on standard input. Ctrl-C ends it; \"sibyl help\" tells the other commands.")
	}
	code := server.Serve(ctx, c.stream(), c.serverOptions(log))
	if code != 0 && ctx.Err() == nil {
		c.notef("the client left without a shutdown request")
		return false, nil // exit code 1, as the protocol says
	}
	return true, ctx.Err()
}

// serverOptions wires the server with the parts that it does not import.
func (c *call) serverOptions(log *slog.Logger) server.Options {
	environ := os.Environ()
	if c.opts.dataDir != "" {
		environ = append(environ, "SIBYL_DATA_DIR="+c.opts.dataDir)
	}
	return server.Options{Version: Version, Log: log, Environ: environ, Index: indexOptions, Ask: newAsker}
}

// log returns where the server logs to, and a function that closes it.
func (c *call) log() (*slog.Logger, func(), error) {
	out, closeLog := c.err, func() {}
	if c.opts.log != "" {
		f, err := os.OpenFile(c.opts.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, nil, fmt.Errorf("open the log: %w", err)
		}
		out, closeLog = f, func() { f.Close() }
	}
	level := slog.LevelWarn
	if c.opts.verbose {
		level = slog.LevelDebug
	}
	return slog.New(slog.NewTextHandler(out, &slog.HandlerOptions{Level: level})), closeLog, nil
}

// stream is the connection on the command's input and output. When that is the process's own standard output, a stray print
// goes to standard error from here on.
func (c *call) stream() io.ReadWriteCloser {
	if c.rawOut == os.Stdout {
		os.Stdout = os.Stderr
	}
	return stdio{c.in, c.rawOut}
}

type stdio struct {
	io.Reader
	io.Writer
}

// Close closes the input, so that a waiting read ends where the system allows that.
func (s stdio) Close() error {
	if c, ok := s.Reader.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
