//go:build race

package kerneltest

// A single goroutine has no races, but the race detector also checks pointers. Some inputs suffice:
// one in sparse+1 is checked.
const (
	sparse = 10
	most   = 600
)
