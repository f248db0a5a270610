//go:build !race

package kerneltest_test

import "testing"

func TestKernelsAllocateNothing(t *testing.T) {
	for _, f := range families {
		t.Run(f.name, f.CheckSteady)
	}
}
