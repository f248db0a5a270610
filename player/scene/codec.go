package scene

import (
	"errors"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/analysis/partition/agreement"
	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/gloverlay"
	"ffkvadrat/player/session"
)

// Trace is how an encoder divided a video's pictures, such as a trace.File.
type Trace interface {
	// Frame makes to the partition of the frame with a number, −1 if that is not known, whose picture has this size.
	Frame(frame int64, width, height int, to *partition.Picture) (found bool, err error)
}

// codec is how the codec divided the picture on the screen, for all sides that show it.
type codec struct {
	told    partition.Told
	made    *partition.Picture // nil if there is none
	strokes overlay.Strokes

	trace    Trace // in place of what the decoder tells; or nil
	traced   partition.Picture
	missing  error // why the trace does not have the picture
	coarsest int   // the end of the scale of the trace's quantisers, by those met so far

	comparer  agreement.Comparer
	agreement agreement.Agreement // of the picture with A's quads, if compared
	kinds     []agreement.Kind
	compared  bool
}

// SetTrace takes a trace of the video whose pictures are shown; nil for none. It belongs to the
// caller, who closes it after another one is set.
func (s *Scene) SetTrace(t Trace) {
	s.codec.trace, s.codec.coarsest, s.codec.missing = t, scales[0], nil
	s.renew = true
}

// Traced reports whether there is a trace.
func (s *Scene) Traced() bool { return s.codec.trace != nil }

// scales are the coarsest quantisers of codecs that traces are of: of HEVC, VVC and AV1.
var scales = [...]int{51, 63, 255}

// divide finds the codec's blocks of a picture if a side shows them.
func (s *Scene) divide(f *decode.Frame, a *session.Choices) {
	c := &s.codec
	c.made, c.compared = nil, false
	b := &s.wipe.settings
	ofB := s.wipe.on() && b.Codec
	switch {
	case !a.Codec && !ofB:
		return
	case c.trace != nil:
		c.find(f)
	default:
		if made, ok := c.told.Of(&f.Picture, f.Packet); ok {
			c.made = made
		}
	}
	if c.made == nil || !(a.Codec && a.Colour.Compares() || ofB && b.Colour.Compares()) {
		return
	}
	c.comparer.Compare(&c.agreement, s.A.Read(), c.made)
	c.kinds, c.compared = c.comparer.Kinds(c.kinds, c.made), true
}

// Why a picture has no blocks.
var (
	errUntraced     = errors.New("the trace has no blocks of this frame")
	errUntracedTime = errors.New("no blocks: the frame's number is unknown after a seek")
)

// find finds a frame's blocks in the trace.
func (c *codec) find(f *decode.Frame) {
	found, err := c.trace.Frame(f.Index, f.Picture.Width, f.Picture.Height, &c.traced)
	switch {
	case err != nil:
	case !found && f.Index < 0:
		err = errUntracedTime
	case !found:
		err = errUntraced
	default:
		c.made = &c.traced
	}
	c.missing = err
	if c.made == nil {
		return
	}
	for i := range c.made.Blocks {
		for _, end := range scales {
			if qp := int(c.made.Blocks[i].QP); qp > c.coarsest && c.coarsest < end {
				c.coarsest = end
			}
		}
	}
}

// Untraced returns why the trace does not have the picture, nil if it has it or nobody has looked.
func (s *Scene) Untraced() error { return s.codec.missing }

// Codec returns how the codec divided the picture, nil if nobody knows or no side shows it, and the ends of the range
// of most quantisers, of which the first one is the finest. It is valid until the next Analyze.
func (s *Scene) Codec() (p *partition.Picture, finest, coarsest int) {
	finest, coarsest = s.codec.scale()
	return s.codec.made, finest, coarsest
}

func (c *codec) scale() (finest, coarsest int) {
	if c.trace != nil {
		return 0, c.coarsest
	}
	return c.told.Scale()
}

// MeanQP returns the mean quantiser of the picture that Codec returns.
func (s *Scene) MeanQP() (mean float64, ok bool) {
	switch c := &s.codec; {
	case c.made == nil:
		return 0, false
	case c.trace != nil:
		return c.made.MeanQP()
	default:
		return c.told.MeanQP()
	}
}

// Agreement returns what the picture's blocks and A's quads have in common, nil unless a side shows that. It is valid until
// the next Analyze.
func (s *Scene) Agreement() *agreement.Agreement {
	if !s.codec.compared {
		return nil
	}
	return &s.codec.agreement
}

// CodecStyle is how settings draw the codec's blocks of the picture.
func (s *Scene) CodecStyle(c *session.Choices) overlay.CodecStyle {
	finest, coarsest := s.codec.scale()
	style := overlay.CodecStyle{Opacity: float32(c.Opacity), LineWidth: c.LineWidth, Low: finest, High: coarsest, Vectors: c.Motion}
	if s.codec.compared && c.Colour.Compares() {
		style.Kinds = s.codec.kinds
	}
	return style
}

// drawCodec draws the codec's blocks on a side.
func (s *Scene) drawCodec(side *Side, v *overlay.View) error {
	c := &s.codec
	if c.made == nil {
		return nil
	}
	c.strokes.Of(c.made, v, side.Area, s.CodecStyle(side.Settings))
	return s.renderer.Strokes(c.strokes.List, v, gloverlay.LowestFirst)
}
