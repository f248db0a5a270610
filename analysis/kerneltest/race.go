//go:build race

package kerneltest

// The race detector has nothing to find in one goroutine, but checks pointers: some
// inputs suffice, of which one in sparse+1 is checked.
const (
	sparse = 10
	most   = 600
)
