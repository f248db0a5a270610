package main

import "math"

// A colour is gamma-encoded, each channel from 0 to 1.
type colour struct{ r, g, b float64 }

func hex(c int) colour {
	return colour{float64(c>>16) / 255, float64(c>>8&255) / 255, float64(c&255) / 255}
}

// over blends from c to d, by t.
func (c colour) over(d colour, t float64) colour {
	t = math.Max(0, math.Min(1, t))
	return colour{blend(c.r, d.r, t), blend(c.g, d.g, t), blend(c.b, d.b, t)}
}

func (c colour) times(f float64) colour { return colour{c.r * f, c.g * f, c.b * f} }

// Positions are in heights of the picture: y goes from 0 at the top to 1, x from 0 at the left. Times
// are seconds.
const (
	shore      = 0.70 // y of the waterline
	sunX, sunY = 1.22, 0.33
	pan        = 0.012 // movement of the nearest ridge per second
	tallest    = 0.11  // height of the tallest tree
)

// clouds returns fractal noise with mean ½: octaves of value noise, each twice as fine and half as
// strong as the one before.
func clouds(x, y float64, octaves int) float64 {
	sum, weight := 0.0, 0.5
	for range octaves {
		sum += weight * smoothNoise(x, y)
		x, y, weight = 2.03*x+17.1, 2.03*y+9.2, weight/2
	}
	return sum + weight
}

// sky returns the colour behind everything.
func sky(x, y, t float64) colour {
	c := hex(0x3b6ea8).over(hex(0xf3c58f), smooth(y/0.62)).over(hex(0xfce3b4), smooth((y-0.35)/0.3)*0.6)
	d := math.Hypot(x-sunX, y-sunY)
	c = c.over(hex(0xfff1c8), 0.75*math.Exp(-d*5.5)).over(hex(0xfffbea), smooth((0.042-d)/0.006))
	if y > 0.6 {
		return c
	}
	deep := clouds(2.1*x+0.03*t, 7*y-1.3, 6)
	lit := clouds(2.1*(x+0.05)+0.03*t, 7*(y-0.02)-1.3, 6)
	cover := smooth((deep-0.52)/0.16) * smooth((0.6-y)/0.25)
	return c.over(hex(0x9c93ad).over(hex(0xfff0da), 0.55+4*(deep-lit)), 0.9*cover)
}

// A ridge is a row of mountains in front of the sky.
type ridge struct {
	seed, base, height, frequency, pan float64
	dark, light                        colour
	haze, snow                         float64
}

var ridges = [...]ridge{
	{seed: 3, base: 0.60, height: 0.36, frequency: 2.1, pan: 0.15, dark: hex(0x5c6c8c), light: hex(0xb9b1bb), haze: 0.35, snow: 0.44},
	{seed: 41, base: 0.66, height: 0.24, frequency: 2.8, pan: 0.4, dark: hex(0x344a5a), light: hex(0x8d9a8a), haze: 0.18},
	{seed: 77, base: 0.70, height: 0.13, frequency: 3.7, pan: 1, dark: hex(0x1d3a2c), light: hex(0x6f8a4a), haze: 0.04},
}

// top returns the y of the ridge's outline at x: at most 1.45 of its height above its base.
func (r *ridge) top(x float64) float64 {
	return r.base - r.height*(2.2*clouds(r.frequency*x+r.seed, r.seed, 7)-0.75)
}

// at returns the ridge's colour at a position, and whether the ridge is there.
func (r *ridge) at(x, y, t float64) (colour, bool) {
	x += r.pan * pan * t
	if y < r.base-1.5*r.height || y < r.top(x) {
		return colour{}, false
	}
	rock := clouds(26*x+r.seed, 34*y, 5)
	light := 0.5 + 5*(rock-clouds(26*(x-0.006)+r.seed, 34*(y-0.004), 5)) + 0.8*(clouds(5*x+r.seed, 8*y, 3)-0.5)
	c := r.dark.over(r.light, light)
	if r.snow > 0 {
		c = c.over(hex(0xb7c0d8).over(hex(0xfff6ea), light), smooth((r.snow+0.12*(rock-0.5)-y)/0.03))
	}
	return c.over(hex(0xf0cfa8), r.haze+0.25*smooth((y-0.45)/0.3)*r.haze), true
}

// trees returns the colour of a row of firs on the shore at a position, and whether one is there.
func trees(x, y, t float64) (colour, bool) {
	if y < shore-tallest || y > shore+0.012 {
		return colour{}, false
	}
	x += 1.6 * pan * t
	const spacing = 0.016
	for k := math.Floor(x/spacing) - 2; k <= math.Floor(x/spacing)+2; k++ {
		n := int(k)
		grove := clouds(1.7*k*spacing+5, 2.5, 3)
		tall := tallest * (0.35 + 0.65*lattice(n, 1)) * smooth((grove-0.36)/0.2)
		foot := shore + 0.012*lattice(n, 2)
		up := (foot - y) / tall
		if tall < 0.012 || up < 0 || up > 1 {
			continue
		}
		centre := (k + lattice(n, 3)) * spacing
		branch := 0.72 + 0.28*math.Abs(2*frac(up*9+lattice(n, 4))-1)
		if math.Abs(x-centre) < 0.2*tall*(1-up)*branch {
			return hex(0x0d1f18).over(hex(0x3f5a2c), 1.6*(clouds(150*x, 150*y, 2)-0.35)+4*(x-centre)/tall), true
		}
	}
	return colour{}, false
}

// boat returns the colour of a sailing boat at a position, and whether it is there.
func boat(x, y, t float64) (colour, bool) {
	x -= 0.42 + 0.035*t
	y -= shore + 0.055 + 0.002*math.Sin(2*t)
	switch {
	case y > -0.010 && y < 0.004 && math.Abs(x) < 0.036-1.2*math.Max(0, y):
		return hex(0x5b2b1e), true
	case y <= -0.012 && y > -0.115 && x > 0.003 && x < 0.003+0.42*(y+0.115):
		return hex(0xf6efe2).times(0.86 + 0.14*smooth(x/0.03)), true
	case y <= -0.016 && y > -0.098 && x < -0.002 && x > -0.002-0.33*(y+0.098):
		return hex(0xd9573f).times(0.9), true
	case y <= -0.01 && y > -0.12 && math.Abs(x) < 0.0018:
		return hex(0x2b211c), true
	}
	return colour{}, false
}

// above returns the colour of what is above the water, front to back.
func above(x, y, t float64) colour {
	if c, ok := boat(x, y, t); ok {
		return c
	}
	if c, ok := trees(x, y, t); ok {
		return c
	}
	for i := len(ridges) - 1; i >= 0; i-- {
		if c, ok := ridges[i].at(x, y, t); ok {
			return c
		}
	}
	return sky(x, y, t)
}

// water mirrors what is above it, with ripples that grow towards the viewer.
func water(x, y, t float64) colour {
	near := (y - shore) / (1 - shore)
	far := 1 / (0.12 + near)
	ripple := clouds(9*x*far+0.7*t, 26*far-1.1*t, 3) - 0.5
	fine := smoothNoise(60*x*far-t, 110*far+3*t) - 0.5
	mirrored := 2*shore - y - (0.012+0.10*near)*ripple - 0.010*fine
	c := above(x+0.02*ripple, math.Min(mirrored, shore-0.001), t).times(0.9).over(hex(0x1d4a66), 0.22+0.3*near)
	glint := math.Exp(-math.Pow((x-sunX)/(0.05+0.16*near), 2)) * smooth((ripple+0.6*fine-0.10)/0.12)
	c = c.over(hex(0xfff0c4), 0.85*glint)
	if over, ok := boat(x, y, t); ok {
		c = over
	}
	return c
}

// bank returns the colour of the grass in front at a position, and whether it is there.
func bank(x, y, t float64) (colour, bool) {
	if y < 0.84 {
		return colour{}, false
	}
	wind := 0.006 * math.Sin(1.7*t+3*x)
	for layer := range 3 {
		z := float64(layer)
		top := 0.965 + 0.02*z - 0.07*clouds(1.4*x+3*z+pan*2.4*t, 8+z, 3)
		lean := (top - y) * (0.4 + 30*wind)
		blade := smoothNoise(170*(x+lean)+37*z+pan*2.4*170*t, 3*z)
		if y > top-0.05*blade*blade {
			return hex(0x1a2a12).over(hex(0x7d8f3a), 0.9*blade+0.5*(y-top)/0.05-0.55+0.12*z), true
		}
	}
	return colour{}, false
}

// frac returns the fractional part.
func frac(x float64) float64 { return x - math.Floor(x) }

// picture returns the colour at a position and time.
func picture(x, y, t float64) colour {
	if over, ok := bank(x, y, t); ok {
		return over
	}
	if y > shore {
		return water(x, y, t)
	}
	return above(x, y, t)
}
