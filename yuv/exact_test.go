package yuv_test

import (
	"math"

	"ffkvadrat/yuv"
)

// exactLight returns the light of the display's R, G and B in float64, from code values: 1 is its
// white, and values outside its gamut are not clipped.
func exactLight(f yuv.Format, c yuv.Colour, samples [3]int) [3]float64 {
	v := nonlinear(f, c, samples)
	for i := range v {
		v[i] = min(max(v[i], 0), 1)
	}
	to709, wide := wider[c.Primaries]
	var light [3]float64
	switch c.Curve() {
	case yuv.PQ:
		peak := 1000.
		if c.MasteringPeak > 0 {
			peak = c.MasteringPeak
		}
		if c.MaxCLL > 0 {
			peak = c.MaxCLL
		}
		peak = max(peak, 203)
		for i := range v {
			light[i] = st2084(eetf(v[i], peak)) / 203
		}
	case yuv.HLG:
		var scene [3]float64
		for i := range v {
			scene[i] = stdB67(v[i])
		}
		y := 0.2627*scene[0] + 0.6780*scene[1] + 0.0593*scene[2]
		for i := range scene {
			if y > 0 {
				shown := 1000 * math.Pow(y, 0.2) * scene[i]
				light[i] = st2084(eetf(inverse(st2084, shown), 1000)) / 203
			}
		}
	default:
		for i := range v {
			light[i] = inverse(srgb, v[i])
		}
	}
	if !wide {
		return light
	}
	var out [3]float64
	for i, row := range to709 {
		out[i] = row[0]*light[0] + row[1]*light[1] + row[2]*light[2]
	}
	return out
}

// code returns the display's code value for light.
func code(light float64) int { return int(math.Round(255 * srgb(min(max(light, 0), 1)))) }

// nonlinear returns R′G′B′ from 0 to 1 by the equations that define Y′, Cb and Cr.
func nonlinear(f yuv.Format, c yuv.Colour, samples [3]int) [3]float64 {
	most := float64(f.MaxValue())
	if f.Model == yuv.RGB {
		return [3]float64{float64(samples[0]) / most, float64(samples[1]) / most, float64(samples[2]) / most}
	}
	step := most + 1
	y, b, r := float64(samples[0])/most, (float64(samples[1])-step/2)/most, (float64(samples[2])-step/2)/most
	if c.Range == yuv.Limited {
		y = (float64(samples[0])/step*256 - 16) / 219
		b = (float64(samples[1])/step*256 - 128) / 224
		r = (float64(samples[2])/step*256 - 128) / 224
	}
	if f.Model == yuv.Gray {
		b, r = 0, 0
	}
	w := map[yuv.Matrix][2]float64{yuv.BT601: {0.299, 0.114}, yuv.BT709: {0.2126, 0.0722}, yuv.BT2020: {0.2627, 0.0593}}[c.Matrix]
	red, blue := y+2*(1-w[0])*r, y+2*(1-w[1])*b
	return [3]float64{red, (y - w[0]*red - w[1]*blue) / (1 - w[0] - w[1]), blue}
}

// wider are the published matrices from other gamuts to BT.709: ITU-R BT.2407-0 and Display P3.
var wider = map[string][3][3]float64{
	"bt2020":   {{1.660491, -0.587641, -0.072850}, {-0.124550, 1.132900, -0.008349}, {-0.018151, -0.100579, 1.118730}},
	"smpte432": {{1.224940, -0.224940, 0}, {-0.042057, 1.042057, 0}, {-0.019638, -0.078636, 1.098274}},
}

// st2084 is the EOTF of SMPTE ST 2084 in cd/m², with decimal constants.
func st2084(v float64) float64 {
	x := math.Exp(math.Log(v) / 78.84375)
	return 10000 * math.Exp(math.Log(math.Max(x-0.8359375, 0)/(18.8515625-18.6875*x))/0.1593017578125)
}

// stdB67 is the inverse of HLG's OETF.
func stdB67(v float64) float64 {
	if v <= 0.5 {
		return v * v / 3
	}
	return min((math.Exp((v-0.55991073)/0.17883277)+0.28466892)/12, 1)
}

// eetf is the tone curve of BT.2390 from peak to 203 cd/m², on PQ values: a straight line, then the
// cubic with the same slope that ends horizontally, here given by its control points.
func eetf(v, peak float64) float64 {
	source, white := inverse(st2084, peak), inverse(st2084, 203)
	v = min(v, source)
	knee := 1.5*white - 0.5*source
	if v <= knee {
		return v
	}
	t := (v - knee) / (source - knee)
	// A slope of 1 at the knee, of 0 at the end.
	points := []float64{knee, knee + (source-knee)/3, white, white}
	for ; len(points) > 1; points = points[:len(points)-1] {
		for i := range points[:len(points)-1] {
			points[i] += t * (points[i+1] - points[i])
		}
	}
	return points[0]
}

// srgb is sRGB's curve from light to code value.
func srgb(l float64) float64 {
	if l <= 0.0031308 {
		return 12.92 * l
	}
	return 1.055*math.Pow(l, 1/2.4) - 0.055
}

// inverse finds the argument, 0 to 1, at which a rising function has a value, by bisection.
func inverse(f func(float64) float64, value float64) float64 {
	low, high := 0., 1.
	for range 40 {
		if middle := (low + high) / 2; f(middle) < value {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}
