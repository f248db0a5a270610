package render

import (
	"context"

	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid"
)

// Judge measures the error of a second video under the quads of the rendered one's frames, for
// [overlay.ByError]. It belongs to one goroutine.
type Judge interface {
	// Judge appends the step of each quad on the scale of errors to steps. ok is false if the second
	// video has no frame for f. Frames come in the order of time.
	Judge(f *decode.Frame, quads []quadpyramid.Quad, steps []uint8) (of []uint8, ok bool, err error)
	Faults() decode.Faults // of the second video, so far
	Close()
}

// Judging makes a Judge for the video of a path.
type Judging func(ctx context.Context, path string, of *decode.Info) (Judge, error)

// judged sets the steps of a slide's quads.
func (p *stages) judged(s *slide) (err error) {
	if s.of, s.judged, err = p.judge.Judge(s.Frame, s.quads, s.of[:0]); err != nil {
		s.Frame.Release()
	}
	return err
}

// coloured returns a style with what the colours of a slide's quads need. Without a frame of the second
// video, they show sizes.
func (s *slide) coloured(style overlay.Style) overlay.Style {
	style.Ages, style.Classes = s.ages, s.params.Bounds.Classes()
	switch {
	case s.judged:
		style.Classes = overlay.ErrorSteps
	case style.Colour.NeedsSecond():
		style.Colour = overlay.ByLevel
	}
	if style.Classes > 0 {
		style.Of = s.of
	}
	return style
}
