//go:build !purego

package edge

// assemblyRow is a rowKernel in assembly.
type assemblyRow func(bits *uint32, rows *window, planes, groups int, lower, most uint32)

// assemblySums is a sumKernel in assembly.
type assemblySums func(sums *uint64, rows *window, planes, groups int)

// vectorRow is the kernels of an operator.
type vectorRow struct {
	avx2, avx512 assemblyRow
	sums         assemblySums
}

// rowsAVX2 returns the kernels for processors with AVX2.
func rowsAVX2() rowKernels {
	k := rowKernels{widen: widen256, shift: shift256, double: double256, distance: distancesAVX2(), words: words256}
	for op, rows := range vectorRows {
		k.decide[op] = row(rows.avx2)
		k.sum[op] = rowSums(rows.sums)
	}
	return k
}

// rowsAVX512 returns the kernels for processors with AVX-512.
func rowsAVX512() rowKernels {
	k := rowsAVX2()
	for op, rows := range vectorRows {
		k.decide[op] = row(rows.avx512)
	}
	return k
}

// row wraps a kernel in assembly as a rowKernel. It checks that the kernel stays inside its slices.
func row(run assemblyRow) rowKernel {
	if run == nil {
		return nil
	}
	return func(bits []uint32, w *window, planes, groups int, d interval) {
		_ = bits[bandHeight*(groups-1)]
		checkWindow(w, planes, groups)
		run(&bits[0], w, planes, groups, d.lower, d.most)
	}
}

// rowSums wraps a kernel in assembly as a sumKernel. It checks that the kernel stays inside its
// slices.
func rowSums(run assemblySums) sumKernel {
	if run == nil {
		return nil
	}
	return func(sums []uint64, w *window, planes int) {
		groups := len(sums) / groupWidth
		checkWindow(w, planes, groups)
		run(&sums[0], w, planes, groups)
	}
}

// checkWindow panics if a kernel would leave its rows.
func checkWindow(w *window, planes, groups int) {
	for _, plane := range w[:planes] {
		for _, samples := range plane {
			_ = samples[groupWidth*groups+1]
		}
	}
}

// The kernels for samples process all but the last few.

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
