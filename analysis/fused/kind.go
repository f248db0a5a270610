package fused

import (
	"fmt"

	"ffkvadrat/edge"
	"ffkvadrat/edge/gledge"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel/glchannel"
	"ffkvadrat/yuv/glyuv"
)

// kind is the part of a decision that is compiled into the tiles pass.
type kind struct {
	operator edge.Operator
	planes   int
	sums     sums
	between  bool // also has a lower bound
	limited  bool
	leaves   bool // only leaf pixels
	atOnce   bool // one dispatch makes the list
	classed  bool // several classes
	points   bool // quads of one pixel
	lines    bool // the points are in the order of lines
	values   valueKind

	sampleBytes, shift int
	depth              int
	subX, subY         int // with three planes; else 0
	packed, ragged     bool

	layout glchannel.Layout // for a distance, which uses none of the fields above
}

// sums is the width of the sums D.
type sums uint8

const (
	floatSums sums = iota // below 2^24: exact in floats
	wordSums              // below 2^32
	wideSums
)

func kindOf(p *yuv.Picture, b *glyuv.Buffers, d edge.Decision, l quadpyramid.Limits) kind {
	k := kind{
		operator:    d.Operator,
		planes:      d.Planes,
		sums:        wideSums,
		between:     d.Lower > 0,
		limited:     l != quadpyramid.Unlimited,
		sampleBytes: p.Format.SampleBytes(),
		shift:       p.LumaShift,
		depth:       p.Format.Depth,
		ragged:      p.Width%8 != 0,
	}
	if d.Operator.Kind() == edge.Distance {
		return kind{operator: d.Operator, sums: wordSums, between: k.between, limited: k.limited, layout: glchannel.NewLayout(p.Format, d.Features, b)}
	}
	// The bounds have the sums' width, and may be one above the largest.
	switch most := d.MaxSum(p.Format); {
	case most < 1<<24:
		k.sums = floatSums
	case most < 1<<32-1:
		k.sums = wordSums
	}
	if d.Alpha {
		k.shift = p.Format.Shift
	}
	if d.Planes > 1 {
		k.shift, k.subX, k.subY = p.Format.Shift, p.Format.SubX, p.Format.SubY
	}
	k.packed = k.subX <= 1
	for plane := range d.Planes {
		b := planeOf(b, &d, plane)
		k.packed = k.packed && b.First%8 == 0 && b.Stride%8 == 0 && b.Step == k.sampleBytes
	}
	return k
}

// planeOf returns one of the planes over which D is summed.
func planeOf(b *glyuv.Buffers, d *edge.Decision, plane int) *glyuv.PlaneBuffer {
	switch {
	case d.Alpha:
		return &b.Alpha
	case d.Planes == 1:
		return &b.Luma
	}
	return &b.Planes[plane]
}

// defines returns the defines of shaders/fused_samples.glsl, or of shaders/fused_colours.glsl.
func (k kind) defines() []string {
	if k.operator.Kind() == edge.Distance {
		d := append(gledge.Defines(k.operator), k.layout.Defines()...)
		if k.between {
			d = append(d, "BETWEEN")
		}
		return d
	}
	d := append(gledge.Defines(k.operator),
		fmt.Sprintf("PLANES %d", k.planes),
		fmt.Sprintf("SUB_X %d", k.subX),
		fmt.Sprintf("SUB_Y %d", k.subY),
		fmt.Sprintf("SAMPLE_BYTES %d", k.sampleBytes),
		fmt.Sprintf("SAMPLE_SHIFT %d", k.shift),
		fmt.Sprintf("DEPTH %d", k.depth),
	)
	switch k.sums {
	case floatSums:
		d = append(d, "FLOAT_SUMS")
	case wideSums:
		d = append(d, "WIDE_SUMS")
	}
	if k.between {
		d = append(d, "BETWEEN")
	}
	if k.ragged {
		d = append(d, "RAGGED")
	}
	if k.packed {
		d = append(d, "PACKED")
	}
	return d
}
