package playground

import (
	"bytes"
	"errors"
	"math"

	"ffkvadrat/quadfile"
	"ffkvadrat/yuv"
)

// ticks are the time stamps' ticks a second.
const ticks = 1_000_000

var errStoredExport = errors.New("playground: these quads are a file's already")

// Export writes the list of the picture as NDJSON, a header and one frame, as `ffkvadrat export` does.
// name is the file's.
func (p *Playground) Export(name string) ([]byte, error) {
	picture := p.Picture()
	if picture == nil {
		return nil, errNoPicture
	}
	if p.stored != nil {
		return nil, errStoredExport
	}
	result, err := p.engine.Analyze(picture, p.params)
	if err != nil {
		return nil, err
	}
	a := quadfile.Analysis{Params: p.params.Applied()}
	if p.params.ReadsRGB() && picture.Format.Model != yuv.RGB {
		c := picture.Colour.Resolve(picture.Width, picture.Height)
		a.Matrix, a.Range, _ = yuv.Choice{Matrix: c.Matrix, Range: c.Range}.Names()
	}
	var out bytes.Buffer
	w, err := quadfile.NewWriter(&out, quadfile.NDJSON, quadfile.Header{
		Source: quadfile.Source{
			Path: name, CodecName: "rawvideo", Width: picture.Width, Height: picture.Height, PixFmt: picture.Format.Name,
			TimeBase: quadfile.Rational{Num: 1, Den: ticks},
		},
		Analysis: a,
	})
	if err != nil {
		return nil, err
	}
	f := quadfile.Frame{HasPTS: true, PTS: int64(math.Round(p.time * ticks)), KeyFrame: true, PictType: '?', Quads: result.Quads, Means: result.Means, Values: result.Values, Classes: result.Classes}
	if err := w.WriteFrame(&f); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
