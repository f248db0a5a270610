package decode

import "math"

// SeekKey makes Next return a frame near a time in seconds after the first frame, and decodes as few
// frames for it as the file allows: usually it is the last key frame that is not later. In containers
// without an index it can be another key frame. Overviews use it, because they need some frame of a
// part quickly. With [Video.Need] it is the frame after the key frame; near the end there may be none,
// and Next then returns io.EOF. Frames after it follow in order. The error matches [ErrNotSeekable] if
// seeking needs decoding from the start; the video is then at its start.
func (v *Video) SeekKey(seconds float64) error {
	return v.wrap("seek", v.seekKey(seconds))
}

func (v *Video) seekKey(seconds float64) error {
	if err := v.usable(); err != nil {
		return err
	}
	if math.IsNaN(seconds) {
		return ErrNotSeekable
	}
	if err := v.trust(); err != nil {
		return err
	}
	if !v.exact() {
		return ErrNotSeekable
	}
	first := v.seen.ticks[0]
	t := min(first+int64(min(max(math.Floor(seconds/v.clock.base+1e-3), 0), 1<<61)), v.endTick())
	for back := int64(0); ; back = max(2*back, v.clock.second()) {
		ok, err := v.landOnKey(t-back, t)
		if ok || err != nil {
			return err
		}
		if t-back < first {
			v.linear = true
			if err := v.rewind(); err != nil {
				return err
			}
			return ErrNotSeekable
		}
	}
}

// landOnKey queues the first key frame from tick at to tick until, if there is one. With pairs it
// stores that frame for the frame after it.
func (v *Video) landOnKey(at, until int64) (ok bool, err error) {
	if v.enter(at, until) != nil {
		return false, v.usable()
	}
	f, err := v.pull()
	if err != nil {
		return false, notEOF(err)
	}
	switch {
	case v.astray:
		f.Release()
		return false, nil
	case v.pairs:
		v.skip(f)
		f.Release()
		for range v.fields.perFrame() - 1 {
			if f, err = v.pull(); err != nil {
				return false, notEOF(err)
			}
			v.skip(f)
			f.Release()
		}
	default:
		v.push(f)
	}
	return true, nil
}
