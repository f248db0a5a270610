// Package elementary computes logarithms and powers that are bit-identical on all machines. Those of
// package math are not: some processors have instructions for them, and compilers may fuse a product
// and a sum into one instruction with one rounding.
//
// Input and output are float64. It uses only additions, products and quotients, each rounded
// separately; results are within a few units of the last digit. No goroutines.
package elementary

import "math"

// mul returns a product that is rounded before anything is added to it: by Go's specification an
// explicit conversion prevents a fused instruction.
func mul(a, b float64) float64 { return float64(a * b) }

// Log2 returns the logarithm of x to the base 2. x is positive and finite.
//
// With x = 2^e · m and m between √½ and √2, it is e + 2/ln 2 · artanh t for t = (m−1)/(m+1), so that
// |t| < 0.172. The series Σ t^(2k+1)/(2k+1) ends where its terms are below 2^−60.
func Log2(x float64) float64 {
	m, e := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, e = 2*m, e-1
	}
	t := (m - 1) / (m + 1)
	square, sum := mul(t, t), 0.0
	for k := 23; k > 1; k -= 2 {
		sum = mul(sum+1/float64(k), square)
	}
	return float64(e) + mul(2/math.Ln2, mul(sum+1, t))
}

// Exp2 returns 2 to the power of x, which must be finite.
//
// With x = n + f, n whole and |f| ≤ 1/2, it is 2^n times the series Σ (f · ln 2)^k / k!, which ends
// where its terms are below 2^−60.
func Exp2(x float64) float64 {
	n := math.Floor(x + 0.5)
	f, sum := mul(x-n, math.Ln2), 1.0
	for k := 15; k > 0; k-- {
		sum = 1 + mul(sum, f)/float64(k)
	}
	return math.Ldexp(sum, int(n))
}

// Pow returns x to the power of y, both finite and x not negative. It is 0 if x is 0 and y positive.
func Pow(x, y float64) float64 {
	if x == 0 && y > 0 {
		return 0
	}
	return Exp2(mul(y, Log2(x)))
}
