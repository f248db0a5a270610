package histogram

import "math/bits"

// logBits is the number of fractional bits of a logarithm.
const logBits = 24

// logOf returns ⌊2^24·log2 n⌋ for 1 ≤ n ≤ 2^22, in integers: the logarithms of package math differ
// between processors in their last bits.
//
// n is m·2^e with 1 ≤ m < 2. Squaring m doubles its logarithm, so the integer part of the result is
// the next bit. m has 63 fractional bits; 24 squarings leave 39 of them exact, which suffices for
// all these n.
func logOf(n uint32) uint64 {
	e := bits.Len32(n) - 1
	m := uint64(n) << (63 - e)
	l := uint64(e)
	for range logBits {
		high, low := bits.Mul64(m, m) // 62 + 64 fractional bits
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

// weighed is the table of n·logOf(n) for small n, which most sums consist of.
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
