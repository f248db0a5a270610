package channel

import (
	"testing"

	"ffkvadrat/yuv"
)

// TestScaleIsTheQuotient: Scale equals the definition for every sample.
func TestScaleIsTheQuotient(t *testing.T) {
	for depth := 8; depth <= 16; depth++ {
		f := yuv.Format{Model: yuv.RGB, Depth: depth}
		s := NewCoder(&yuv.Picture{Format: f}, RGB)
		for v := range f.MaxValue() + 1 {
			if got, want := s.Scale(uint16(v)), uint16((v*Peak+f.MaxValue()/2)/f.MaxValue()); got != want {
				t.Fatalf("%d bits: %d becomes %d, want %d", depth, v, got, want)
			}
		}
	}
}
