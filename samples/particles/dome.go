package particles

import (
	"image"
	"math"
)

// domeReach is the distance in samples to the nearest neighbours that shading by depth looks at; the
// others are twice as far.
const domeReach = 3

// farthest is the distance in samples to the farthest ones along x and y.
const farthest = 2 * domeReach

// logRing has the logarithms of the depths of the rows around a row of pixels, infinite where there is
// no particle. Row y of samples is in row y mod ringRows, with a border of farthest on both sides.
type logRing struct {
	rows [ringRows][]float64
	next int // row to compute next
}

// ringRows is a power of two, not less than the rows that a row of pixels needs.
const ringRows = 16

func newLogRing(columns int) (r logRing) {
	for i := range r.rows {
		r.rows[i] = make([]float64, columns+2*farthest)
	}
	return r
}

// begin starts at a row of pixels.
func (r *logRing) begin(y int) {
	for _, row := range r.rows {
		for i := range row {
			row[i] = math.Inf(1)
		}
	}
	r.next = sub*y - farthest
}

// advance computes the rows for the row y of pixels, which follows the last one.
func (p *Painter) advance(y int) {
	for r := &p.logs; r.next < sub*(y+1)+farthest; r.next++ {
		row := r.rows[r.next&(ringRows-1)][farthest:][:p.columns]
		row = row[p.covered.Min.X:p.covered.Max.X]
		if r.next < p.covered.Min.Y || r.next >= p.covered.Max.Y {
			for i := range row {
				row[i] = math.Inf(1)
			}
			continue
		}
		for i, n := range p.nearest[r.next*p.columns:][p.covered.Min.X:p.covered.Max.X] {
			row[i] = math.Inf(1)
			if n != nothing {
				row[i] = log2(n.depth())
			}
		}
	}
}

// neighbours are rows of logarithms, by their distance from a sample's row in domeReach.
type neighbours struct{ own, down, up, low, high []float64 }

func (r *logRing) neighbours(y int) neighbours {
	row := func(y int) []float64 { return r.rows[y&(ringRows-1)] }
	return neighbours{row(y), row(y + domeReach), row(y - domeReach), row(y + farthest), row(y - farthest)}
}

// dome returns the fraction of light that the sample at x keeps: the more of its neighbours are nearer
// to the eye, in logarithms of the distance, the less.
func (n *neighbours) dome(x int, strength float64) float64 {
	const middle, left, right = farthest, farthest - domeReach, farthest + domeReach
	row, low, high := n.own[x:][:2*farthest+1], n.low[x:][:2*farthest+1], n.high[x:][:2*farthest+1]
	own := row[middle]
	sum := nearer(own, row[right]) + nearer(own, row[left])
	sum += nearer(own, n.down[x+middle])
	sum += nearer(own, n.up[x+middle])
	sum += nearer(own, low[2*farthest])
	sum += nearer(own, low[0])
	sum += nearer(own, high[2*farthest])
	sum += nearer(own, high[0])
	return fade(strength * sum)
}

// nearer returns how much nearer a neighbour is, at most 0.12.
func nearer(own, other float64) float64 { return min(max(own-other, 0), 0.12) }

// pixels returns the pixels of a rectangle of samples.
func pixels(samples image.Rectangle) image.Rectangle {
	if samples.Empty() {
		return image.Rectangle{}
	}
	return image.Rect(samples.Min.X/sub, samples.Min.Y/sub, (samples.Max.X+sub-1)/sub, (samples.Max.Y+sub-1)/sub)
}
