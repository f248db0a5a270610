package decode

import "math"

// SeekKey makes Next return a picture close to a time in seconds after the first picture,
// without decoding any pictures on the way: usually the last key frame that is not later.
// In containers without an index it may be another one. Near the end there may be none;
// Next then returns io.EOF. SeekKey is for overviews, which want some picture of a part
// soon. With [Video.Need] it is the picture after that one. The pictures after it are the stream's, in order. The error matches
// [ErrNotSeekable] if other places can only be reached by decoding from the start.
func (v *Video) SeekKey(seconds float64) error {
	return v.wrap("seek", v.seekKey(seconds))
}

func (v *Video) seekKey(seconds float64) error {
	if err := v.usable(); err != nil {
		return err
	}
	if !v.exact() || math.IsNaN(seconds) {
		return ErrNotSeekable
	}
	first := v.seen.ticks[0]
	ticks := math.Floor(seconds/v.clock.base + 1e-3)
	t := first + int64(min(max(ticks, 0), 1<<61))
	v.restart()
	v.locate = true
	if err := v.dec.seek(min(t, v.endTick())); err != nil || !v.pairs {
		return err
	}
	f, err := v.pull()
	if err != nil {
		return notEOF(err)
	}
	v.skip(f)
	f.Release()
	return nil
}
