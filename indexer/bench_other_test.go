//go:build !unix

package indexer

import "time"

func processorTime() time.Duration { return 0 }
