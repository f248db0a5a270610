package timelinestrip

import (
	"math"
	"strconv"

	"ffkvadrat/measure/survey"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
)

const (
	lineThickness = 1.6 // at scale 1
	thinLine      = 1   // for secondary curves
)

// curve says how a curve of the timeline is computed, drawn and labelled. Package session has its
// name and whether it is shown.
type curve struct {
	thick  float64                                    // thickness of the line at scale 1
	area   bool                                       // filled below the line
	bars   bool                                       // a bar for each frame, in the colour of its type, in place of the line; see [barsIn]
	reads  func(*survey.Bin) survey.Part              // reads the value of a bin
	mean   func(survey.Part) float64                  // mean of several values
	spread func(low, high float64) (from, to float64) // ends of the chart's scale for a range of values; nil if it fits them
	fits   float64                                    // least width of a scale that does
	axis   *axis
	words  func(float64) string // formats a value for the legend
	most   string               // reserves the width of almost all values
	of     timeline.Source      // what it is about
	above  float64              // larger values look alike, and do not widen the scale; 0 for none
}

// curves has a row for each curve.
var curves = [session.CurveCount]curve{
	session.QuadsCurve: {
		thick: thinLine, area: true, reads: func(b *survey.Bin) survey.Part { return ofAll(b, b.Quads) }, mean: survey.Part.Mean,
		spread: fromZero, axis: &quadsAxis, words: func(v float64) string { return quantity.Grouped(int64(v + 0.5)) }, most: "00 000", of: timeline.OfQuads,
	},
	session.CoverageCurve: {
		thick: lineThickness, reads: func(b *survey.Bin) survey.Part { return ofAll(b, b.Coverage) }, mean: survey.Part.Mean,
		fits: 0.02, axis: &coverageAxis, words: func(v float64) string { return hundredths(v, 1) }, most: "100.0 %", of: timeline.OfQuads,
	},
	session.LumaCurve: {
		thick: lineThickness, reads: func(b *survey.Bin) survey.Part { return b.Luma }, mean: survey.Part.Mean,
		spread: all, axis: &shareAxis, words: func(v float64) string { return hundredths(v, 0) }, most: "100 %",
	},
	session.StillCurve: {
		thick: thinLine, reads: func(b *survey.Bin) survey.Part { return b.Still }, mean: survey.Part.Mean,
		spread: all, axis: &shareAxis, words: func(v float64) string { return hundredths(v, 0) }, most: "100 %", of: timeline.OfQuads,
	},
	session.PSNRCurve: {
		thick: lineThickness, reads: func(b *survey.Bin) survey.Part { return b.PSNR }, mean: survey.Decibels,
		fits: 1, axis: &psnrAxis, words: decibels, most: "00.0 dB", of: timeline.OfQuads, above: invisible,
	},
	session.SSIMCurve: {
		thick: lineThickness, reads: func(b *survey.Bin) survey.Part { return b.SSIM }, mean: survey.Part.Mean,
		fits: 0.02, axis: &ssimAxis, words: func(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) }, most: "0.0000", of: timeline.OfQuads,
	},
	session.SICurve: {
		thick: lineThickness, reads: func(b *survey.Bin) survey.Part { return b.SI }, mean: survey.Part.Mean,
		spread: fromZero, axis: &informationAxis, words: tenths, most: "000.0",
	},
	session.TICurve: {
		thick: lineThickness, reads: func(b *survey.Bin) survey.Part { return b.TI }, mean: survey.Part.Mean,
		spread: fromZero, axis: &informationAxis, words: tenths, most: "00.0",
	},
	session.BytesCurve: {
		thick: lineThickness, bars: true, reads: bytesOf, mean: survey.Part.Mean,
		spread: fromZero, axis: &bytesAxis, words: quantity.Bytes, most: "00.0 kB",
	},
	session.CodedCurve: {
		bars: true, reads: func(b *survey.Bin) survey.Part { return b.Coded }, mean: survey.Part.Mean,
		spread: fromZero, axis: &bytesAxis, words: quantity.Bytes, most: "00.0 kB",
	},
	session.BytesPerQuadCurve: {
		thick: thinLine, reads: (*survey.Bin).PerQuad, mean: survey.Part.Mean,
		spread: fromZero, axis: &perQuadAxis, words: func(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) + " B" }, most: "000.00 B", of: timeline.OfQuads,
	},
	session.QPCurve: {
		thick: lineThickness, reads: func(b *survey.Bin) survey.Part { return b.QP }, mean: survey.Part.Mean,
		fits: 4, axis: &qpAxis, words: tenths, most: "00.0",
	},
	session.DensityCurve: {
		thick: thinLine, reads: func(b *survey.Bin) survey.Part { return b.Density }, mean: survey.Part.Mean,
		spread: bothSigns, axis: &densityAxis, words: func(v float64) string { return strconv.FormatFloat(quantity.Fixed(v, 2), 'f', 2, 64) }, most: "−0.00", of: timeline.OfQuads,
	},
	session.IntraCurve: {
		thick: lineThickness, reads: func(b *survey.Bin) survey.Part { return b.Intra }, mean: survey.Part.Mean,
		spread: all, axis: &shareAxis, words: quantity.Percent, most: "100.0 %",
	},
	session.SkipCurve: {
		thick: lineThickness, reads: func(b *survey.Bin) survey.Part { return b.Skip }, mean: survey.Part.Mean,
		spread: all, axis: &shareAxis, words: quantity.Percent, most: "100.0 %",
	},
	session.DepthCurve: {
		thick: lineThickness, reads: func(b *survey.Bin) survey.Part { return b.Depth }, mean: survey.Part.Mean,
		spread: fromZero, axis: &depthAxis, words: func(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }, most: "0.00",
	},
	session.SecondPSNRCurve: {
		thick: lineThickness, reads: func(b *survey.Bin) survey.Part { return b.PSNR }, mean: survey.Decibels,
		fits: 1, axis: &psnrAxis, words: func(v float64) string {
			if math.IsInf(v, 1) {
				return decibels(v)
			}
			return strconv.FormatFloat(v, 'f', 2, 64) + " dB"
		}, most: "00.00 dB", of: timeline.OfSecond, above: invisible,
	},
	session.SecondSSIMCurve: {
		thick: lineThickness, reads: func(b *survey.Bin) survey.Part { return b.SSIM }, mean: survey.Part.Mean,
		fits: 0.02, axis: &ssimAxis, words: func(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) }, most: "0.0000", of: timeline.OfSecond,
	},
	session.SecondBytesCurve: {
		thick: lineThickness, bars: true, reads: bytesOf, mean: survey.Part.Mean,
		spread: fromZero, axis: &bytesAxis, words: quantity.Bytes, most: "00.0 kB", of: timeline.OfSecond,
	},
	session.SecondQPCurve: {
		thick: lineThickness, reads: func(b *survey.Bin) survey.Part { return b.QP }, mean: survey.Part.Mean,
		fits: 4, axis: &qpAxis, words: tenths, most: "00.0", of: timeline.OfSecond,
	},
}

// paintOrder is the order in which curves are drawn, the most important last. The dashes of a second video's are over the first
// one's, which are seen between them.
var paintOrder = [session.CurveCount]session.Curve{session.QuadsCurve, session.CodedCurve, session.BytesCurve, session.BytesPerQuadCurve, session.LumaCurve, session.StillCurve, session.CoverageCurve, session.DensityCurve, session.SkipCurve, session.IntraCurve, session.DepthCurve, session.QPCurve, session.SecondQPCurve, session.SICurve, session.TICurve, session.SecondBytesCurve, session.SSIMCurve, session.PSNRCurve, session.SecondSSIMCurve, session.SecondPSNRCurve}

// barsOf returns the first of some curves, in the order in which they are drawn, that has bars; ok is false if none has. Others are
// lines over them.
func barsOf(shown session.Curves) (c session.Curve, ok bool) {
	for _, c := range paintOrder {
		if shown.Has(c) && curves[c].bars {
			return c, true
		}
	}
	return 0, false
}

// ofAll returns a quantity that all frames of a bin have.
func ofAll(b *survey.Bin, r survey.Range) survey.Part {
	return survey.Part{N: b.Frames, Sum: r.Sum, Low: r.Min, High: r.Max}
}

// bytesOf returns the sizes of a bin's packets, if the container has them.
func bytesOf(b *survey.Bin) survey.Part {
	if b.Bytes.Sum == 0 {
		return survey.Part{}
	}
	return ofAll(b, b.Bytes)
}

func tenths(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }

func hundredths(v float64, places int) string {
	return strconv.FormatFloat(quantity.Fixed(100*v, places), 'f', places, 64) + " %"
}

// decibels formats a PSNR.
func decibels(v float64) string {
	if math.IsInf(v, 1) {
		return infinity + " dB"
	}
	return tenths(v) + " dB"
}

const infinity = "∞"

// invisible is the PSNR in decibels above which the errors are less than those of rounding to 8 bits, whose PSNR is
// 10·log10(12·255²) = 58.9; libvmaf limits it, too.
const invisible = 60

// Scales of curves.
func fromZero(_, high float64) (from, to float64)   { return 0, high }
func all(float64, float64) (from, to float64)       { return 0, 1 }
func bothSigns(float64, float64) (from, to float64) { return -1, 1 }

// scaled returns the scale of a range of values. One that fits them, but for its least width, shows what a scale over all
// possible values would flatten. The lowest value is then above the chart's base, which is the 0 of other curves.
func (c *curve) scaled(low, high float64) scale {
	if c.spread != nil {
		return finite(c.spread(low, high))
	}
	wider := max((c.fits-(high-low))/2, 0)
	return scale{from: low - max(wider, base*(high-low)), to: high + wider, least: low, most: high}
}

// base is the distance of the lowest value from the base, as a part of the values' range.
const base = 1. / 10

// scale has the values at the bottom (from) and top (to) of the chart for a curve; they are equal
// if nothing is known. least and most have labels in low lanes: the ends, or the values' where the scale fits those.
type scale struct {
	from, to, least, most float64
	root                  bool // heights are square roots, so that small values are seen next to large ones
	beyond                bool // there are values above the scale, such as infinite ones
}

// finite is a scale from end to end.
func finite(from, to float64) scale { return scale{from: from, to: to, least: from, most: to} }

// part returns where a value is on the scale: 0 at the bottom, 1 at the top.
func (s scale) part(v float64) float64 {
	if s.to <= s.from {
		return 0
	}
	part := (v - s.from) / (s.to - s.from)
	if s.root {
		return math.Sqrt(max(part, 0))
	}
	return part
}

// joined returns the scale of two curves.
func (s scale) joined(o scale) scale {
	return scale{min(s.from, o.from), max(s.to, o.to), min(s.least, o.least), max(s.most, o.most), s.root || o.root, s.beyond || o.beyond}
}

// scales are those of all curves.
type scales [session.CurveCount]scale

// scalesOf chooses the scales for a video, by source.
func scalesOf(sources [timeline.SourceCount]*survey.View) (all scales) {
	for i := range curves {
		c := &curves[i]
		v := sources[c.of]
		if v == nil {
			continue
		}
		low, high, beyond := c.extremes(v)
		if c.above > 0 && low < c.above && high > c.above {
			high, beyond = c.above, true
		}
		s := &all[i]
		if low <= high {
			*s = c.scaled(low, high)
			s.root = c.axis.root
		}
		s.beyond = beyond
	}
	return all
}

// extremes returns the least and the largest finite value of a view, of infinite ones the mean with others; whether there are infinite ones. Without
// finite values low is above high.
func (c *curve) extremes(v *survey.View) (low, high float64, infinite bool) {
	low, high = math.Inf(1), math.Inf(-1)
	for i := range v.Bins {
		p := c.reads(&v.Bins[i])
		if p.N == 0 {
			continue
		}
		if !math.IsInf(p.High, 1) {
			low, high = min(low, p.Low), max(high, p.High)
			continue
		}
		infinite = true
		if mean := c.mean(p); !math.IsInf(mean, 1) {
			low, high = min(low, p.Low), max(high, mean)
		}
	}
	return low, high, infinite
}

// span says between which values a curve is in a view; "" if it has none.
func (c *curve) span(v *survey.View) string {
	if v == nil {
		return ""
	}
	low, high, infinite := c.extremes(v)
	if infinite {
		high = math.Inf(1)
	}
	if low > high {
		return ""
	}
	least, most := c.words(min(low, high)), c.words(high)
	if least == most {
		return "Here it is always " + most + "."
	}
	return "Here it is from " + least + " to " + most + "."
}

// valueOf returns a curve's value in a bin, and whether it is known.
func (c *curve) valueOf(b *survey.Bin) (value float64, known bool) {
	p := c.reads(b)
	if p.N == 0 {
		return 0, false
	}
	return c.mean(p), true
}
