package cli

import (
	"errors"
	"fmt"
	"math"

	"ffkvadrat/decode"
)

// selection is the part of the arguments that says which frames.
type selection struct {
	From   string `placeholder:"T" help:"First frame: the one on screen at T from the start, in seconds, M:S or H:M:S; or #N for frame N."`
	To     string `placeholder:"T" help:"Last frame, likewise."`
	Frames *int64 `placeholder:"N" help:"At most N frames."`
	Every  int64  `default:"1" placeholder:"N" help:"Every Nth frame, from the first one on."`
}

// frames are what the arguments say.
func (s *selection) frames() (*frames, error) {
	f := &frames{
		from:  decode.Position{Index: -1},
		to:    decode.Position{Index: -1, Seconds: math.Inf(1)},
		every: s.Every,
		left:  math.MaxInt64,
	}
	var err error
	if s.From != "" {
		if f.from, err = decode.ParsePosition(s.From); err != nil {
			return nil, fmt.Errorf("--from: %w", err)
		}
	}
	if s.To != "" {
		if f.to, err = decode.ParsePosition(s.To); err != nil {
			return nil, fmt.Errorf("--to: %w", err)
		}
	}
	if s.Frames != nil {
		f.left = *s.Frames
	}
	switch {
	case f.left < 1:
		return nil, fmt.Errorf("--frames: %d is not positive", f.left)
	case f.every < 1:
		return nil, fmt.Errorf("--every: %d is not positive", f.every)
	case f.to.Index >= 0 && f.to.Index < f.from.Index, f.to.Index < 0 && f.from.Index < 0 && f.to.Seconds < f.from.Seconds:
		return nil, errors.New("--to is before --from")
	}
	return f, nil
}

// frames chooses among the frames of a video as they pass.
type frames struct {
	from, to     decode.Position
	every, left  int64   // left is how many may still be chosen
	start, slack float64 // the first frame's time and a thousandth of a tick, in seconds
	passed       int64
}

// seek moves a video to the first frame. Where the frames' numbers are needed,
// all that is before may have to be decoded to know them.
func (f *frames) seek(v *decode.Video, numbers bool) error {
	info := v.Info()
	f.start, f.slack = info.Start, 1e-3*info.TimeBase.Float()
	if f.whole() {
		return nil
	}
	if err := v.SeekTo(f.from); err != nil {
		return err
	}
	if f.from.Index < 0 && (numbers || f.to.Index >= 0) {
		return number(v)
	}
	return nil
}

// whole tells whether the first frame is the video's.
func (f *frames) whole() bool { return f.from.Index <= 0 && f.from.Seconds == 0 }

// number moves a video to the picture that it is at, so that its number is
// known.
func number(v *decode.Video) error {
	next := func() (n, pts int64, err error) {
		frame, err := v.Next()
		if err != nil {
			return 0, 0, err
		}
		defer frame.Release()
		return frame.Index, frame.PTS, nil
	}
	n, target, err := next()
	if err != nil || n >= 0 {
		return errors.Join(err, v.SeekIndex(max(0, n)))
	}
	if err := v.SeekIndex(0); err != nil {
		return err
	}
	for pts := int64(math.MinInt64); pts < target; {
		if n, pts, err = next(); err != nil {
			return err
		}
	}
	return v.SeekIndex(n)
}

// take tells whether the next frame, which is not behind the last one, is
// chosen. It fails where the video ends before the first one.
func (f *frames) take(frame *decode.Frame) (bool, error) {
	if f.passed == 0 && frame.Index >= 0 && frame.Index < f.from.Index {
		return false, fmt.Errorf("--from: there is no frame %d, the last one is %d", f.from.Index, frame.Index)
	}
	chosen := f.passed%f.every == 0
	f.passed++
	if chosen {
		f.left--
	}
	return chosen, nil
}

// behind tells whether a frame comes after the last one.
func (f *frames) behind(frame *decode.Frame) bool {
	if f.to.Index >= 0 {
		return frame.Index > f.to.Index
	}
	return frame.Time-f.start > f.to.Seconds+f.slack
}
