//go:build !purego

package edge

// previousAVX2 returns the kernels for processors with AVX2. They process all but the last few
// samples.
func previousAVX2() previousKernels {
	portable := previousPortable()
	return previousKernels{
		bytes: func(to, a, b []byte) {
			a, b = a[:len(to)], b[:len(to)]
			n := len(to) &^ 31
			if n > 0 {
				apartBytesAVX2(&to[0], &a[0], &b[0], n)
			}
			portable.bytes(to[n:], a[n:], b[n:])
		},
		words: func(to, a, b []byte, shift int, most uint16) {
			a, b = a[:len(to)], b[:len(to)]
			n := len(to) &^ 31
			if n > 0 {
				apartWordsAVX2(&to[0], &a[0], &b[0], n, uint64(shift), uint64(most))
			}
			portable.words(to[n:], a[n:], b[n:], shift, most)
		},
	}
}
