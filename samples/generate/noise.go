package main

import "math"

// random is a SplitMix64 generator: 64 bits of state, one output a step.
type random uint64

func (r *random) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	return mix(uint64(*r))
}

// unit is uniform in [0, 1).
func (r *random) unit() float64 { return float64(r.next()>>11) / (1 << 53) }

// mix is SplitMix64's output function, a hash of 64 bits.
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// lattice is a value in [0, 1) for each pair of integers.
func lattice(x, y int) float64 {
	return float64(mix(uint64(uint32(x))<<32|uint64(uint32(y)))>>11) / (1 << 53)
}

// valueNoise interpolates the lattice smoothly between its points; the mean
// over the plane is ½.
func valueNoise(x, y float64) float64 {
	fx, fy := math.Floor(x), math.Floor(y)
	ix, iy := int(fx), int(fy)
	u, v := smooth(x-fx), smooth(y-fy)
	return mixf(
		mixf(lattice(ix, iy), lattice(ix+1, iy), u),
		mixf(lattice(ix, iy+1), lattice(ix+1, iy+1), u), v)
}

// smooth is 3t² − 2t³ with t clamped to [0, 1].
func smooth(t float64) float64 {
	t = math.Max(0, math.Min(1, t))
	return t * t * (3 - 2*t)
}

func mixf(a, b, t float64) float64 { return a + (b-a)*t }
