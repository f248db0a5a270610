package hevc

// Scans of coefficients (clause 6.5.3 to 6.5.5): scanIdx.
const (
	diagonal         = 0
	horizontalScan   = 1
	verticalScan     = 2
	scans            = 3
	sampleBits       = 2 // a place in a sub-block is y<<2 | x
	subBlockBits     = 3 // the place of a sub-block is y<<3 | x
	maxSubBlocksLog2 = 3
)

var (
	// samples has the places in a sub-block of 4 × 4 in each scan's order, sampleOrder the reverse.
	samples, sampleOrder [scans][16]uint8
	// subBlocks has the places of the sub-blocks of blocks of 4, 8, 16 and 32, subBlockOrder the reverse.
	subBlocks, subBlockOrder [maxSubBlocksLog2 + 1][scans][64]uint8
	// significance4 has the contexts of sig_coeff_flag in blocks of 4 × 4 for each scan and order.
	significance4 [scans][16]uint8
	// significance has those in larger blocks, also for each pattern of the sub-blocks to the right (1)
	// and below (2).
	significance [scans][4][16]uint8
)

func init() {
	for scan := range scans {
		for n, at := range order(scan, 4) {
			samples[scan][n] = uint8(at.y<<sampleBits | at.x)
			sampleOrder[scan][at.y<<sampleBits|at.x] = uint8(n)
			significance4[scan][n] = contexts4[at.y<<sampleBits|at.x]
			for pattern := range 4 {
				significance[scan][pattern][n] = significanceOf(pattern, at)
			}
		}
		for log2 := range maxSubBlocksLog2 + 1 {
			for n, at := range order(scan, 1<<log2) {
				subBlocks[log2][scan][n] = uint8(at.y<<subBlockBits | at.x)
				subBlockOrder[log2][scan][at.y<<subBlockBits|at.x] = uint8(n)
			}
		}
	}
}

type place struct{ x, y int }

// order returns the places of a square in the order of a scan.
func order(scan, size int) (places []place) {
	switch scan {
	case horizontalScan:
		for i := range size * size {
			places = append(places, place{i % size, i / size})
		}
	case verticalScan:
		for i := range size * size {
			places = append(places, place{i / size, i % size})
		}
	default: // up and to the right, clause 6.5.3
		for sum := range 2*size - 1 {
			for x := range size {
				if y := sum - x; y >= 0 && y < size {
					places = append(places, place{x, y})
				}
			}
		}
	}
	return places
}

// contexts4 is ctxIdxMap (table 9-50); the last coefficient has no flag.
var contexts4 = [16]uint8{0, 1, 4, 5, 2, 3, 4, 5, 6, 6, 8, 8, 7, 7, 8, 8}

// significanceOf returns sigCtx from the neighbouring sub-blocks (equations 9-43 to 9-49).
func significanceOf(pattern int, at place) uint8 {
	step := func(n int) uint8 { return [4]uint8{2, 1, 0, 0}[n] }
	switch pattern {
	case 0:
		return [7]uint8{2, 1, 1, 0, 0, 0, 0}[at.x+at.y]
	case 1:
		return step(at.y)
	case 2:
		return step(at.x)
	}
	return 2
}
