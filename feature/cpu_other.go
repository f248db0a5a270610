//go:build !amd64

package feature

// vector are no kernels: the portable ones serve.
func vector() []kernels { return nil }
