//go:build !race

package kerneltest_test

import "testing"

// TestKernelsAllocateNothing: no variant of any engine allocates for an input that it has analysed
// before.
func TestKernelsAllocateNothing(t *testing.T) {
	for _, f := range families {
		t.Run(f.name, f.CheckSteady)
	}
}
