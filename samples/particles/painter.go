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
	half          Vec             // between the key light and the eye
	ground        []Vec           // light of the ground, for each pixel
	grounds       []Vec           // sum of the ground's samples, for each pixel
	bare          []byte          // picture of the ground alone
	discs         []disc          // of the cloud's particles
	nearest       []nearest       // for each sample
	covered       image.Rectangle // samples outside of it have no particle
	across        []float64       // of the disc that is being drawn: 1 − u² in each column
	logs          logRing
	bloom         bloom
}

// NewPainter returns a painter for pictures of one size.
func NewPainter(width, height int, look Look) *Painter {
	p := &Painter{width: width, height: height, columns: sub * width, rows: sub * height, look: look, half: look.Key.Plus(Vec{0, 0, 1}).Unit()}
	p.nearest = make([]nearest, p.columns*p.rows)
	for i := range p.nearest {
		p.nearest[i] = nothing
	}
	p.across = make([]float64, p.columns)
	p.logs, p.bloom = newLogRing(p.columns), newBloom(width, height)
	p.ground, p.grounds, p.bare = make([]Vec, width*height), make([]Vec, width*height), make([]byte, 4*width*height)
	for y := range height {
		for x := range width {
			n := y*width + x
			p.ground[n] = look.ground(x, y, width, height)
			for range sub * sub {
				p.grounds[n] = p.grounds[n].Plus(p.ground[n])
			}
			p.encode(p.bare[4*n:], n, &p.grounds[n])
		}
	}
	return p
}

// Paint paints over dst, which has the painter's size. Of particles at equal depth the first one wins.
func (p *Painter) Paint(dst *image.RGBA, camera Camera, cloud []Particle) {
	p.clear()
	f := camera.frame(p.columns, p.rows)
	if len(cloud) > cap(p.discs) {
		p.discs = make([]disc, len(cloud))
	}
	p.discs = p.discs[:len(cloud)]
	for i := range cloud {
		p.splat(&f, i, &cloud[i])
	}
	p.bloom.blur(max(2, p.height/90))
	p.resolve(dst, cloud)
}

// clear removes the last cloud.
func (p *Painter) clear() {
	for y := p.covered.Min.Y; y < p.covered.Max.Y; y++ {
		row := p.nearest[y*p.columns:][p.covered.Min.X:p.covered.Max.X]
		for i := range row {
			row[i] = nothing
		}
	}
	p.covered = image.Rectangle{}
	p.bloom.clear()
}

// ground returns the light of the ground, which is brightest a little above the middle.
func (l *Look) ground(x, y, width, height int) Vec {
	dx := (float64(x) + 0.5 - float64(width)/2) / float64(width)
	dy := (float64(y) + 0.5 - float64(height)*0.45) / float64(height)
	t := min(1, 2*math.Sqrt(dx*dx+dy*dy))
	return l.Ground.Mix(l.Edge, t*t*(3-2*t))
}
