//go:build race

package kerneltest

// sparse is how many inputs CheckAll leaves out for each that it checks. Under the
// race detector, which has nothing to find in one goroutine but checks pointers, some
// will do.
const sparse = 10
