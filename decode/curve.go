package decode

// #include "convert.h"
import "C"

import (
	"math"
	"math/big"
	"sync"
)

// Codes are k / 65535, and light has the code that is nearest in code values: code k starts at the
// light of the code value (2k − 1) / codes, halfway to the code below.
const codes = 2 * 65535

// near is more than the relative error of a number computed in float64.
const near = 1e-13

// newCurve makes a curve from the boundaries of codes: about where code k starts, and whether a float32
// is at or above that place, exactly.
func newCurve(about func(k int) float64, reaches func(k int, v float32) bool) *C.curve {
	c := new(C.curve)
	for k := 1; k < len(c.from)-1; k++ {
		place := about(k)
		v := smallest(place*(1-near), func(v float32) bool {
			return float64(v) > place*(1+near) || reaches(k, v)
		})
		c.from[k] = C.uint32_t(math.Float32bits(v))
	}
	c.from[len(c.from)-1] = math.MaxUint32
	k := 0
	for i := range c.first {
		for c.from[k+1] <= C.uint32_t(C.CURVE_FIRST+i)<<16 {
			k++
		}
		c.first[i] = C.uint16_t(k)
	}
	return c
}

// smallest returns the smallest float32 from v on that a rising condition holds for.
func smallest(v float64, holds func(float32) bool) float32 {
	f := float32(v)
	if float64(f) < v {
		f = math.Nextafter32(f, 2)
	}
	for !holds(f) {
		f = math.Nextafter32(f, 2)
	}
	return f
}

// newDisplayCurve returns the curve from light to the code values of sRGB (IEC 61966-2-1). A code
// value c ≤ 0.04045 is the light c / 12.92, else ((c + 0.055) / 1.055)^2.4. With integers n / d = c and
// x / y = (c + 0.055) / 1.055, light v has at least that code value if v^5·y^12 ≥ x^12.
func newDisplayCurve() *C.curve {
	straight := func(k int) bool { return 100000*(2*k-1) <= 4045*codes }
	xy := func(k int) (int64, int64) { return 200*(2*int64(k)-1) + 11*codes, 211 * codes }
	return newCurve(func(k int) float64 {
		if straight(k) {
			return float64(2*k-1) / codes / 12.92
		}
		x, y := xy(k)
		return math.Pow(float64(x)/float64(y), 2.4)
	}, func(k int, v float32) bool {
		light := new(big.Rat).SetFloat64(float64(v))
		if straight(k) {
			return light.Cmp(big.NewRat(25*(2*int64(k)-1), 323*codes)) >= 0
		}
		x, y := xy(k)
		return power(light, 5).Cmp(power(big.NewRat(x, y), 12)) >= 0
	})
}

func power(r *big.Rat, n int) *big.Rat {
	p := big.NewRat(1, 1)
	for range n {
		p.Mul(p, r)
	}
	return p
}

// xyzTable is the conversion of XYZ to the display's code values.
var xyzTable = sync.OnceValue(func() *C.xyz {
	t := &C.xyz{codes: *displayCurve()}
	for i := range t.light {
		t.light[i] = C.uint32_t(cinemaLight(i))
	}
	return t
})

// The curves of light and, for code values and opacity, the straight line: v has the nearest k / 65535.
var (
	displayCurve = sync.OnceValue(newDisplayCurve)
	straightLine = sync.OnceValue(func() *C.curve {
		return newCurve(func(k int) float64 { return float64(2*k-1) / codes }, func(k int, v float32) bool {
			return new(big.Rat).SetFloat64(float64(v)).Cmp(big.NewRat(2*int64(k)-1, codes)) >= 0
		})
	})
)

// The curves for each float16.
var (
	displayHalves  = sync.OnceValue(func() *halves { return newHalves(displayCurve()) })
	straightHalves = sync.OnceValue(func() *halves { return newHalves(straightLine()) })
)

type halves [1 << 16]C.uint16_t

func newHalves(c *C.curve) *halves {
	h := new(halves)
	C.fill_halves(c, &h[0])
	return h
}

// cinemaLight returns the light (i / 4095)^2.6 in units of 2^-24, the nearest integer.
func cinemaLight(i int) int64 {
	v := math.Ldexp(math.Pow(float64(i)/4095, 2.6), 24)
	n := int64(v)
	switch above := v - float64(n) - 0.5; {
	case above > 1e-6:
		return n + 1
	case above < -1e-6:
		return n
	}
	// v ≥ n + ½ if (i / 4095)^13 ≥ ((2n + 1) / 2^25)^5.
	if power(big.NewRat(int64(i), 4095), 13).Cmp(power(big.NewRat(2*n+1, 1<<25), 5)) >= 0 {
		n++
	}
	return n
}
