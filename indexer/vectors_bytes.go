package indexer

import "unsafe"

// int8s returns b as signed bytes without copying: vectors are compared where the log has them.
func int8s(b []byte) []int8 {
	if len(b) == 0 {
		return nil
	}
	return unsafe.Slice((*int8)(unsafe.Pointer(&b[0])), len(b))
}
