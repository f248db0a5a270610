//go:build !race

package kerneltest

const sparse = 0
