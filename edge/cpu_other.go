//go:build !amd64

package edge

// vector are no kernels: the portable ones serve.
func vector() []instructions { return nil }
