package cli

import (
	"errors"
	"fmt"

	"ffkvadrat/decode"
	"ffkvadrat/pipeline"
)

// rangeFlags select a range of frames.
type rangeFlags struct {
	From   string `placeholder:"T" help:"First frame: the one shown at the time T. T counts from the start, in seconds, M:S or H:M:S; #N is the frame with index N."`
	To     string `placeholder:"T" help:"Last frame, in the same form. Past the end, it is the last frame of the video."`
	Frames *int64 `placeholder:"N" help:"At most N frames."`
}

// selectionFlags select frames.
type selectionFlags struct {
	rangeFlags
	Every int64 `default:"1" placeholder:"N" help:"Every Nth frame, beginning with the first."`
}

// parse returns the selection by the flags.
func (s *rangeFlags) parse() (w pipeline.Selection, err error) {
	if s.From != "" {
		if w.From, err = decode.ParsePosition(s.From); err != nil {
			return w, fmt.Errorf("--from: %w", err)
		}
	}
	if s.To != "" {
		w.HasTo = true
		if w.To, err = decode.ParsePosition(s.To); err != nil {
			return w, fmt.Errorf("--to: %w", err)
		}
	}
	if s.Frames != nil {
		if w.Frames = *s.Frames; w.Frames < 1 {
			return w, fmt.Errorf("--frames: %d is not positive", w.Frames)
		}
	}
	return w, selectionError(w.Check())
}

// parse returns the selection by the flags.
func (s *selectionFlags) parse() (w pipeline.Selection, err error) {
	if w, err = s.rangeFlags.parse(); err != nil {
		return w, err
	}
	if w.Every = s.Every; w.Every < 1 {
		return w, fmt.Errorf("--every: %d is not positive", w.Every)
	}
	return w, nil
}

// selectionError replaces the names in package pipeline's error by those of flags.
func selectionError(err error) error {
	var end *decode.EndError
	switch {
	case errors.Is(err, pipeline.ErrBackwards):
		return errors.New("--to is before --from")
	case errors.As(err, &end):
		return fmt.Errorf("--from: %w", end)
	}
	return err
}
