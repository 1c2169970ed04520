//go:build unix

package indexer

import (
	"syscall"
	"time"
)

// processorTime returns the processor time that this process has used so far. Unlike time on the clock it says little about what
// else the machine does.
func processorTime() time.Duration {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
