package pipeline

import (
	"errors"
	"math"

	"ffkvadrat/decode"
)

// pass is one pass through a video.
type pass struct {
	want   Selection
	info   decode.Info
	slack  float64 // a thousandth of a tick, in seconds
	passed int64   // frames since the first wanted one, inclusive
	chosen int64
	first  struct { // of the passed frames
		index int64 // −1 if unknown
		time  float64
	}
	// part is the fraction of the pass that is done, 0 to 1, as far as the video says: of its
	// length, of the frames up to the last wanted one, or of the number of frames, whichever ends
	// first. It stays 0 if none of them is known.
	part float64
}

// verdict says what to do with a frame.
type verdict int

const (
	skip   verdict = iota // not wanted, but a later frame may be
	choose                // wanted
	past                  // after the last wanted frame: the pass has ended
)

// start moves a video to the first wanted frame. With numbers, every frame must
// have its index; this may require decoding everything before it. If the video ends
// before that frame, start returns a *[decode.EndError].
func (s Selection) start(v *decode.Video, numbers bool) (*pass, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	if s.Every == 0 {
		s.Every = 1
	}
	if s.Frames == 0 {
		s.Frames = math.MaxInt64
	}
	info := v.Info()
	p := &pass{want: s, info: info, slack: 1e-3 * info.TimeBase.Float()}
	if s.Whole() {
		return p, nil
	}
	if err := v.Reach(s.From); err != nil {
		return nil, err
	}
	if s.From.Index < 0 && (numbers || s.HasTo && s.To.Index >= 0) {
		return p, number(v)
	}
	return p, nil
}

// number finds the number of a video's next frame, counting from the start if it is unknown, and
// returns to this frame.
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

// take judges the video's next frame.
func (p *pass) take(frame *decode.Frame) verdict {
	if p.isPast(frame) {
		return past
	}
	if p.passed == 0 {
		p.first.index, p.first.time = frame.Index, frame.Time
	}
	v := skip
	if p.passed%p.want.Every == 0 {
		v = choose
		p.chosen++
	}
	p.passed++
	p.part = max(p.part, min(1, p.partAt(frame)))
	return v
}

// isPast reports whether a frame comes after the last wanted one.
func (p *pass) isPast(frame *decode.Frame) bool {
	switch {
	case !p.want.HasTo:
		return false
	case p.want.To.Index >= 0:
		return frame.Index > p.want.To.Index
	}
	return frame.Time-p.info.Start > p.want.To.Seconds+p.slack
}

// full reports whether no more frames will be chosen, so that the next one need not be decoded.
func (p *pass) full() bool { return p.chosen == p.want.Frames }

func (p *pass) partAt(frame *decode.Frame) float64 {
	part := 0.0
	if p.want.Frames != math.MaxInt64 {
		part = float64(p.chosen) / float64(p.want.Frames)
	}
	end := math.Inf(1)
	if p.info.Duration > 0 {
		end = p.info.Start + p.info.Duration
	}
	if p.want.HasTo && p.want.To.Index < 0 {
		end = min(end, p.info.Start+p.want.To.Seconds+frame.Duration)
	}
	if length := end - p.first.time; length > 0 && !math.IsInf(end, 1) {
		part = max(part, (frame.Time+frame.Duration-p.first.time)/length)
	}
	if p.want.HasTo && p.want.To.Index >= 0 && p.first.index >= 0 {
		part = max(part, float64(frame.Index-p.first.index+1)/float64(p.want.To.Index-p.first.index+1))
	}
	return part
}
