//go:build !amd64

package quadpyramid

// vector returns no kernels: the portable ones are used.
func vector() []kernels { return nil }
