package morton_test

import (
	"math/bits"
	"testing"

	"ffkvadrat/edge/morton"
)

// interleaved is the definition.
func interleaved(x, y int) (code int) {
	for bit := range 16 {
		code |= (x >> bit & 1) << (2 * bit)
		code |= (y >> bit & 1) << (2*bit + 1)
	}
	return code
}

func TestCode(t *testing.T) {
	for x := 0; x < 1<<16; x += 37 {
		for _, y := range []int{0, 1, x, 1<<16 - 1 - x, 1<<16 - 1} {
			if got := morton.Code(x, y); got != interleaved(x, y) {
				t.Fatalf("(%d, %d): %#x, want %#x", x, y, got, interleaved(x, y))
			}
		}
	}
}

// TestWords compares every cell of the tables with the definition.
func TestWords(t *testing.T) {
	for y := range 8 {
		for x := range 8 {
			at := interleaved(x, y)
			if morton.X[at] != uint8(x) || morton.Y[at] != uint8(y) {
				t.Errorf("place %d is (%d, %d), want (%d, %d)", at, morton.X[at], morton.Y[at], x, y)
			}
			for n := range 9 {
				if morton.Left[n]>>at&1 == 1 != (x < n) || morton.Above[n]>>at&1 == 1 != (y < n) {
					t.Errorf("n = %d: (%d, %d) is wrong", n, x, y)
				}
			}
			for i := range 256 {
				if y == 0 && int(morton.Row[i]>>at)&1 != i>>x&1 {
					t.Errorf("row %#x: cell %d is wrong", i, x)
				}
			}
		}
	}
	for i, row := range morton.Row {
		if bits.OnesCount32(row) != bits.OnesCount8(uint8(i)) {
			t.Errorf("row %#x has other cells too", i)
		}
	}
}
