package particles

import (
	"image"
	"math"
)

// resolve computes pixels from samples: it shades them by depth, adds the ground and the glow, and
// encodes them.
func (p *Painter) resolve(dst *image.RGBA) {
	if p.look.Bloom > 0 {
		p.blur(max(2, p.height/90))
	}
	for y := range p.height {
		out := dst.Pix[y*dst.Stride:][:4*p.width]
		for x := range p.width {
			var sum Vec
			ground := p.ground(x, y)
			for s := range sub * sub {
				n := (sub*y+s/sub)*p.columns + sub*x + s%sub
				if p.depth[n] == none {
					sum = sum.Plus(ground)
					continue
				}
				shade := p.dome(sub*x+s%sub, sub*y+s/sub, n)
				for k := range sum {
					sum[k] += float64(p.lit[3*n+k]) * shade
				}
			}
			for k := range sum {
				v := sum[k]/(sub*sub) + p.look.Bloom*float64(p.halo[3*(y*p.width+x)+k])
				out[4*x+k] = encode(v)
			}
			out[4*x+3] = 255
		}
	}
}

// ground returns the light behind everything: brightest a little above the middle.
func (p *Painter) ground(x, y int) Vec {
	dx := (float64(x) + 0.5 - float64(p.width)/2) / float64(p.width)
	dy := (float64(y) + 0.5 - float64(p.height)*0.45) / float64(p.height)
	t := min(1, 2*math.Sqrt(dx*dx+dy*dy))
	return p.look.Ground.Mix(p.look.Edge, t*t*(3-2*t))
}

// domeReach is the distance in samples up to which shading by depth looks.
const domeReach = 3

// dome returns the fraction of light that a sample keeps: the more of its neighbours are nearer to the
// eye, in logarithms of the distance, the less.
func (p *Painter) dome(x, y, n int) float64 {
	own := math.Log2(float64(p.depth[n]))
	sum := 0.0
	for _, d := range [...][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {2, 2}, {-2, 2}, {2, -2}, {-2, -2}} {
		nx, ny := x+domeReach*d[0], y+domeReach*d[1]
		if uint(nx) >= uint(p.columns) || uint(ny) >= uint(p.rows) {
			continue
		}
		if near := p.depth[ny*p.columns+nx]; near < p.depth[n] {
			sum += min(own-math.Log2(float64(near)), 0.12)
		}
	}
	return math.Exp(-p.look.Dome * sum)
}

// blur computes the halo: the glow, blurred by three passes of a box filter, which approximate a
// Gaussian, and by another box four times as wide.
func (p *Painter) blur(radius int) {
	copy(p.halo, p.shines)
	for range 3 {
		p.box(p.halo, radius)
		p.box(p.shines, 4*radius)
	}
	for i, v := range p.shines {
		p.halo[i] += 2 * v
	}
}

// box replaces each pixel by the mean of the square of side 2·radius + 1 around it.
func (p *Painter) box(pixels []float32, radius int) {
	for y := range p.height {
		p.boxLine(pixels[3*y*p.width:], 3, p.width, radius)
	}
	for x := range p.width {
		p.boxLine(pixels[3*x:], 3*p.width, p.height, radius)
	}
}

// boxLine does the same along a line of n pixels.
func (p *Painter) boxLine(line []float32, stride, n, radius int) {
	scale := 1 / float32(2*radius+1)
	for k := range 3 {
		for i := range n {
			p.row[i] = line[i*stride+k]
		}
		sum := float64(0)
		for i := range min(radius, n) {
			sum += float64(p.row[i])
		}
		for i := range n {
			if i+radius < n {
				sum += float64(p.row[i+radius])
			}
			if i > radius {
				sum -= float64(p.row[i-radius-1])
			}
			line[i*stride+k] = float32(sum) * scale
		}
	}
}

// encode converts linear light to a byte of sRGB. It compresses values above 1 below 1.
func encode(v float64) byte {
	const knee = 0.6
	if v > knee {
		over := (v - knee) / (1 - knee)
		v = knee + (1-knee)*over/(1+over)
	}
	return srgb[int(max(0, min(v, 1))*float64(len(srgb)-1)+0.5)]
}

// srgb tabulates sRGB's curve at even steps of light.
var srgb = func() (t [1 << 14]byte) {
	for i := range t {
		v := float64(i) / float64(len(t)-1)
		if v <= 0.0031308 {
			v *= 12.92
		} else {
			v = 1.055*math.Pow(v, 1/2.4) - 0.055
		}
		t[i] = byte(255*v + 0.5)
	}
	return t
}()
