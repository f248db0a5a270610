//go:build !amd64

package quadpyramid

// vector are no kernels: the portable ones serve.
func vector() []kernels { return nil }
