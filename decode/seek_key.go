package decode

import "math"

// SeekKey makes Next return a picture close to a time in seconds after the first picture,
// with as few decoded on the way as the file allows: usually the last key frame that is not later.
// In containers without an index it may be another one. SeekKey is for overviews, which want some picture of a part
// soon. With [Video.Need] it is the picture after that one; near the end there may be none, and
// Next then returns io.EOF. The pictures after it are the stream's, in order. The error matches
// [ErrNotSeekable] if other places can only be reached by decoding from the start; the video is at its start then.
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

// landOnKey queues the first key frame from tick at on, if there is one up to tick until. With pairs it is kept for the picture
// after it.
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
	default:
		v.push(f)
	}
	return true, nil
}
