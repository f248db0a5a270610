package particles

import (
	"image"
	"math"
)

// reference lights each particle at once, in all samples where it is nearer than those before it, and
// blurs whole pictures in place.
type reference struct {
	width, height int // of the picture
	columns, rows int // of samples
	look          Look
	depth         []float32
	lit           []float32 // three per sample
	shines        []float32 // three per pixel: emitted light
	halo, row     []float32 // three per pixel, buffers of the blur
}

// newReference returns a painter for pictures of one size.
func newReference(width, height int, look Look) *reference {
	p := &reference{width: width, height: height, columns: sub * width, rows: sub * height, look: look}
	n := p.columns * p.rows
	p.depth, p.lit = make([]float32, n), make([]float32, 3*n)
	p.shines, p.halo = make([]float32, 3*width*height), make([]float32, 3*width*height)
	p.row = make([]float32, 3*max(width, height))
	return p
}

// empty is the depth where there is no particle.
const empty = float32(math.MaxFloat32)

// paint does what [Painter.Paint] does.
func (p *reference) paint(dst *image.RGBA, camera Camera, cloud []Particle) {
	for i := range p.depth {
		p.depth[i] = empty
	}
	clear(p.shines)
	f := camera.frame(p.columns, p.rows)
	for i := range cloud {
		p.splat(&f, &cloud[i])
	}
	p.resolve(dst)
}

// splat draws a ball: its disc in the picture, with the depth of its front.
func (p *reference) splat(f *frame, c *Particle) {
	x, y, depth := f.seen(c.At)
	if depth-c.Radius <= 0.01 {
		return
	}
	r := max(c.Radius*f.focal/depth, 0.5)
	left, right := max(0, int(math.Ceil(x-r-0.5))), min(p.columns-1, int(math.Floor(x+r-0.5)))
	top, bottom := max(0, int(math.Ceil(y-r-0.5))), min(p.rows-1, int(math.Floor(y+r-0.5)))
	surface := Vec{c.Normal.Dot(f.right), c.Normal.Dot(f.up), -c.Normal.Dot(f.ahead)}
	share := 0.0 // weight of the ball's roundness
	if surface == (Vec{}) {
		share = 1
	} else {
		share = 0.3
	}
	fade := p.look.HazeMost * min(max((depth-p.look.Near)/(p.look.Far-p.look.Near), 0), 1)
	for sy := top; sy <= bottom; sy++ {
		for sx := left; sx <= right; sx++ {
			u, v := (float64(sx)+0.5-x)/r, (float64(sy)+0.5-y)/r
			round := 1 - u*u - v*v
			if round < 0 {
				continue
			}
			w := math.Sqrt(round)
			at := float32(depth - c.Radius*w)
			n := sy*p.columns + sx
			if at >= p.depth[n] {
				continue
			}
			p.depth[n] = at
			light := p.light(surface.Mix(Vec{u, -v, w}, share).Unit(), c)
			light = light.Mix(p.look.Haze, fade*(1-c.Glow))
			for k, v := range light {
				p.lit[3*n+k] = float32(v)
			}
		}
	}
	if c.Glow > 0 && p.look.Bloom > 0 {
		p.shine(x/sub, y/sub, r/sub, c)
	}
}

// shine adds a particle's light to the emitted light.
func (p *reference) shine(x, y, r float64, c *Particle) {
	px, py := int(math.Floor(x)), int(math.Floor(y))
	if px < 0 || py < 0 || px >= p.width || py >= p.height {
		return
	}
	for k, v := range c.Colour {
		p.shines[3*(py*p.width+px)+k] += float32(v * c.Glow * math.Pi * r * r)
	}
}

// light returns the light from a surface with a normal in the camera's axes.
func (p *reference) light(normal Vec, c *Particle) Vec {
	l := &p.look
	// Wrapped diffuse lighting: light reaches a little around the edge, as in a cloud.
	key := max(0, (normal.Dot(l.Key)+0.25)/1.25)
	fill := max(0, (normal.Dot(l.Fill)+0.5)/1.5)
	edge := 1 - max(0, normal[2])
	half := l.Key.Plus(Vec{0, 0, 1}).Unit()
	shine := math.Pow(max(0, normal.Dot(half)), 40) * 0.12
	var out Vec
	for k := range out {
		lit := l.Ambient[k] + l.KeyColour[k]*key*key + l.FillColour[k]*fill
		out[k] = c.Colour[k]*(lit*(1-c.Glow)+c.Glow) + (l.KeyColour[k]*shine+l.Rim[k]*edge*edge*edge)*(1-c.Glow)
	}
	return out
}

// resolve computes pixels from samples: it shades them by depth, adds the ground and the glow, and
// encodes them.
func (p *reference) resolve(dst *image.RGBA) {
	if p.look.Bloom > 0 {
		p.blur(max(2, p.height/90))
	}
	for y := range p.height {
		out := dst.Pix[y*dst.Stride:][:4*p.width]
		for x := range p.width {
			var sum Vec
			ground := p.look.ground(x, y, p.width, p.height)
			for s := range sub * sub {
				n := (sub*y+s/sub)*p.columns + sub*x + s%sub
				if p.depth[n] == empty {
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

// dome returns the fraction of light that a sample keeps: the more of its neighbours are nearer to the
// eye, in logarithms of the distance, the less.
func (p *reference) dome(x, y, n int) float64 {
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
func (p *reference) blur(radius int) {
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
func (p *reference) box(pixels []float32, radius int) {
	for y := range p.height {
		p.boxLine(pixels[3*y*p.width:], 3, p.width, radius)
	}
	for x := range p.width {
		p.boxLine(pixels[3*x:], 3*p.width, p.height, radius)
	}
}

// boxLine does the same along a line of n pixels.
func (p *reference) boxLine(line []float32, stride, n, radius int) {
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
