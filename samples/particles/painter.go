package particles

import (
	"image"
	"math"
)

// Particle is a small ball. Colours are linear light, mostly 0 to 1.
type Particle struct {
	At     Vec
	Normal Vec // unit normal of its surface; 0 lights it as a ball
	Radius float64
	Colour Vec
	Glow   float64 // fraction of the colour that is emitted, 0 to 1
}

// Look is the lighting of a painter.
type Look struct {
	Key, Fill    Vec // unit vectors to the lights, in the camera's axes: right, up, towards the eye
	KeyColour    Vec
	FillColour   Vec
	Ambient      Vec
	Rim          Vec     // colour of grazing surfaces
	Ground, Edge Vec     // colour of the ground in the middle and at the corners
	Near, Far    float64 // distances between which the depth fades
	Haze         Vec     // colour into which it fades
	HazeMost     float64 // maximum of the fade, 0 to 1
	Dome         float64 // strength of the shading by depth
	Bloom        float64 // strength of the glow around emitted light
}

// sub is the number of samples per side of a pixel.
const sub = 2

// Painter paints pictures of one size.
type Painter struct {
	width, height int // of the picture
	columns, rows int // of samples
	look          Look
	depth         []float32
	lit           []float32 // three per sample
	shines        []float32 // three per pixel: emitted light
	halo, row     []float32 // three per pixel, buffers of the blur
}

// NewPainter returns a painter for pictures of one size.
func NewPainter(width, height int, look Look) *Painter {
	p := &Painter{width: width, height: height, columns: sub * width, rows: sub * height, look: look}
	n := p.columns * p.rows
	p.depth, p.lit = make([]float32, n), make([]float32, 3*n)
	p.shines, p.halo = make([]float32, 3*width*height), make([]float32, 3*width*height)
	p.row = make([]float32, 3*max(width, height))
	return p
}

// none is the depth where there is no particle.
const none = float32(math.MaxFloat32)

// Paint paints over dst, which has the painter's size. Of particles at equal depth the first one wins.
func (p *Painter) Paint(dst *image.RGBA, camera Camera, cloud []Particle) {
	for i := range p.depth {
		p.depth[i] = none
	}
	clear(p.shines)
	f := camera.frame(p.columns, p.rows)
	for i := range cloud {
		p.splat(&f, &cloud[i])
	}
	p.resolve(dst)
}

// splat draws a ball: its disc in the picture, with the depth of its front.
func (p *Painter) splat(f *frame, c *Particle) {
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
func (p *Painter) shine(x, y, r float64, c *Particle) {
	px, py := int(math.Floor(x)), int(math.Floor(y))
	if px < 0 || py < 0 || px >= p.width || py >= p.height {
		return
	}
	for k, v := range c.Colour {
		p.shines[3*(py*p.width+px)+k] += float32(v * c.Glow * math.Pi * r * r)
	}
}

// light returns the light from a surface with a normal in the camera's axes.
func (p *Painter) light(normal Vec, c *Particle) Vec {
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
