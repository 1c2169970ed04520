// Package archtest checks what the compiler does not: who imports whom, who may print, that documents name what exists.
//
// Invariant: it has tests only, and they read source text; nothing of ours is imported.
package archtest
