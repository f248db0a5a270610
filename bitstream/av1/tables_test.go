package av1

import (
	"crypto/sha256"
	"fmt"
	"testing"
)

// TestDefaults: the tables of distributions follow one another, have the standard's number of values, ascend, and have
// their sums.
func TestDefaults(t *testing.T) {
	next, values := 0, 0
	for _, list := range [][]table{tables[:], coefficientTables[:]} {
		for i, table := range list {
			if table.at != next {
				t.Errorf("table %d begins at %d, want %d", i, table.at, next)
			}
			next += table.count * table.words()
			n := table.count * (table.symbols - 1)
			if &list[0] == &coefficientTables[0] {
				n *= len(defaults)
			}
			values += n
		}
	}
	if next != cdfWords || 2*values != len(defaultBytes) {
		t.Errorf("tables of %d words, want %d; %d values in %d bytes", next, cdfWords, values, len(defaultBytes))
	}
	sum, parts := 0, 0
	for i := range defaults {
		for _, list := range [][]table{tables[:], coefficientTables[:]} {
			for _, table := range list {
				for j := range table.count {
					before := 32768
					for lane := range 4 * table.words() {
						value := int(defaults[i][table.at+j*table.words()+lane/4] >> (lane % 4 * 16) & 0xffff)
						if value > before || lane < table.symbols-1 && value == 0 || lane >= table.symbols-1 && value != 0 {
							t.Fatalf("set %d, table at %d, distribution %d: value %d is %d after %d", i, table.at, j, lane, value, before)
						}
						before = value
						sum += value
						parts++
					}
				}
			}
		}
	}
	if sum != 265730905 {
		t.Errorf("the sum of %d values is %d", parts, sum)
	}
	if hash := fmt.Sprintf("%x", sha256.Sum256(defaultBytes)); hash != "371b005623723e3c36e58e65b854c2e6d32ace8939a37f0928a412c141f3cd20" {
		t.Errorf("defaults.bin has the hash %s", hash)
	}
}

// TestWalks: each scan is a permutation of its coefficients, begins at the first, and has the standard's sums. The first
// rows of Default_Scan_4x4, Default_Scan_4x8 and Default_Scan_8x4 are typed in.
func TestWalks(t *testing.T) {
	for size := range txSizes {
		for class := range 3 {
			w := &walks[size][class]
			width, height := w.stride-border, w.rows-border
			if width != min(size.Width(), 32) || height != min(size.Height(), 32) || len(w.steps) != width*height || w.steps[0].at != 0 {
				t.Fatalf("size %d, class %d: %d × %d with %d steps", size, class, width, height, len(w.steps))
			}
			seen := map[uint16]bool{}
			for _, s := range w.steps {
				if x, y := int(s.at)%w.stride, int(s.at)/w.stride; x >= width || y >= height || seen[s.at] {
					t.Fatalf("size %d, class %d: coefficient %d, %d", size, class, x, y)
				}
				seen[s.at] = true
			}
		}
	}
	for _, c := range []struct {
		size  TxSize
		class int
		scan  []int
	}{
		{Tx4x4, class2D, []int{0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15}},
		{Tx4x8, class2D, []int{0, 1, 4, 2, 5, 8, 3, 6, 9, 12, 7, 10, 13, 16}},
		{Tx8x4, class2D, []int{0, 8, 1, 16, 9, 2, 24, 17, 10, 3, 25, 18, 11, 4}},
		{Tx64x16, class2D, []int{0, 32, 1, 64, 33, 2}},
		{Tx8x8, classVertical, []int{0, 1, 2, 3, 4, 5, 6, 7, 8}},
		{Tx8x8, classHorizontal, []int{0, 8, 16, 24, 32, 40, 48, 56, 1}},
	} {
		w := &walks[c.size][c.class]
		for i, want := range c.scan {
			at := int(w.steps[i].at)
			if got := at/w.stride*(w.stride-border) + at%w.stride; got != want {
				t.Errorf("size %d, class %d: coefficient %d is %d, want %d", c.size, c.class, i, got, want)
			}
		}
	}
}

// TestSizes: what is computed from sizes is what the standard's tables of section 10.2 have.
func TestSizes(t *testing.T) {
	groups := [blockSizes]int{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 0, 0, 1, 1, 2, 2}
	depths := [blockSizes]int{0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 2, 2, 3, 3, 4, 4}
	wedges := [blockSizes]int{0, 0, 0, 4, 4, 4, 4, 4, 4, 4, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 0, 0}
	for size := range blockSizes {
		if size.group() != groups[size] || size.txDepth() != depths[size] || size.wedge() != (wedges[size] > 0) {
			t.Errorf("size %d: group %d, depth %d, wedge %t", size, size.group(), size.txDepth(), size.wedge())
		}
	}
	splits := [txSizes]TxSize{Tx4x4, Tx4x4, Tx8x8, Tx16x16, Tx32x32, Tx4x4, Tx4x4, Tx8x8, Tx8x8, Tx16x16, Tx16x16, Tx32x32, Tx32x32,
		Tx4x8, Tx8x4, Tx8x16, Tx16x8, Tx16x32, Tx32x16}
	for size := range txSizes {
		if size.split() != splits[size] {
			t.Errorf("transform size %d is split into %d", size, size.split())
		}
	}
	for _, c := range []struct {
		size       BlockSize
		subX, subY uint8
		want       BlockSize
	}{
		{Block4x4, 1, 1, Block4x4}, {Block4x8, 1, 0, blockSizes}, {Block8x4, 1, 0, Block4x4}, {Block8x8, 1, 0, Block4x8}, {Block4x16, 1, 1, Block4x8},
		{Block16x4, 1, 0, Block8x4}, {Block8x32, 1, 1, Block4x16}, {Block8x32, 1, 0, blockSizes}, {Block128x128, 1, 0, Block64x128}, {Block64x16, 0, 0, Block64x16},
	} {
		if got := c.size.subsampled(c.subX, c.subY); got != c.want {
			t.Errorf("size %d, subsampled by %d and %d, is %d, want %d", c.size, c.subX, c.subY, got, c.want)
		}
	}
}

// TestSymbols: symbols that an encoder by hand divides the range for come back. The range is 32768 at first; a bit
// with probability ½ has the parts 32768/256·256/2 + 4 = 16388 for 1 and the rest for 0. Data of zeros give the value
// 32767, which is in the upper part; data of ones give 0, in the lower one.
func TestSymbols(t *testing.T) {
	for _, c := range []struct {
		data byte
		want int
	}{{0, 0}, {0xff, 15}} {
		var e engine
		e.start([]byte{c.data, c.data, c.data, c.data}, true)
		if got := e.literal(4); got != c.want {
			t.Errorf("literal of %#x: %d, want %d", c.data, got, c.want)
		}
	}
	var e engine
	e.cdfs = defaults[0]
	e.start([]byte{0, 0, 0}, true)
	before := e.cdfs[cdfSkip]
	if e.flag(cdfSkip) {
		t.Error("skip is 1")
	}
	// The first of 32 symbols adapts by 1/16.
	if got, want := e.cdfs[cdfSkip], before-before>>4|1<<countShift; got != want {
		t.Errorf("distribution %#x after a 0, want %#x", got, want)
	}
}
