package cli

import (
	"context"
	"fmt"

	"github.com/spf13/pflag"
)

const intro = `Sibyl reads the code of a workspace and answers: who calls what, where is the code that does this, how does it work.

Usage: sibyl COMMAND [flags] [arguments]

`

const outro = `
"sibyl help COMMAND" tells its flags. Exit codes: 0 found, 1 nothing found, 2 bad usage or failure.
The workspace is the current folder or -C DIR. Models are used only when configured: see SIBYL_LLM_BASE_URL and
SIBYL_EMBED_BASE_URL in the README.
`

func help(_ context.Context, c *call) (bool, error) {
	if len(c.args) == 0 {
		fmt.Fprint(c.out, intro)
		for _, cmd := range commands() {
			fmt.Fprintf(c.out, "  %-28s %s\n", cmd.name+" "+cmd.args, cmd.summary)
		}
		fmt.Fprint(c.out, outro)
		return true, nil
	}
	cmd := commandNamed(c.args[0])
	if cmd == nil {
		return false, usageError{"", fmt.Errorf("no command is called %q", c.args[0])}
	}
	fmt.Fprintf(c.out, "sibyl %s [flags] %s\n\n%s.\n", cmd.name, cmd.args, cmd.summary)
	if cmd.help != "" {
		fmt.Fprintf(c.out, "%s\n", cmd.help)
	}
	flags := pflag.NewFlagSet(cmd.name, pflag.ContinueOnError)
	flags.SortFlags = false
	flagSet(&options{}).VisitAll(func(f *pflag.Flag) {
		if cmd.takes(f.Name) {
			flags.AddFlag(f)
		}
	})
	if flags.HasFlags() {
		fmt.Fprintf(c.out, "\n%s", flags.FlagUsages())
	}
	return true, nil
}
