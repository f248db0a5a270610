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
	// significance has the contexts of sig_coeff_flag (clause 9.3.4.2.5) for luma and chroma, blocks of 4, 8,
	// 16 and 32, each scan, the first sub-block and the others.
	significance [2][maxSubBlocksLog2 + 1][scans][2]significanceContexts
	// significanceSkip has those for luma and chroma if transform_skip_context_enabled_flag gives a
	// block one context.
	significanceSkip [2]significanceContexts
)

func init() {
	for scan := range scans {
		for n, at := range order(scan, 4) {
			samples[scan][n] = uint8(at.y<<sampleBits | at.x)
			sampleOrder[scan][at.y<<sampleBits|at.x] = uint8(n)
			for pattern := range 4 {
				for c := range 2 {
					significanceSkip[c][pattern][n] = uint8(ctxSignificant + 42 + c)
					for log2 := range maxSubBlocksLog2 + 1 {
						for sub := range 2 {
							significance[c][log2][scan][sub][pattern][n] = uint8(ctxSignificant + significanceOf(c, log2+2, scan, sub, pattern, at))
						}
					}
				}
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

// significanceContexts has the context of each place of a sub-block in a scan's order, for each pattern of
// the coded sub-blocks to the right (1) and below (2).
type significanceContexts [4][16]uint8

// contexts4 is ctxIdxMap (table 9-50); the last coefficient has no flag.
var contexts4 = [16]uint8{0, 1, 4, 5, 2, 3, 4, 5, 6, 6, 8, 8, 7, 7, 8, 8}

// significanceOf returns ctxIdxInc of sig_coeff_flag (equations 9-41 to 9-55). sub is 0 in the first
// sub-block.
func significanceOf(c, log2, scan, sub, pattern int, at place) int {
	context := 27 * c
	switch {
	case sub == 0 && at == place{}:
		return context
	case log2 == 2:
		return context + int(contexts4[at.y<<sampleBits|at.x])
	}
	step := func(n int) int { return [4]int{2, 1, 0, 0}[n] }
	switch pattern {
	case 0:
		context += [7]int{2, 1, 1, 0, 0, 0, 0}[at.x+at.y]
	case 1:
		context += step(at.y)
	case 2:
		context += step(at.x)
	default:
		context += 2
	}
	switch {
	case c == 1 && log2 == 3:
		return context + 9
	case c == 1:
		return context + 12
	}
	context += 3 * sub
	switch {
	case log2 > 3:
		return context + 21
	case scan == diagonal:
		return context + 9
	}
	return context + 15
}
