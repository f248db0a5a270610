package scene

import (
	"ffkvadrat/analysis/partition"
	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/gloverlay"
	"ffkvadrat/player/session"
)

// codec is how the codec divided the picture on the screen, for all sides that show it.
type codec struct {
	told    partition.Told
	made    *partition.Picture // nil if there is none
	strokes overlay.Strokes
}

// divide finds the codec's blocks of a picture if a side shows them.
func (s *Scene) divide(f *decode.Frame, a *session.Choices) {
	c := &s.codec
	c.made = nil
	if !a.Codec && !(s.wipe.on() && s.wipe.settings.Codec) {
		return
	}
	if made, ok := c.told.Of(&f.Picture, f.Packet); ok {
		c.made = made
	}
}

// Codec returns how the codec divided the picture, nil if nobody knows or no side shows it, and the ends of the range
// of most quantisers, of which the first one is the finest. It is valid until the next Analyze.
func (s *Scene) Codec() (p *partition.Picture, finest, coarsest int) {
	finest, coarsest = s.codec.told.Scale()
	return s.codec.made, finest, coarsest
}

// MeanQP returns the mean quantiser of the picture that Codec returns.
func (s *Scene) MeanQP() (mean float64, ok bool) {
	if s.codec.made == nil {
		return 0, false
	}
	return s.codec.told.MeanQP()
}

// CodecStyle is how settings draw the codec's blocks of the picture.
func (s *Scene) CodecStyle(c *session.Choices) overlay.CodecStyle {
	finest, coarsest := s.codec.told.Scale()
	return overlay.CodecStyle{Opacity: float32(c.Opacity), LineWidth: c.LineWidth, Low: finest, High: coarsest, Vectors: c.Motion}
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
