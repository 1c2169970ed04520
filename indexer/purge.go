package indexer

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// Purge removes the stores of roots from the disk and returns their folders. A store that another process has open is an error.
func Purge(dataDir string, roots []string) (removed []string, err error) {
	o := Options{DataDir: dataDir}.withDefaults()
	if o.DataDir == "" {
		return nil, errors.New("purge: " + noDataDir)
	}
	if roots, err = cleanRoots(roots); err != nil {
		return nil, err
	}
	for _, root := range roots {
		dir := storeDir(o.DataDir, root)
		if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err := purgeStore(dir); err != nil {
			return removed, fmt.Errorf("purge %s: %w", dir, err)
		}
		removed = append(removed, dir)
	}
	return removed, nil
}

func purgeStore(dir string) error {
	lock := flock.New(filepath.Join(dir, "lock"), flock.SetPermissions(0o600))
	ok, err := lock.TryLock()
	if err != nil {
		return err
	}
	if !ok {
		return errors.New("another process has the store open; end it first")
	}
	if err := clearDir(dir); err != nil {
		return errors.Join(err, lock.Unlock())
	}
	// The lock's own file goes last; where an open file cannot be removed it has to be closed first.
	return errors.Join(lock.Unlock(), os.RemoveAll(dir))
}
