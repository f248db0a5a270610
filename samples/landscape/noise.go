package main

import "math"

// mix is the output function of SplitMix64, a 64-bit hash.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// lattice returns a value in [0, 1) for a pair of integers.
func lattice(x, y int) float64 {
	return float64(mix(uint64(uint32(x))<<32|uint64(uint32(y)))>>11) / (1 << 53)
}

// smoothNoise interpolates lattice smoothly; its mean over the plane is ½.
func smoothNoise(x, y float64) float64 {
	fx, fy := math.Floor(x), math.Floor(y)
	ix, iy := int(fx), int(fy)
	u, v := smooth(x-fx), smooth(y-fy)
	return blend(
		blend(lattice(ix, iy), lattice(ix+1, iy), u),
		blend(lattice(ix, iy+1), lattice(ix+1, iy+1), u), v)
}

// smooth returns 3t² − 2t³ with t clamped to [0, 1].
func smooth(t float64) float64 {
	t = math.Max(0, math.Min(1, t))
	return t * t * (3 - 2*t)
}

// blend interpolates from a at t = 0 to b at t = 1.
func blend(a, b, t float64) float64 { return a + (b-a)*t }
