package quads

import (
	"errors"

	"ffkvadrat/analysis"
	"ffkvadrat/channel"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/export"
	"ffkvadrat/yuv"
)

// NewHeader returns an export's header for a video called name and its
// analysis.
func NewHeader(name string, info decode.Info, params analysis.Params) export.Header {
	return export.Header{
		Source: export.Source{
			Path:         name,
			StreamIndex:  info.Stream,
			CodecName:    info.Codec,
			Width:        info.Width,
			Height:       info.Height,
			PixFmt:       info.PixelFormat,
			TimeBase:     export.Rational(info.TimeBase),
			AvgFrameRate: export.Rational(info.AvgFrameRate),
		},
		Analysis: exportedParams(params, info),
	}
}

func exportedParams(p analysis.Params, info decode.Info) export.Analysis {
	a := export.Analysis{Threshold: p.Threshold, MinSize: p.MinSize, MaxSize: p.MaxSize}
	if p.Variant == analysis.CommonFeature {
		a.Variant, a.Features = export.VariantFeature, p.Features.String()
		if p.Features == channel.RGB && info.Model != yuv.RGB {
			c := info.Colour.Resolve(info.Width, info.Height)
			a.Matrix, a.Range, _ = yuv.Choice{Matrix: c.Matrix, Range: c.Range}.Names()
		}
		return a
	}
	a.Variant, a.Operator, a.Planes = export.VariantEdge, p.Operator.String(), p.Planes.String()
	a.Low, a.Invert = p.Low, p.Invert
	return a
}

// ParamsOf returns the parameters in an export's header.
func ParamsOf(a *export.Analysis) (p analysis.Params, err error) {
	p = analysis.Params{Threshold: a.Threshold, Low: a.Low, Invert: a.Invert, MinSize: a.MinSize, MaxSize: a.MaxSize}
	if a.Variant == export.VariantFeature {
		p.Variant = analysis.CommonFeature
		p.Features, err = channel.ParseSpace(a.Features)
	} else {
		var err2 error
		p.Operator, err = edge.ParseOperator(a.Operator)
		p.Planes, err2 = edge.ParsePlanes(a.Planes)
		err = errors.Join(err, err2)
	}
	return p, errors.Join(err, p.Check())
}

// Describe fills in the facts about a frame. faults is the number of faults
// since the previous frame; quads and means still belong to the result.
func Describe(out *export.Frame, f *decode.Frame, faults int, result analysis.Result) {
	*out = export.Frame{
		Index:    f.Index,
		PTS:      f.PTS,
		HasPTS:   f.HasPTS,
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
	}
}
