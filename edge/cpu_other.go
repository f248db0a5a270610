//go:build !amd64 || purego

package edge

// vector returns no kernels: the portable ones are used.
func vector() []instructions { return nil }
