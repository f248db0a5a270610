//go:build !amd64

package edge

// vectorKernels are the portable ones.
func vectorKernels() (bytes, words kernels) { return portableKernels() }
