package edge

// rowsAVX2 are the kernels for processors with AVX2.
func rowsAVX2() rowKernels {
	return rowKernels{
		widen:  widen256,
		shift:  shift256,
		double: double256,
		words:  words256,
		decide: [operatorCount]rowKernel{
			Cross:    row(crossRowAVX2),
			Diagonal: row(diagonalRowAVX2),
			Sobel:    row(sobelRowAVX2),
			Prewitt:  row(prewittRowAVX2),
			Scharr:   row(scharrRowAVX2),
			Laplace:  row(laplaceRowAVX2),
			Luma:     row(valueRowAVX2),
			Range:    row(valueRowAVX2),
		},
	}
}

// rowsAVX512 are those of rowKernels.decide for processors with AVX-512.
var rowsAVX512 = [operatorCount]rowKernel{
	Cross:    row(crossRowAVX512),
	Diagonal: row(diagonalRowAVX512),
	Sobel:    row(sobelRowAVX512),
	Prewitt:  row(prewittRowAVX512),
	Scharr:   row(scharrRowAVX512),
	Laplace:  row(laplaceRowAVX512),
	Luma:     row(valueRowAVX512),
	Range:    row(valueRowAVX512),
}

// row makes a kernel of one in assembly, which stays inside its slices.
func row(run func(bits *uint32, rows *window, planes, groups int, lower, most uint32)) rowKernel {
	return func(bits []uint32, w *window, planes, groups int, d interval) {
		_ = bits[bandHeight*(groups-1)]
		for _, plane := range w[:planes] {
			for _, samples := range plane {
				_ = samples[groupWidth*groups+1]
			}
		}
		run(&bits[0], w, planes, groups, d.lower, d.most)
	}
}

// The kernels for samples do all but the last few.

func widen256(dst []uint16, src []byte) {
	_ = src[:len(dst)]
	n := len(dst) &^ (groupWidth - 1)
	if n > 0 {
		widenAVX2(&dst[0], &src[0], n)
	}
	widenPortable(dst[n:], src[n:])
}

func shift256(dst []uint16, src []byte, count int) uint16 {
	_ = src[:2*len(dst)]
	n := len(dst) &^ (groupWidth - 1)
	var some uint64
	if n > 0 {
		some = shiftAVX2(&dst[0], &src[0], n, uint64(count))
	}
	return uint16(some|some>>16|some>>32|some>>48) | shiftPortable(dst[n:], src[2*n:], count)
}

func double256(dst, src []uint16) {
	_ = src[:(len(dst)+1)/2]
	n := len(dst) &^ (groupWidth - 1)
	if n > 0 {
		doubleAVX2(&dst[0], &src[0], n)
	}
	doublePortable(dst[n:], src[n/2:])
}

func words256(words []uint64, bits []uint32, groups int) {
	_ = words[wordAt(groups*groupWidth/8-1)]
	_ = bits[bandHeight*groups-1]
	wordsOfBitsAVX2(&words[0], &bits[0], groups)
}
