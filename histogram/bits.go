package histogram

import "math/bits"

// logBits is how many bits of a logarithm are behind the point.
const logBits = 24

// logOf returns ⌊2^24·log2 n⌋ for 1 ≤ n ≤ 2^22, in whole numbers: the logarithms of package math differ
// between processors in their last bits.
//
// n is m·2^e with 1 ≤ m < 2. Squaring m doubles its logarithm, whose next bit is then its whole part. 63
// bits of m stand behind the point, of which 24 squarings leave 39 without an error; that is enough for
// all these n.
func logOf(n uint32) uint64 {
	e := bits.Len32(n) - 1
	m := uint64(n) << (63 - e)
	l := uint64(e)
	for range logBits {
		high, low := bits.Mul64(m, m) // 62 + 64 bits behind the point
		l <<= 1
		if high>>63 != 0 {
			l |= 1
			m = high
		} else {
			m = high<<1 | low>>63
		}
	}
	return l
}

// weighed has n·logOf(n) for small n, of which most sums consist.
var weighed = func() (table [4096]uint64) {
	for n := 1; n < len(table); n++ {
		table[n] = uint64(n) * logOf(uint32(n))
	}
	return table
}()

// weigh returns n·⌊2^24·log2 n⌋, 0 for 0.
func weigh(n uint32) uint64 {
	if n < uint32(len(weighed)) {
		return weighed[n]
	}
	return uint64(n) * logOf(n)
}
