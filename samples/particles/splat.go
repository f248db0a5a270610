package particles

import (
	"image"
	"math"
)

// disc is a particle as the picture shows it.
type disc struct {
	x, y, r       float64 // in samples
	depth, radius float64 // of the ball: its centre's distance along the view, and its size there
	normal        Vec     // of its surface in the camera's axes, times its weight
	round         float64 // weight of the ball's own normal
	haze          float64 // weight of the haze
}

// nearest is the particle that a sample shows: the depth of its front as the bits of a float32, which
// ascend with it, and below them its index. So the smaller one is nearer, or else the first.
type nearest uint64

// nothing is a sample of the ground.
const nothing nearest = math.MaxUint64

func newNearest(depth float32, index int) nearest {
	return nearest(math.Float32bits(depth))<<32 | nearest(index)
}

func (n nearest) depth() float32 { return math.Float32frombits(uint32(n >> 32)) }
func (n nearest) index() int     { return int(uint32(n)) }

// splat draws a ball: its disc in the picture, with the depth of its front.
func (p *Painter) splat(f *frame, index int, c *Particle) {
	x, y, depth := f.seen(c.At)
	if depth-c.Radius <= 0.01 {
		return
	}
	d := &p.discs[index]
	*d = disc{x: x, y: y, r: max(c.Radius*f.focal/depth, 0.5), depth: depth, radius: c.Radius, round: 1}
	if surface := (Vec{c.Normal.Dot(f.right), c.Normal.Dot(f.up), -c.Normal.Dot(f.ahead)}); surface != (Vec{}) {
		d.round = 0.3
		d.normal = surface.Times(1 - d.round)
	}
	fade := p.look.HazeMost * min(max((depth-p.look.Near)/(p.look.Far-p.look.Near), 0), 1)
	d.haze = fade * (1 - c.Glow)
	p.fill(d, index)
	if p.look.Bloom > 0 {
		p.bloom.add(x/sub, y/sub, d.r/sub, c)
	}
}

// fill draws a disc where it is nearest.
func (p *Painter) fill(d *disc, index int) {
	left, right := max(0, int(math.Ceil(d.x-d.r-0.5))), min(p.columns-1, int(math.Floor(d.x+d.r-0.5)))
	top, bottom := max(0, int(math.Ceil(d.y-d.r-0.5))), min(p.rows-1, int(math.Floor(d.y+d.r-0.5)))
	if left > right || top > bottom {
		return
	}
	p.covered = p.covered.Union(image.Rect(left, top, right+1, bottom+1))
	across := p.across[:right-left+1]
	for i := range across {
		u := (float64(left+i) + 0.5 - d.x) / d.r
		across[i] = 1 - u*u
	}
	front := newNearest(float32(d.depth-d.radius), index) // no sample is nearer
	for y := top; y <= bottom; y++ {
		v := (float64(y) + 0.5 - d.y) / d.r
		v *= v
		row := p.nearest[y*p.columns+left:][:len(across)]
		for i, before := range row {
			if front >= before {
				continue
			}
			round := across[i] - v
			if round < 0 {
				continue
			}
			if at := newNearest(float32(d.depth-d.radius*math.Sqrt(round)), index); at < before {
				row[i] = at
			}
		}
	}
}
