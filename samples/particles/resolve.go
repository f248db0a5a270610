package particles

import (
	"image"
	"math"
)

// bare is the samples of a pixel of the ground.
var bare = [sub * sub]nearest{nothing, nothing, nothing, nothing}

// resolve computes pixels from samples: it lights them, shades them by depth, adds the ground and the
// glow, and encodes them.
func (p *Painter) resolve(dst *image.RGBA, cloud []Particle) {
	for y := range p.height {
		copy(dst.Pix[y*dst.Stride:][:4*p.width], p.bare[4*y*p.width:])
	}
	changed := pixels(p.covered).Union(p.bloom.reach)
	p.logs.begin(changed.Min.Y)
	for y := changed.Min.Y; y < changed.Max.Y; y++ {
		p.advance(y)
		rows := [sub]neighbours{p.logs.neighbours(sub * y), p.logs.neighbours(sub*y + 1)}
		for x := changed.Min.X; x < changed.Max.X; x++ {
			n := y*p.width + x
			out := dst.Pix[y*dst.Stride+4*x:]
			at := sub*y*p.columns + sub*x
			samples := [sub * sub]nearest{p.nearest[at], p.nearest[at+1], p.nearest[at+p.columns], p.nearest[at+p.columns+1]}
			if samples == bare {
				p.encode(out, n, &p.grounds[n])
				continue
			}
			var sum Vec
			for s, shown := range samples {
				if shown == nothing {
					sum = sum.Plus(p.ground[n])
					continue
				}
				i := shown.index()
				sx, sy := sub*x+s%sub, sub*y+s/sub
				p.light(&sum, &p.discs[i], &cloud[i], sx, sy, rows[s/sub].dome(sx, p.look.Dome))
			}
			p.encode(out, n, &sum)
		}
	}
}

// encode writes pixel n, the sum of whose samples is given, with its glow.
func (p *Painter) encode(dst []byte, n int, sum *Vec) {
	halo := p.bloom.at(n)
	for k := range sum {
		dst[k] = encode(sum[k]/(sub*sub) + p.look.Bloom*float64(halo[k]))
	}
	dst[3] = 255
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
