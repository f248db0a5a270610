package particles

import "math"

// Tables replace the functions of package math where a picture takes a million of their values. Their
// errors are a few units of the last place.

const (
	expSteps = 256  // table entries a unit
	logSteps = 2048 // table entries an octave
)

// exps has exp(−i/expSteps), up to exp(−8).
var exps = func() (t [8*expSteps + 1]float64) {
	for i := range t {
		t[i] = math.Exp(-float64(i) / expSteps)
	}
	return t
}()

// fade returns exp(−x) for x from 0.
func fade(x float64) float64 {
	if x >= 8 {
		return math.Exp(-x)
	}
	i := int(x * expSteps)
	f := x - float64(i)*(1.0/expSteps)
	// Taylor's series; the next term is less than 2⁻⁵⁷.
	return exps[i] * (1 - f*(1-f*(1.0/2-f*(1.0/6-f*(1.0/24-f*(1.0/120))))))
}

// logStep is the middle of one of the steps from 1 to 2.
type logStep struct{ inverse, log float64 }

var logs = func() (t [logSteps]logStep) {
	for i := range t {
		middle := 1 + (float64(i)+0.5)/logSteps
		t[i] = logStep{1 / middle, math.Log2(middle)}
	}
	return t
}()

// log2 returns the binary logarithm of a positive, normal number.
func log2(x float32) float64 {
	bits := math.Float32bits(x)
	exponent := float64(int(bits>>23) - 127)
	mantissa := float64(math.Float32frombits(bits&(1<<23-1) | 127<<23)) // 1 to 2
	s := &logs[bits>>12&(logSteps-1)]
	f := mantissa*s.inverse - 1
	// The series of ln(1 + f); the next term is less than 2⁻⁶².
	return exponent + (s.log + f*(1-f*(1.0/2-f*(1.0/3-f*(1.0/4-f*(1.0/5)))))*(1/math.Ln2))
}
