package agreements

import (
	"ffkvadrat/analysis/partition"
	"ffkvadrat/analysis/partition/trace"
	"ffkvadrat/decode"
	"ffkvadrat/yuv"
)

// Codec is the source of what the decoder itself reports. The zero value is ready.
type Codec struct{ decoded partition.Builder }

// Needs implements [Source].
func (*Codec) Needs() yuv.Needs { return yuv.Needs{Vectors: true, Blocks: true} }

// Picture implements [Source]. A frame without any block is not known, because its decoder reports
// none.
func (c *Codec) Picture(f *decode.Frame, to *partition.Picture) (found bool, err error) {
	made, ok := c.decoded.Of(&f.Picture, f.Packet)
	if !ok || len(made.Blocks) == 0 {
		return false, nil
	}
	to.Set(made)
	return true, nil
}

// Trace is the source of a trace's frames, by their numbers.
type Trace struct{ File *trace.File }

// Needs implements [Source].
func (Trace) Needs() yuv.Needs { return yuv.Needs{} }

// Picture implements [Source], by [trace.File.Frame].
func (t Trace) Picture(f *decode.Frame, to *partition.Picture) (found bool, err error) {
	return t.File.Frame(f.Index, f.Picture.Width, f.Picture.Height, to)
}
