package hevc

import "testing"

// TestTables: the tables that were typed in have their shapes and sums, and the states follow them.
func TestTables(t *testing.T) {
	sum := 0
	for i, lps := range rangeLPS {
		sum += int(lps)
		if i%4 > 0 && lps < rangeLPS[i-1] || i >= 4 && lps > rangeLPS[i-4] {
			t.Errorf("rangeTabLps of state %d, range %d is %d", i/4, i%4, lps)
		}
	}
	if sum != 14514 {
		t.Errorf("rangeTabLps has the sum %d", sum)
	}
	sum = 0
	for p, next := range nextLPS {
		sum += int(next)
		if p > 0 && next < nextLPS[p-1] {
			t.Errorf("transIdxLps of %d is %d", p, next)
		}
	}
	if sum != 1442 {
		t.Errorf("transIdxLps has the sum %d", sum)
	}
	next, sums := 0, [3]int{}
	for _, e := range elements {
		if e.first != next {
			t.Errorf("contexts from %d on follow those up to %d", e.first, next)
		}
		for initType, values := range e.values {
			if len(values) != e.n {
				t.Errorf("contexts from %d on: %d values for initType %d, want %d", e.first, len(values), initType, e.n)
			}
			for _, v := range values {
				sums[initType] += int(v)
			}
		}
		next += e.n
	}
	if next != contexts || sums != [3]int{23859, 23567, 23928} {
		t.Errorf("%d contexts with the sums %v", next, sums)
	}
	modes := 0
	for i, m := range modes422 {
		modes += int(m)
		if i > 0 && m < modes422[i-1] {
			t.Errorf("direction %d is %d in 4:2:2", i, m)
		}
	}
	if modes != 596 {
		t.Errorf("directions of 4:2:2 have the sum %d", modes)
	}
}

// TestStates: a context's first state is that of equations 9-4 to 9-8, computed by hand: initValue 154 is
// ½ at every QP; 197 at QP 26 has slope 15 and offset 24, so preCtxState 24 + 15·26/16 = 48, the less
// probable symbol 1 with state 15; 63 at QP 37 has slope −30 and offset 104, so 104 − 70 = 34.
func TestStates(t *testing.T) {
	for _, c := range []struct {
		value, qp, state, mps int
	}{{154, 0, 0, 1}, {154, 51, 0, 1}, {197, 26, 15, 0}, {63, 37, 29, 0}, {255, 51, 62, 1}, {0, 51, 62, 0}} {
		if got := initialState(c.value, c.qp); int(got) != c.state<<1|c.mps {
			t.Errorf("initValue %d at QP %d is state %d, symbol %d; want %d, %d", c.value, c.qp, got>>1, got&1, c.state, c.mps)
		}
	}
}

// TestScans: the first and last places of scans, by eye from figures 6-4 to 6-7.
func TestScans(t *testing.T) {
	for scan, want := range [scans][]place{
		{{0, 0}, {0, 1}, {1, 0}, {0, 2}, {1, 1}, {2, 0}, {0, 3}, {1, 2}},
		{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {0, 1}, {1, 1}, {2, 1}, {3, 1}},
		{{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 0}, {1, 1}, {1, 2}, {1, 3}},
	} {
		for n, at := range want {
			if got := samples[scan][n]; int(got) != at.y<<2|at.x {
				t.Errorf("scan %d, place %d is %d, %d; want %v", scan, n, got&3, got>>2, at)
			}
			if sampleOrder[scan][at.y<<2|at.x] != uint8(n) {
				t.Errorf("scan %d: %v is not place %d", scan, at, n)
			}
		}
		for log2 := range maxSubBlocksLog2 + 1 {
			seen := map[uint8]bool{}
			for _, at := range subBlocks[log2][scan][:1<<(2*log2)] {
				seen[at] = true
			}
			if len(seen) != 1<<(2*log2) {
				t.Errorf("scan %d of %d × %d sub-blocks has %d places", scan, 1<<log2, 1<<log2, len(seen))
			}
		}
	}
}
