package decode

import "math"

// SeekKey makes Next return a picture close to a time in seconds after the
// first picture, and decodes nothing on the way to it: as a rule that of the
// last key frame that is not later. In containers without an index it may be
// another one, and near the end there may be none, which Next tells with
// io.EOF. It serves overviews, which want some picture of a part soon; what
// follows it is the stream's pictures, in order. The error matches [ErrNotSeekable] where only decoding from the start leads
// to other places.
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
	return v.dec.seek(min(t, v.endTick()))
}
