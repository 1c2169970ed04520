package cli

import (
	"fmt"

	"github.com/sibyl-ls/sibyl/indexer"
)

// purge removes the index of the workspace from the disk.
func (c *call) purge() (bool, error) {
	root, err := c.root()
	if err != nil {
		return false, err
	}
	removed, err := indexer.Purge(c.settings().DataDir, []string{root})
	if err != nil {
		return false, fmt.Errorf("remove the index: %w", err)
	}
	if c.opts.json {
		return true, c.printJSON(struct {
			Removed []string `json:"removed"`
		}{append([]string{}, removed...)})
	}
	if len(removed) == 0 {
		fmt.Fprintln(c.out, "there was no index of this workspace")
	}
	for _, folder := range removed {
		fmt.Fprintf(c.out, "removed %s\n", folder)
	}
	return true, nil
}
