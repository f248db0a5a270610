package pipeline

import (
	"errors"
	"fmt"

	"ffkvadrat/decode"
)

// Selection says which frames are wanted. The zero value selects all.
type Selection struct {
	From   decode.Position // the first frame
	To     decode.Position // the last frame, if HasTo
	HasTo  bool
	Every  int64 // each Nth of these, from the first on; 0 means 1
	Frames int64 // at most this many of these; 0 means all
}

// ErrBackwards means that the last frame comes before the first.
var ErrBackwards = errors.New("the last frame is before the first")

// Check returns an error if the selection is wrong for any video.
func (s Selection) Check() error {
	switch {
	case s.Every < 0:
		return fmt.Errorf("every %dth frame is not possible: use 1 or more", s.Every)
	case s.Frames < 0:
		return fmt.Errorf("%d frames are not possible: use 0 or more", s.Frames)
	case !s.HasTo:
		return nil
	case s.To.Index >= 0 && s.To.Index < s.From.Index, s.To.Index < 0 && s.From.Index < 0 && s.To.Seconds < s.From.Seconds:
		return ErrBackwards
	}
	return nil
}

// Whole reports whether the first wanted frame is the video's first.
func (s Selection) Whole() bool { return s.From.Index <= 0 && s.From.Seconds == 0 }
