package mesh

// Tessellation of the teapot.
const (
	teapotAround = 48
	tubeAround   = 20
	spanSteps    = 4
)

// Teapot returns a teapot made for this project: a body of revolution with its lid, a spout and a
// handle. Its longest side spans −0.9 to 0.9.
func Teapot() *Mesh {
	m := &Mesh{}
	m.revolve("body", spline([][2]float64{
		{0, 0}, {0, 0}, {0.50, 0}, {0.50, 0}, // bottom
		{0.57, 0.03}, {0.56, 0.08}, // foot
		{0.80, 0.24}, {0.93, 0.48}, {0.84, 0.74}, {0.62, 0.92}, // belly
		{0.62, 0.92}, {0.63, 0.97}, {0.58, 0.99}, {0.55, 0.95}, {0.55, 0.95}, // rim with its groove
		{0.54, 1.00}, {0.42, 1.09}, {0.20, 1.15}, {0.08, 1.18}, {0.08, 1.18}, // lid
		{0.09, 1.22}, {0.15, 1.28}, {0.12, 1.34}, {0, 1.36}, // knob
	}, spanSteps), teapotAround)
	spout := spline([][2]float64{{0.62, 0.36}, {0.92, 0.40}, {1.16, 0.58}, {1.30, 0.84}, {1.50, 1.02}}, 2*spanSteps)
	m.tube("spout", spout, func(n int) float64 {
		t := float64(n) / float64(len(spout)-1)
		return 0.22 - 0.25*t + 0.13*t*t
	}, 0.85, tubeAround)
	handle := spline([][2]float64{{-0.70, 0.80}, {-1.05, 0.94}, {-1.38, 0.86}, {-1.44, 0.60}, {-1.24, 0.36}, {-0.84, 0.24}}, 2*spanSteps)
	m.tube("handle", handle, func(int) float64 { return 0.065 }, 1.35, tubeAround)
	m.Fit(0.9)
	return m
}
