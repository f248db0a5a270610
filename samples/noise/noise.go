// Package noise provides the repeatable randomness of the clips: a generator, and smooth noise over the
// plane.
package noise

import "math"

// Random is a SplitMix64 generator: 64 bits of state, one output per step.
type Random uint64

// Next returns a uniform value of uint64.
func (r *Random) Next() uint64 {
	*r += 0x9e3779b97f4a7c15
	return mix(uint64(*r))
}

// Unit returns a uniform value in [0, 1).
func (r *Random) Unit() float64 { return float64(r.Next()>>11) / (1 << 53) }

// mix is SplitMix64's output function, a 64-bit hash.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Lattice returns a value in [0, 1) for a pair of integers.
func Lattice(x, y int) float64 {
	return float64(mix(uint64(uint32(x))<<32|uint64(uint32(y)))>>11) / (1 << 53)
}

// Value interpolates Lattice smoothly; its mean over the plane is ½.
func Value(x, y float64) float64 {
	fx, fy := math.Floor(x), math.Floor(y)
	ix, iy := int(fx), int(fy)
	u, v := Smooth(x-fx), Smooth(y-fy)
	return Blend(
		Blend(Lattice(ix, iy), Lattice(ix+1, iy), u),
		Blend(Lattice(ix, iy+1), Lattice(ix+1, iy+1), u), v)
}

// Smooth returns 3t² − 2t³ with t clamped to [0, 1].
func Smooth(t float64) float64 {
	t = math.Max(0, math.Min(1, t))
	return t * t * (3 - 2*t)
}

// Blend interpolates from a at t = 0 to b at t = 1.
func Blend(a, b, t float64) float64 { return a + (b-a)*t }
