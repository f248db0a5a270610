// Package response computes how the quads of one picture depend on the threshold:
// their number, their sizes and their coverage at every step of the threshold's
// scale, from one pass over the picture.
//
// Input is a picture and [analysis.Params], whose threshold does not matter; output is a
// [Curve], which also finds the threshold for a number of quads. All counts are
// those of [analysis.Reference] at the step. No goroutines.
//
// A cell of the quadtree has a critical step: the first at which it is a leaf or
// part of one. A pixel's critical step follows from its D. A cell's critical step is the
// last of its four cells' steps; for the common feature combiner it is the step of the
// cell's own deviation, if that is later. Let full(k) be the number of cells of level k that
// are leaves or parts of leaves at a step. It is the cumulative histogram of the critical
// steps, and there are
//
//	full(k) − 4·full(k+1)
//
// quads of level k. docs/reference/measures.md has the formulas.
package response

import (
	"math/bits"
	"slices"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/feature"
	"ffkvadrat/match"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// levels is the number of levels that a quad can have.
const levels = quadpyramid.MaxLevel + 1

// Curve is the response of one picture. The zero value is ready for Build, which
// allocates only when pictures or scales grow. One goroutine at a time may use
// it.
type Curve struct {
	scale    scale
	pixels   int
	min, top int // levels of the smallest and the largest quads; no quads if min > top
	// turned says that a higher threshold has fewer leaves. The places of full are then the steps
	// in reverse.
	turned bool
	// edges says that what is in no quad, or in small ones, differs from its neighbours.
	edges bool
	// full[k][i] is the number of cells of level k, from min to top, that are
	// leaves or parts of leaves at place i. While Build counts, it is the number of cells
	// with critical place i; the last place is for cells that never become leaves.
	full  [levels][]uint32
	quads []int64 // by step
	peak  int

	sums      *edge.Sums
	previous  *edge.Previous // for operators that need it
	field     feature.Field
	criticals *feature.Criticals
	finder    *match.Finder
	hits      []uint32 // of a row
	table     []uint32 // the critical place of each D; empty if there are too many D
	tabulated tabulated
	rows      [levels][2][]uint32 // critical places of the two newest rows of cells, even and odd
}

// Build computes the curve of a picture for parameters, whose threshold does not
// matter. It fails if an engine does.
func (c *Curve) Build(p *yuv.Picture, params analysis.Params) error {
	limits, err := params.Limits()
	if err != nil {
		return err
	}
	if p, params, err = analysis.OfVectors(&c.field, p, params); err != nil {
		return err
	}
	if err := c.scale.set(params, p.Format); err != nil {
		return err
	}
	if err := analysis.Fetch(p); err != nil {
		return err
	}
	c.pixels = p.Width * p.Height
	c.min, c.top = limits.Min, min(limits.Max, bits.Len(uint(min(p.Width, p.Height)))-1)
	c.turned = params.Variant.Discriminates() && (params.Operator == edge.Luma) != params.Invert
	c.edges = params.Variant.Merges() && !params.Invert && (!params.Variant.Discriminates() || params.Operator.Kind() == edge.Differences)
	for k := range c.full {
		c.full[k] = c.full[k][:0]
		if k <= c.top {
			n := c.scale.steps() + 1
			c.full[k] = slices.Grow(c.full[k], n)[:n]
			clear(c.full[k])
		}
	}
	switch {
	case params.Variant.Searches():
		err = c.addHits(p, params.Search)
	case !params.Variant.Discriminates():
		err = c.addFeatures(p, params.Features)
	default:
		err = c.addSums(p, params)
	}
	if err != nil {
		return err
	}
	c.finish()
	return nil
}

// finish computes the cumulative histograms and counts the quads.
func (c *Curve) finish() {
	n := c.scale.steps()
	c.quads = slices.Grow(c.quads[:0], n)[:n]
	clear(c.quads)
	for k := c.min; k <= c.top; k++ {
		quads := int64(1) // the quads that a cell adds to its own level, less those it removes below
		if k > c.min {
			quads = -3
		}
		c.add(c.full[k][:n], quads)
	}
	c.findPeak()
}

func (c *Curve) findPeak() {
	c.peak = 0
	for step, quads := range c.quads {
		if quads > c.quads[c.peak] {
			c.peak = step
		}
	}
}

// merge adds the curve of another picture of the same size and format, and for the same parameters.
func (c *Curve) merge(o *Curve) {
	c.pixels += o.pixels
	for k := c.min; k <= c.top; k++ {
		for i, n := range o.full[k] {
			c.full[k][i] += n
		}
	}
	for step, quads := range o.quads {
		c.quads[step] += quads
	}
	c.findPeak()
}

// add accumulates a level's histogram, and adds the given number of quads for each of its cells.
func (c *Curve) add(full []uint32, quads int64) {
	var sum uint32
	if c.turned {
		for i, n := range full {
			sum += n
			full[i] = sum
			c.quads[len(full)-1-i] += quads * int64(sum)
		}
		return
	}
	for i, n := range full {
		sum += n
		full[i] = sum
		c.quads[i] += quads * int64(sum)
	}
}

// Steps returns the number of steps of the scale: all thresholds of four decimal places from 0 on,
// and the scale's end.
func (c *Curve) Steps() int { return c.scale.steps() }

// Threshold returns the threshold of a step.
func (c *Curve) Threshold(step int) float64 { return c.scale.threshold(step) }

// Step returns the step nearest to a threshold.
func (c *Curve) Step(threshold float64) int { return c.scale.step(threshold) }

// First returns the first step that the parameters allow: above 0 only with a lower bound.
func (c *Curve) First() int { return c.scale.first }

// Top returns the largest level of a quad of the picture, within the limits.
func (c *Curve) Top() int { return c.top }

// Quads returns the number of quads at a step.
func (c *Curve) Quads(step int) int { return int(c.quads[step]) }

// Coverage returns the part of the picture that the quads cover at a step, 0 to 1.
func (c *Curve) Coverage(step int) float64 {
	if c.min > c.top {
		return 0
	}
	return float64(c.at(c.min, step)<<(2*c.min)) / float64(c.pixels)
}

// Sizes returns the number of quads of each level at a step.
func (c *Curve) Sizes(step int) (quads [levels]int) {
	for k := c.min; k <= c.top; k++ {
		quads[k] = c.at(k, step)
		if k < c.top {
			quads[k] -= 4 * c.at(k+1, step)
		}
	}
	return quads
}

// at returns full(level) at a step.
func (c *Curve) at(level, step int) int {
	if c.turned {
		step = c.Steps() - 1 - step
	}
	return int(c.full[level][step])
}
