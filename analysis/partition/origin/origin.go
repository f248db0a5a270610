// Package origin has the two origins of partitions: what the decoder reports of its frames, and a trace
// that another program wrote.
//
// Input is decoded frames; output is the [partition.Picture] of each. One goroutine at a time uses an
// origin.
package origin

import (
	"ffkvadrat/analysis/partition"
	"ffkvadrat/analysis/partition/trace"
	"ffkvadrat/decode"
	"ffkvadrat/yuv"
)

// Codec is what the decoder itself reports. The zero value is ready.
type Codec struct {
	Units   bool // with prediction units, if they are known
	decoded partition.Builder
}

// Needs returns the extra data that frames must have.
func (*Codec) Needs() yuv.Needs { return yuv.Needs{Vectors: true, Blocks: true} }

// Vectors reports whether motion vectors of a video can be known.
func (*Codec) Vectors(info *decode.Info) bool { return info.ExportsVectors() }

// Picture sets to to the partition of a frame, with the size of its picture. A frame without any block is
// not known, because its decoder reports none.
func (c *Codec) Picture(f *decode.Frame, to *partition.Picture) (found bool, err error) {
	c.decoded.Units = c.Units
	made, ok := c.decoded.Of(&f.Picture, f.Packet)
	if !ok || len(made.Blocks) == 0 {
		return false, nil
	}
	to.Set(made)
	return true, nil
}

// Trace is a trace, whose frames are found by their numbers.
type Trace struct{ File *trace.File }

// Needs returns the extra data that frames must have: none.
func (Trace) Needs() yuv.Needs { return yuv.Needs{} }

// Vectors reports whether the trace has motion vectors.
func (t Trace) Vectors(*decode.Info) bool { return t.File.Vectors() }

// Picture is [Codec.Picture], by [trace.File.Frame].
func (t Trace) Picture(f *decode.Frame, to *partition.Picture) (found bool, err error) {
	return t.File.Frame(f.Index, f.Picture.Width, f.Picture.Height, to)
}
