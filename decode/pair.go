package decode

import "ffkvadrat/yuv"

// Need sets which data frames have. With Before, a Picture has the picture of the frame before it in
// presentation order, and seeks start early enough to decode that frame too. With [yuv.BothFields] it is the last
// field before it with the same parity, which has the same rows. It applies from the next seek on; frames that were decoded before can lack it until then. The first frame of a video has no
// Before, and neither has a frame after one that cannot be shown.
//
// Motion vectors and blocks exist for some codecs only. With those that FFmpeg exports, software decodes, in one
// thread or one thread per slice. If Need starts or stops asking for vectors or blocks of such a video, the video
// goes back to its start. Input that cannot be read twice continues instead: data that is no longer
// needed still comes, and asking for new data is an error.
func (v *Video) Need(n yuv.Needs) error {
	v.pairs = n.Before
	v.forget()
	was, before := v.dec.exports(), v.dec.wants
	v.dec.wants = n
	is := v.dec.exports()
	switch {
	case is == was:
		return nil
	case v.dec.dem.in.seekable():
		return v.wrap("begin again", v.rewind())
	}
	v.dec.wants = before
	if (was.vectors || !is.vectors) && (was.blocks || !is.blocks) {
		return nil // the data still comes
	}
	return v.wrap("begin again", ErrNotSeekable)
}

// pair gives a shaped frame the one before it, and stores the frame for the next one.
func (v *Video) pair(f *Frame) {
	if !v.pairs {
		return
	}
	before := v.before[f.track]
	f.own, f.paired, v.before[f.track] = f.Picture, true, f.use()
	if before == nil {
		return
	}
	if !before.paired { // a seek passed it, and it has no other holder
		if v.shaper.shape(before) != nil {
			before.leave()
			return
		}
		before.own = before.Picture
	}
	f.before, f.Picture.Before = before, &before.own
}

// skip stores a frame that a seek passes, for the next one.
func (v *Video) skip(f *Frame) {
	if v.pairs && f != nil {
		v.before[f.track].leave()
		v.before[f.track] = f.use()
	}
}

// forget drops the stored frames.
func (v *Video) forget() {
	for i := range v.before {
		v.before[i].leave()
		v.before[i] = nil
	}
}

// ready reports whether the next frame, whose number is known, has its predecessor if it needs one.
func (v *Video) ready() bool {
	if !v.pairs || len(v.queue) > 0 {
		return !v.pairs || v.follows(v.queue[0])
	}
	return v.before[top] != nil && (v.fields.fields != yuv.BothFields || v.before[bottom] != nil)
}

// follows reports whether f, the next frame, has its predecessor if it needs one.
func (v *Video) follows(f *Frame) bool {
	first := f.Index >= 0 && f.Index < v.fields.perFrame() || f.Tick == v.seen.ticks[0]
	return !v.pairs || v.before[f.track] != nil || first
}
