// Package ladder measures the pictures reconstructed from quads at many thresholds: their
// distortion against the number of quads and of bytes. Next to these curves are the points of JPEG
// and of x264's intra pictures at several qualities, which FFmpeg encodes and decodes.
//
// Input is a picture and parameters, output is [Point]s, their CSV and their plot. Only luma
// counts. [Measure] works on the goroutine that calls it.
//
// Source: Ziegler et al., "RealTime QuadTree Analysis using HistoPyramids", figure 8 and section
// 8.2, ask how much of a picture quads can replace.
package ladder

import (
	"context"
	"errors"
	"fmt"
	"math"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/distortion"
)

// Kind is the method that made a point's picture.
type Kind uint8

// The kinds.
const (
	Mean      Kind = iota // quads, each with its mean
	Linear                // quads, interpolated between their corners
	JPEG                  // FFmpeg's mjpeg; the setting is its quality scale
	X264                  // an intra picture of x264; the setting is its CRF
	kindCount             // number of kinds
)

// kinds has a row for each kind.
var kinds = [kindCount]struct {
	name, title string
	setting     string // the meaning of the setting
	fill        reconstruction.Fill
	quads       bool
}{
	Mean:   {name: "mean", title: "quads, mean", setting: "threshold", fill: reconstruction.Mean, quads: true},
	Linear: {name: "linear", title: "quads, linear", setting: "threshold", fill: reconstruction.Linear, quads: true},
	JPEG:   {name: "jpeg", title: "JPEG", setting: "qscale"},
	X264:   {name: "x264", title: "x264 intra", setting: "crf"},
}

func (k Kind) String() string { return kinds[k].name }

// Point is one picture that was made to replace another.
type Point struct {
	Kind    Kind
	Setting float64 // for quads the threshold
	// Quads is the length of the list, and Left the number of pixels outside all quads, which are
	// kept. Both are 0 for kinds without quads.
	Quads, Left int
	Bytes       int // size of the picture; see docs/reference/measures.md
	Distortion  distortion.Distortion
}

// Check returns an error if the parameters have no threshold for how much quads may differ.
func Check(params analysis.Params) error {
	switch o := params.Operator; {
	case !params.Variant.Merges():
		return fmt.Errorf("variant %v cannot be reconstructed as a picture", params.Variant)
	case params.Needs() != yuv.Needs{}:
		return errors.New("quads of motion vectors do not describe the picture")
	case params.Variant.Discriminates() && o.Kind() != edge.Differences:
		return fmt.Errorf("the threshold of operator %v does not say how much quads may differ", o)
	}
	return params.Check()
}

// Thresholds returns the steps of the ladder, evenly spaced on a logarithmic scale: six for a
// factor of ten, from 0.00001 up to 1 or the end of the scale.
func Thresholds(params analysis.Params) (list []float64) {
	end := math.Min(params.MaxThreshold(), 1)
	for i := 0; ; i++ {
		t := math.Pow(10, -5+float64(i)/6)
		if t = math.Round(t*1e7) / 1e7; t > end {
			return list
		}
		list = append(list, t)
	}
}

// meter has the state for measuring.
type meter struct {
	engine     *analysis.CPU
	merger     analysis.Merger
	rebuilt    reconstruction.CPU
	distortion distortion.Meter
	samples    []byte
	covered    []bool
}

// Measure returns the points of a picture, whose samples must be in memory: those of quads for each
// fill and threshold, then those of encoders that accept the picture and that this FFmpeg has.
// progress is called with the part that is done; it may be nil.
func Measure(ctx context.Context, p *yuv.Picture, params analysis.Params, progress func(part float64)) ([]Point, error) {
	if err := Check(params); err != nil {
		return nil, fmt.Errorf("ladder: %w", err)
	}
	m := meter{engine: analysis.NewCPU()}
	defer m.engine.Release()
	params = params.Drawn()
	steps := Thresholds(params)
	var list []Point
	for i, t := range steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		params.Threshold, params.Low = t, math.Min(params.Low, t)
		result, err := m.engine.Analyze(p, params)
		if err != nil {
			return nil, err
		}
		quads := m.merger.Merge(result).Quads
		for kind := range kindCount {
			if !kinds[kind].quads {
				continue
			}
			point, err := m.point(p, kind, quads)
			if err != nil {
				return nil, err
			}
			point.Setting = t
			list = append(list, point)
		}
		if progress != nil {
			progress(float64(i+1) / float64(len(steps)+1))
		}
	}
	return m.coded(ctx, list, p)
}

// point measures a list.
func (m *meter) point(p *yuv.Picture, kind Kind, quads []quadpyramid.Quad) (Point, error) {
	made := m.rebuilt.Run(p, quads, kinds[kind].fill)
	left := p.Width * p.Height
	for _, q := range quads {
		left -= q.Size() * q.Size()
	}
	bytes, err := listBytes(p.Width, p.Height, quads)
	if err != nil {
		return Point{}, err
	}
	samples, err := m.sampleBytes(p, made, kinds[kind].fill, quads)
	return Point{Kind: kind, Quads: len(quads), Left: left, Bytes: bytes + samples, Distortion: m.distortion.Of(made, p)}, err
}
