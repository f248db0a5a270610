//go:build !purego

package edge

// distancesAVX2 returns the kernels for processors with AVX2.
func distancesAVX2() distanceKernels {
	return distanceKernels{
		decide: func(bits []uint32, w *window, groups int, d *distance, i interval) {
			_ = bits[bandHeight*(groups-1)]
			checkRow(w, groups)
			numbers := d.numbers(i)
			if d.coder.Convert {
				convertedBitsAVX2(&bits[0], w, groups, &numbers)
			} else {
				scaledBitsAVX2(&bits[0], w, groups, &numbers)
			}
		},
		sums: func(sums []uint64, w *window, d *distance) {
			groups := len(sums) / groupWidth
			checkRow(w, groups)
			numbers := d.numbers(interval{})
			if d.coder.Convert {
				convertedSumsAVX2(&sums[0], w, groups, &numbers)
			} else {
				scaledSumsAVX2(&sums[0], w, groups, &numbers)
			}
		},
	}
}

// numbers returns the constants that the kernels use.
func (d *distance) numbers(i interval) [20]int32 {
	k := &d.coder
	n := [20]int32{
		k.VtoR, k.UtoG, k.VtoG, k.UtoB, k.R, k.G, k.B, k.Gain, 0, 0, 0, 0, 0, 0,
		int32(k.Times), int32(k.Rest), int32(k.Half), int32(k.Depth), int32(i.lower), int32(i.most),
	}
	for c := range d.colours.Low {
		n[8+c], n[11+c] = int32(d.colours.Low[c]), int32(d.colours.High[c])
	}
	return n
}

// checkRow panics if a kernel would leave the rows that it reads.
func checkRow(w *window, groups int) {
	for plane := range w {
		_ = w[plane][1][groupWidth*groups+1]
	}
}
