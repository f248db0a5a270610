package quads

import (
	"errors"
	"fmt"
	"slices"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// NewHeader returns an export's header for a video called name and its
// analysis. The header has a URL without its password.
func NewHeader(name string, info decode.Info, params analysis.Params) quadfile.Header {
	return quadfile.Header{
		Source: quadfile.Source{
			Path:         decode.WithoutPassword(name),
			StreamIndex:  info.Stream,
			CodecName:    info.Codec,
			Width:        info.Width,
			Height:       info.Height,
			PixFmt:       info.PixelFormat,
			TimeBase:     quadfile.Rational(info.TimeBase),
			AvgFrameRate: quadfile.Rational(info.AvgFrameRate),
		},
		Analysis: exportedParams(params, info),
	}
}

// variants are the names of the variants in exports.
var variants = [analysis.VariantCount]string{
	analysis.EdgeThreshold: quadfile.VariantEdge,
	analysis.CommonFeature: quadfile.VariantFeature,
	analysis.Points:        quadfile.VariantPoints,
	analysis.Templates:     quadfile.VariantHits,
}

func exportedParams(p analysis.Params, info decode.Info) quadfile.Analysis {
	a := quadfile.Analysis{Variant: variants[p.Variant], Threshold: p.Threshold, MinSize: p.MinSize, MaxSize: p.MaxSize}
	if p.Variant.HasValues() {
		a.Order = p.Order.String()
	}
	if p.Variant.Searches() {
		a.Search = p.Search
		return a
	}
	if p.ComparesColours() || !p.Variant.Discriminates() {
		a.Features = p.Features.String()
		if p.Features == channel.RGB && info.Model != yuv.RGB {
			c := info.Colour.Resolve(info.Width, info.Height)
			a.Matrix, a.Range, _ = yuv.Choice{Matrix: c.Matrix, Range: c.Range}.Names()
		}
	}
	if !p.Variant.Discriminates() {
		return a
	}
	a.Operator, a.Low, a.Invert, a.Bounds = p.Operator.String(), p.Low, p.Invert, p.Bounds
	if p.ComparesColours() {
		a.Colours = p.Colours
	} else {
		a.Planes = p.Planes.String()
	}
	return a
}

// ParamsOf returns the parameters in an export's header.
func ParamsOf(a *quadfile.Analysis) (p analysis.Params, err error) {
	p = analysis.Params{Threshold: a.Threshold, Low: a.Low, Invert: a.Invert, Bounds: a.Bounds, Search: a.Search, MinSize: a.MinSize, MaxSize: a.MaxSize}
	p.Colours = a.Colours
	var errs [4]error
	if a.Order != "" {
		p.Order, errs[3] = points.ParseOrder(a.Order)
	}
	if a.Features != "" {
		p.Features, errs[0] = channel.ParseSpace(a.Features)
	}
	if a.Planes != "" {
		p.Planes, errs[1] = edge.ParsePlanes(a.Planes)
	}
	v := slices.Index(variants[:], a.Variant)
	if v < 0 {
		return p, fmt.Errorf("quads: no variant is called %q", a.Variant)
	}
	p.Variant = analysis.Variant(v)
	if p.Variant.Discriminates() {
		p.Operator, errs[2] = edge.ParseOperator(a.Operator)
	}
	return p, errors.Join(errors.Join(errs[:]...), p.Check())
}

// Describe fills in the facts about a frame. faults is the number of faults
// since the previous frame; the lists still belong to the result.
func Describe(out *quadfile.Frame, f *decode.Frame, faults int, result analysis.Result) {
	*out = quadfile.Frame{
		Index:  f.Index,
		PTS:    f.PTS,
		HasPTS: f.HasPTS, Corrected: f.Corrected,
		Time:     f.Time,
		KeyFrame: f.KeyFrame,
		PictType: f.PictType,
		Width:    f.Picture.Width,
		Height:   f.Picture.Height,
		PixFmt:   f.Picture.Format.Name,
		Corrupt:  f.Corrupt,
		Errors:   faults,
		Quads:    result.Quads,
		Means:    result.Means,
		Values:   result.Values,
		Classes:  result.Classes,
	}
}
