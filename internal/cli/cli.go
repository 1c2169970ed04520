// Package cli is the command line: it parses flags, asks the index and the graph, prints the answers and starts the server.
//
// Invariant: what a command prints with --json is a contract that scripts rely on: paths are relative to the workspace
// root with slashes, lines are 1-based and inclusive, and the exit code is 0 (found), 1 (nothing found) or 2 (bad usage
// or failure, with the reason on standard error).
package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/sibyl-ls/sibyl/internal/bug"
)

// The exit codes.
const (
	exitFound   = 0
	exitNothing = 1
	exitFailure = 2
)

// Main runs the command line args (without the program's name) and returns the exit code. The first interrupt cancels the
// command, the second one kills the process.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	return Run(ctx, args, stdin, stdout, stderr)
}

// Run is Main without signals: cancelling ctx ends the command with exit code 2.
func Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	c, err := parse(args)
	c.in, c.rawOut, c.out, c.err = stdin, stdout, bufio.NewWriter(stdout), stderr
	found := false
	if err == nil {
		found, err = c.run(ctx)
		if flushErr := c.out.Flush(); err == nil {
			err = flushErr
		}
	}
	var usage usageError
	var bugs *bug.Panic
	switch {
	case errors.As(err, &bugs):
		fmt.Fprintf(stderr, "sibyl: an error in Sibyl, nothing that you did: %v\nPlease report it with these lines:\n%s", err, bugs.Stack)
		return exitFailure
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "sibyl: %v\n%s\n", err, usage.hint())
		return exitFailure
	case err != nil && ctx.Err() != nil:
		fmt.Fprintln(stderr, "sibyl: interrupted")
		return exitFailure
	case err != nil:
		fmt.Fprintf(stderr, "sibyl: %v\n", err)
		return exitFailure
	case !found:
		return exitNothing
	}
	return exitFound
}

// call is one run of a command.
type call struct {
	command *command
	opts    options
	args    []string // positional

	in     io.Reader
	out    *bufio.Writer
	rawOut io.Writer // what out writes to
	err    io.Writer
}

// run runs the command; its panic is an error, so that what was printed before is shown.
func (c *call) run(ctx context.Context) (found bool, err error) {
	defer bug.Recover(&err)
	return c.command.run(ctx, c)
}

// notef tells the person something beside the answer.
func (c *call) notef(format string, args ...any) {
	fmt.Fprintf(c.err, "sibyl: "+format+"\n", args...)
}

// command is one of the program's commands.
type command struct {
	name    string
	args    string // what stands after the name in its usage line
	summary string // one line
	help    string // further lines
	flags   []string
	min     int // positional arguments
	max     int // -1: any number
	// run reports whether anything was found.
	run func(ctx context.Context, c *call) (found bool, err error)
}

// commands lists all commands in the order of the help text. It is a function because help, one of them, reads it.
func commands() []*command {
	workspace := []string{"dir", "data-dir", "json"}
	filter := []string{"no-tests", "no-vendored", "no-generated"}
	with := func(lists ...[]string) (all []string) {
		for _, l := range lists {
			all = append(all, l...)
		}
		return all
	}
	return []*command{
		{name: "serve", summary: "the language server on standard input and output", max: 0,
			flags: []string{"dir", "data-dir", "stdio", "log", "verbose"}, run: serve},
		{name: "index", summary: "build the index or bring it up to date", max: 0,
			flags: with(workspace, []string{"purge"}), run: index},
		{name: "search", args: "QUERY", summary: "find code by name or by meaning", max: -1,
			help:  "With --queries FILE each line of FILE (- is standard input) is a query and each line of the answer a JSON object.",
			flags: with(workspace, []string{"limit", "queries", "path", "lang", "kind"}, filter), run: search},
		{name: "symbols", args: "QUERY", summary: "find definitions by name, fuzzily", min: 1, max: 1,
			flags: with(workspace, []string{"limit"}), run: symbols},
		{name: "callers", args: "NAME|PATH:LINE", summary: "who calls this", min: 1, max: 1, help: nameHelp,
			flags: with(workspace, []string{"depth", "all", "tier", "lang", "format"}, filter), run: callers},
		{name: "callees", args: "NAME|PATH:LINE", summary: "what this calls", min: 1, max: 1, help: nameHelp,
			flags: with(workspace, []string{"depth", "all", "tier", "lang", "format"}, filter), run: callees},
		{name: "path", args: "FROM TO", summary: "the shortest chain of calls from one to the other", min: 2, max: 2, help: nameHelp,
			flags: with(workspace, []string{"tier"}, filter), run: path},
		{name: "edges", summary: "every call of the workspace", max: 0,
			help:  "One JSON object a line with --json or when the output is not a terminal.",
			flags: with(workspace, []string{"tier"}, filter), run: edges},
		{name: "ask", args: "QUESTION", summary: "an answer with checked citations", min: 1, max: -1,
			help:  "Without a configured model the answer is a digest of the places that fit best; nothing leaves this machine.",
			flags: with(workspace, []string{"dry-run"}), run: runAsk},
		{name: "stats", summary: "the most called, the widest callers, languages, sizes", max: 0,
			flags: with(workspace, []string{"limit", "tier"}, filter), run: stats},
		{name: "doctor", summary: "check the installation and this workspace", max: 0, flags: workspace, run: doctor},
		{name: "version", summary: "the version of this program", max: 0, flags: []string{"json"}, run: version},
		{name: "help", args: "[COMMAND]", summary: "this text, or more about one command", max: 1, run: help},
	}
}

const nameHelp = `NAME is a name as one says it: name, Class.name, package.name, file.py:name. PATH:LINE is the definition at or around that line.`

func commandNamed(name string) *command {
	for _, c := range commands() {
		if c.name == name {
			return c
		}
	}
	return nil
}
