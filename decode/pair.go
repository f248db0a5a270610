package decode

import "ffkvadrat/yuv"

// Need says what pictures come with. The one before them in presentation order is the Picture's
// Before: seeks then begin early enough to decode that, too. It holds from the next
// seek on; pictures that were decoded before may lack theirs until then. The first picture of a
// video has none, and neither has one that follows a picture that cannot be shown.
//
// With the codec's motion vectors or blocks, which come from some codecs only, a picture is decoded in
// software by one thread, or one a slice. If such a video's vectors or blocks are needed that were not
// before, or no more, it goes back to its start. Input that cannot be read twice goes on: with those that are
// no more needed, and without new ones, which is an error.
func (v *Video) Need(n yuv.Needs) error {
	v.pairs = n.Before
	v.forget()
	told, before := v.dec.tells(), v.dec.wants
	v.dec.wants = n
	tells := v.dec.tells()
	switch {
	case tells == told:
		return nil
	case v.dec.dem.in.seekable():
		return v.wrap("begin again", v.rewind())
	}
	v.dec.wants = before
	if (told.vectors || !tells.vectors) && (told.blocks || !tells.blocks) {
		return nil // they come none the less
	}
	return v.wrap("begin again", ErrNotSeekable)
}

// pair gives a shaped picture the one before it, and keeps it for the next one.
func (v *Video) pair(f *Frame) {
	if !v.pairs {
		return
	}
	before := v.before
	f.own, f.paired, v.before = f.Picture, true, f.use()
	if before == nil {
		return
	}
	if !before.paired { // a seek passed it, and nobody else has it
		if v.shaper.shape(before) != nil {
			before.leave()
			return
		}
		before.own = before.Picture
	}
	f.before, f.Picture.Before = before, &before.own
}

// skip keeps a picture that a seek passes for the next one.
func (v *Video) skip(f *Frame) {
	if v.pairs && f != nil {
		v.before.leave()
		v.before = f.use()
	}
}

// forget drops the picture before the next one.
func (v *Video) forget() {
	v.before.leave()
	v.before = nil
}

// ready reports whether the next picture, which is known, has the one before it if it should.
func (v *Video) ready() bool {
	return !v.pairs || v.before != nil || len(v.queue) > 0 && v.follows(v.queue[0])
}

// follows reports whether a picture, the next one, has the one before it if it should.
func (v *Video) follows(f *Frame) bool {
	return !v.pairs || v.before != nil || f.Index == 0 || f.Tick == v.seen.ticks[0]
}
