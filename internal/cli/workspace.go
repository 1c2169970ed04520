package cli

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/sibyl-ls/sibyl/graph"
	"github.com/sibyl-ls/sibyl/indexer"
)

// workspace is the open workspace of a command.
type workspace struct {
	*indexer.Workspace
	root     string // absolute
	snapshot *indexer.Snapshot
}

// root returns the absolute path of the workspace's folder.
func (c *call) root() (string, error) {
	root, err := filepath.Abs(c.opts.dir)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(root)
	if err != nil {
		return "", fmt.Errorf("open the workspace: %w", err)
	}
	if !info.IsDir() {
		return "", fmt.Errorf("open the workspace: %s is not a folder", c.opts.dir)
	}
	return root, nil
}

// open brings the index of the workspace up to date and returns it. The caller closes it.
func (c *call) open(ctx context.Context) (*workspace, error) {
	root, err := c.root()
	if err != nil {
		return nil, err
	}
	settings := c.settings()
	p := newProgress(c.err)
	defer p.clear()
	o := indexOptions(settings)
	o.Roots, o.Progress = []string{root}, p.show
	o.Log = slog.New(slog.NewTextHandler(c.err, &slog.HandlerOptions{Level: slog.LevelError}))
	w, err := indexer.Open(ctx, o)
	if err != nil {
		return nil, err
	}
	if err := w.Idle(ctx); err != nil {
		w.Close()
		return nil, err
	}
	p.clear()
	for _, note := range w.Status().Notes {
		c.notef("%s", note)
	}
	return &workspace{w, root, w.Snapshot()}, nil
}

// withGraph runs fn on the graph of the workspace.
func (c *call) withGraph(ctx context.Context, fn func(*workspace, *graph.Graph) (bool, error)) (found bool, err error) {
	w, err := c.open(ctx)
	if err != nil {
		return false, err
	}
	defer w.Close()
	g, err := w.snapshot.Graph(ctx)
	if err != nil {
		return false, err
	}
	return fn(w, g)
}
