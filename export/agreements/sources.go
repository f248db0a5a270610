package agreements

import (
	"fmt"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/decode"
	"ffkvadrat/export/trace"
	"ffkvadrat/yuv"
)

// Codec is the source of what the decoder itself tells. The zero value is ready.
type Codec struct{ told partition.Told }

// Needs implements [Source].
func (*Codec) Needs() yuv.Needs { return yuv.Needs{Vectors: true, Blocks: true} }

// Picture implements [Source]. A picture without any block, of a decoder that tells none, is not known.
func (c *Codec) Picture(f *decode.Frame, to *partition.Picture) (found bool, err error) {
	made, ok := c.told.Of(&f.Picture, f.Packet)
	if !ok || len(made.Blocks) == 0 {
		return false, nil
	}
	to.Set(made)
	return true, nil
}

// Trace is the source of a trace's pictures, by the frames' numbers.
type Trace struct{ File *trace.File }

// Needs implements [Source].
func (Trace) Needs() yuv.Needs { return yuv.Needs{} }

// largestBlock is the side of the largest block that codecs fill pictures up to.
const largestBlock = 128

// Picture implements [Source]. The trace's pictures may be larger at the right and below, by less than
// a block: some programs write of pictures as coded, before they are cropped. A picture of which the trace has only
// rows of other types is not known.
func (t Trace) Picture(f *decode.Frame, to *partition.Picture) (found bool, err error) {
	if found, err := t.File.Picture(f.Index, to); !found || err != nil {
		return false, err
	}
	p := &f.Picture
	if more, below := to.Width-p.Width, to.Height-p.Height; more < 0 || below < 0 || more >= largestBlock || below >= largestBlock {
		return false, fmt.Errorf("agreements: the trace is of pictures of %d×%d, the film's are %d×%d", to.Width, to.Height, p.Width, p.Height)
	}
	to.Crop(p.Width, p.Height)
	return len(to.Blocks) != 0, nil
}
