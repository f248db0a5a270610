package quads

import (
	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/quadfile"
	"ffkvadrat/yuv"
)

// record is a frame on its way from the decoder to the file.
type record struct {
	quadfile.Frame
	picture *decode.Frame // until it is analysed, or until its window is complete if cubes need colours
	part    float64       // part of the selection done with it
	met     decode.Faults // all faults up to it
	bytes   int           // of picture
}

// NewHeader returns an export's header for a video called name and its
// analysis. The header has a URL without its password.
func NewHeader(name string, info decode.Info, params analysis.Params) quadfile.Header {
	h := quadfile.Header{
		Source: quadfile.Source{
			Path:         decode.WithoutPassword(name),
			StreamIndex:  info.Stream,
			CodecName:    info.Codec,
			Width:        info.Width,
			Height:       info.Height,
			PixFmt:       info.PixelFormat,
			TimeBase:     quadfile.Rational(info.TimeBase),
			AvgFrameRate: quadfile.Rational(info.AvgFrameRate),
			Interlaced:   info.Interlaced,
			Fields:       info.Fields,
			Grain:        grain(info),
		},
		Analysis: quadfile.Analysis{Params: params.Applied()},
	}
	if s := info.Sequence; s != nil {
		h.Source.First, h.Source.Step = s.First(), s.Step
	}
	if params.ReadsRGB() && info.Model != yuv.RGB {
		c := info.Colour.Resolve(info.Width, info.Height)
		h.Analysis.Matrix, h.Analysis.Range, _ = yuv.Choice{Matrix: c.Matrix, Range: c.Range}.Names()
	}
	return h
}

// grain returns whether film grain was left out.
func grain(info decode.Info) yuv.Grain {
	if info.Grain {
		return yuv.GrainOff
	}
	return yuv.GrainOn
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
		Errors:   faults, Interlacing: f.Interlacing,
		Quads:   result.Quads,
		Means:   result.Means,
		Values:  result.Values,
		Classes: result.Classes,
	}
}
