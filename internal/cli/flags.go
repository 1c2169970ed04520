package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/sibyl-ls/sibyl/graph"
)

// options are the values of all flags; a command reads those that it names in command.flags.
type options struct {
	dir, dataDir             string
	json, purge, help, all   bool
	dryRun                   bool
	stdio, verbose           bool
	log, queries, tierName   string
	format                   string
	paths, languages, kinds  []string
	limit, depth             int
	noTests, noVend, noGener bool

	tier graph.Tier
}

func flagSet(o *options) *pflag.FlagSet {
	f := pflag.NewFlagSet("sibyl", pflag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.SortFlags = false
	f.Usage = func() {}
	f.StringVarP(&o.dir, "dir", "C", ".", "the workspace: exactly this `folder`")
	f.StringVar(&o.dataDir, "data-dir", "", "where the index lives (default: below the user's cache `folder`)")
	f.BoolVar(&o.json, "json", false, "print JSON")
	f.IntVarP(&o.limit, "limit", "n", 10, "at most this many answers")
	f.StringVar(&o.queries, "queries", "", "read queries from this `file`, one a line; - is standard input")
	f.StringArrayVar(&o.paths, "path", nil, "only paths that match this `glob` (may be repeated)")
	f.StringArrayVar(&o.languages, "lang", nil, "only this `language` (may be repeated)")
	f.StringArrayVar(&o.kinds, "kind", nil, "only this `kind` of definition: function, method, class, … (may be repeated)")
	f.IntVar(&o.depth, "depth", 1, "how many calls to follow; 0 is the whole tree")
	f.StringVar(&o.format, "format", "", "print as this `format`: "+strings.Join(graph.ExportFormats, ", ")+" or json")
	f.BoolVar(&o.all, "all", false, "answer for every definition of the name, not for the first alone")
	f.StringVar(&o.tierName, "tier", graph.Likely.String(), "the lowest `tier` that is included: exact, likely or possible")
	f.BoolVar(&o.noTests, "no-tests", false, "leave tests out")
	f.BoolVar(&o.noVend, "no-vendored", false, "leave vendored code out")
	f.BoolVar(&o.noGener, "no-generated", false, "leave generated code out")
	f.BoolVar(&o.purge, "purge", false, "remove the index of this workspace")
	f.BoolVar(&o.dryRun, "dry-run", false, "show what would be sent to the model instead of sending it")
	f.BoolVar(&o.stdio, "stdio", true, "speak on standard input and output (the only way, and the default)")
	f.StringVar(&o.log, "log", "", "write the log to this `file` instead of standard error")
	f.BoolVar(&o.verbose, "verbose", false, "log more")
	f.BoolVarP(&o.help, "help", "h", false, "help")
	return f
}

// filter returns what the flags say about which calls count.
func (o *options) filter() graph.Filter {
	return graph.Filter{Tier: o.tier, NoTests: o.noTests, NoVendored: o.noVend, NoGenerated: o.noGener, Languages: o.languages}
}

// usageError is a mistake in the command line.
type usageError struct {
	command string // "" when it is not known
	err     error
}

func (e usageError) Error() string { return e.err.Error() }

func (e usageError) hint() string {
	if e.command == "" {
		return "Run \"sibyl help\" for the commands."
	}
	return fmt.Sprintf("Run \"sibyl help %s\" for its usage.", e.command)
}

// parse reads a command line. Flags may stand anywhere; "--" ends them.
func parse(args []string) (*call, error) {
	c := &call{}
	set := flagSet(&c.opts)
	err := set.Parse(args)
	rest := set.Args()
	if len(rest) > 0 {
		c.command, c.args = commandNamed(rest[0]), rest[1:]
	}
	switch {
	case err != nil:
		return c, usageError{c.name(), err}
	case len(rest) == 0 && c.opts.help:
		c.command = commandNamed("help")
		return c, nil
	case len(rest) == 0:
		return c, usageError{"", errors.New("a command is needed")}
	case c.command == nil:
		return c, usageError{"", fmt.Errorf("no command is called %q", rest[0])}
	case c.opts.help:
		c.command, c.args = commandNamed("help"), rest[:1]
		return c, nil
	}
	if err := c.check(set); err != nil {
		return c, usageError{c.command.name, err}
	}
	return c, nil
}

func (c *call) name() string {
	if c.command == nil {
		return ""
	}
	return c.command.name
}

// check reports flags and arguments that the command does not take.
func (c *call) check(set *pflag.FlagSet) error {
	var wrong []string
	set.Visit(func(f *pflag.Flag) {
		general := f.Name == "dir" || f.Name == "data-dir" // harmless where no workspace is opened
		if !general && !c.command.takes(f.Name) {
			wrong = append(wrong, "--"+f.Name)
		}
	})
	tier, ok := graph.ParseTier(c.opts.tierName)
	c.opts.tier = tier
	switch {
	case len(wrong) > 0:
		return fmt.Errorf("%s does not take %s", c.command.name, strings.Join(wrong, ", "))
	case len(c.args) < c.command.min:
		return fmt.Errorf("%s needs %s", c.command.name, c.command.args)
	case c.command.max >= 0 && len(c.args) > c.command.max:
		return fmt.Errorf("%s does not take %q", c.command.name, c.args[c.command.max])
	case !ok:
		return fmt.Errorf("--tier is exact, likely or possible, not %q", c.opts.tierName)
	case c.opts.format != "" && c.opts.format != "json" && !slices.Contains(graph.ExportFormats, c.opts.format):
		return fmt.Errorf("--format is %s or json, not %q", strings.Join(graph.ExportFormats, ", "), c.opts.format)
	case c.opts.limit < 1:
		return fmt.Errorf("--limit must be at least 1, not %d", c.opts.limit)
	case c.opts.depth < 0:
		return fmt.Errorf("--depth must be at least 0, not %d", c.opts.depth)
	}
	return nil
}

func (c *command) takes(flag string) bool {
	return slices.Contains(c.flags, flag)
}
