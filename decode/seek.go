package decode

import (
	"fmt"
	"io"
	"math"
)

// SeekTime makes Next return the picture on screen at a time in seconds after
// the first picture: the last one whose time stamp is not later. A time before the
// first picture means the first, a time after the end the last.
func (v *Video) SeekTime(seconds float64) error {
	if math.IsNaN(seconds) {
		return fmt.Errorf("decode: %q: seek to a time that is not a number", v.path)
	}
	// A thousandth of a tick outweighs the rounding of pts·base in float64.
	ticks := math.Floor(seconds/v.clock.base + 1e-3)
	ticks = min(max(ticks, -1<<62), 1<<62)
	return v.SeekPTS(v.seen.ticks[0] + int64(ticks))
}

// SeekPTS does the same as SeekTime in ticks of the stream's time base. In streams without
// time stamps the ticks count from 0 at the frame rate.
func (v *Video) SeekPTS(pts int64) error {
	return v.wrap("seek", v.seekTick(pts))
}

// SeekIndex makes Next return picture n in presentation order, counted from
// 0; if n is after the end, the last one.
func (v *Video) SeekIndex(n int64) error {
	return v.wrap("seek", v.seekIndex(max(0, n)))
}

// Keep makes seeks pass the pictures that they decode on their way to keep, instead
// of releasing them. Pictures come to keep in presentation order, and keep has to
// release each; the picture that Next returns after the seek follows the last
// one without a gap. With [Video.Need] they have the picture before them, too. A nil Frame means that the seek starts anew, and that the pictures
// before it do not count. A nil keep ends this.
func (v *Video) Keep(keep func(f *Frame)) { v.keep = keep }

// pass releases a picture that a seek passes, or gives it to keep.
func (v *Video) pass(f *Frame) {
	if v.keep == nil || f == nil || !v.follows(f) {
		v.skip(f)
		f.Release()
		return
	}
	if err := v.shaper.shape(f); err != nil {
		v.forget()
		f.Release()
		v.keep(nil)
		return
	}
	v.pair(f)
	v.keep(f)
}

// restart drops what was decoded, before a seek goes elsewhere.
func (v *Video) restart() {
	v.clear()
	v.forget()
	v.groups.leave()
	v.clock.leave()
	v.locate, v.astray, v.last, v.index = false, false, noPTS, -1
	if v.keep != nil {
		v.keep(nil)
	}
}

func (v *Video) wrap(action string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("decode: %s %q: %w", action, v.path, err)
}

func (v *Video) seekTick(t int64) error {
	if err := v.usable(); err != nil {
		return err
	}
	if t < v.seen.ticks[0] {
		return v.seekIndex(0)
	}
	if err := v.verify(); err != nil {
		return err
	}
	if !v.exact() {
		return v.seekLinear(t)
	}
	if v.near(t) && v.ready() {
		if ok, err := v.walk(t); ok || err != nil {
			return err
		}
	}
	if ok, err := v.land(t); ok || err != nil {
		return err
	}
	// What the demuxer answers cannot be relied on.
	v.linear = true
	return v.seekLinear(t)
}

// exact reports whether time stamps and the container's seeks identify pictures.
func (v *Video) exact() bool { return !v.linear && !v.seen.uneven && v.dec.dem.breaks.count() == 0 }

// trustAfter is how many pictures without reordering, where the codec announces it, mean that there is none.
const trustAfter = 64

// verify finds out, before the first exact seek, whether time stamps identify pictures.
func (v *Video) verify() error {
	if _, err := v.Discontinuities(); err != nil || !v.exact() {
		return err
	}
	return v.trust()
}

// trust finds out, before the first seek, whether the time stamps of pictures that are reordered are so, too. Some
// files have decoding times instead.
func (v *Video) trust() error {
	if v.trusted || !v.exact() {
		return nil
	}
	v.trusted = true
	if v.dec.c.has_b_frames == 0 || v.dec.reorders {
		return nil
	}
	if v.index < 0 {
		if err := v.rewind(); err != nil {
			return err
		}
	}
	v.clear()
	for !v.dec.reorders && !v.seen.uneven && len(v.seen.ticks) < trustAfter {
		f, err := v.pull()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		f.Release()
	}
	v.restart()
	return nil
}

// near reports whether decoding on from here is likely to be quicker than a seek:
// the target is at most a second ahead.
func (v *Video) near(t int64) bool {
	from := v.last
	if len(v.queue) > 0 {
		from = v.queue[0].Tick
	}
	return from != noPTS && from <= t && t-from < v.clock.second()
}

// land seeks to a key frame before tick t and decodes on to the picture shown
// at t. If the decoder has no key frame from there on to t, or one that is too late for the picture before, if that is
// wanted, it doubles the distance. ok is false if no seek led to a place before t.
func (v *Video) land(t int64) (ok bool, err error) {
	first := v.seen.ticks[0]
	aim := t
	if end := v.endTick(); aim > end {
		aim = end
	}
	for back := int64(0); ; {
		if err := v.enter(aim-back, t); err != nil {
			return false, v.ctx.Err()
		}
		if ok, err := v.walk(t); ok && v.ready() || err != nil {
			return ok, err
		}
		if aim-back < first {
			return false, nil
		}
		back = max(2*back, v.clock.second())
	}
}

// enter seeks to tick at. The next picture is the first key frame from there on, if it is not after tick until.
func (v *Video) enter(at, until int64) error {
	v.restart()
	v.locate, v.until = true, until
	return v.dec.seek(at)
}

// endTick returns a tick after the last picture, as far as the container knows.
func (v *Video) endTick() int64 {
	end := v.seen.ticks[len(v.seen.ticks)-1]
	if d := v.info.Duration / v.clock.base; d < 1<<61 {
		end = max(end, v.seen.ticks[0]+int64(d))
	}
	return end
}

// walk decodes on to the picture shown at tick t and queues it, with its successor. ok is
// false if the next picture is already later than t, or the stream is at its end, or the
// pictures are not those of the prefix.
func (v *Video) walk(t int64) (ok bool, err error) {
	var shown *Frame
	for {
		f, err := v.pull()
		if err != nil && err != io.EOF || v.astray {
			f.Release()
			shown.Release()
			return false, notEOF(err)
		}
		if err == nil && f.Tick <= t {
			v.pass(shown)
			shown = f
			continue
		}
		if shown != nil {
			v.queueFront(shown)
		}
		if err == nil {
			v.push(f)
		}
		return shown != nil, nil
	}
}

func notEOF(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// queueFront puts a frame that was pulled back before all others.
func (v *Video) queueFront(f *Frame) {
	v.queue = append(v.queue, nil)
	copy(v.queue[1:], v.queue)
	v.queue[0] = f
}

// seekLinear finds the picture shown at tick t by decoding in one go.
func (v *Video) seekLinear(t int64) error {
	n, known := v.seen.shown(t)
	if err := v.goTo(n); err != nil || known {
		return err
	}
	_, err := v.walk(t)
	return err
}

func (v *Video) seekIndex(n int64) error {
	if err := v.usable(); err != nil {
		return err
	}
	if v.seen.complete {
		n = min(n, int64(len(v.seen.ticks))-1)
	}
	if at := v.position(); at >= 0 && at <= n && float64(n-at) < float64(1/v.clock.base)/float64(v.clock.step) {
		return v.goTo(n)
	}
	if err := v.verify(); err != nil {
		return err
	}
	if v.exact() {
		known := min(n, int64(len(v.seen.ticks))-1)
		if at := v.position(); at < 0 || at > n || at < known {
			if ok, err := v.land(v.seen.ticks[known]); err != nil {
				return err
			} else if !ok {
				v.linear = true
			}
		}
	}
	return v.goTo(n)
}

// position returns the index of the picture that Next would return, -1 if it is
// not known, or if the picture before it should be and is not.
func (v *Video) position() int64 {
	if !v.ready() {
		return -1
	}
	if len(v.queue) > 0 {
		return v.queue[0].Index
	}
	return v.index
}

// goTo queues picture n, or the last one, by decoding on from here or from
// the start.
func (v *Video) goTo(n int64) error {
	if at := v.position(); at < 0 || at > n || v.seen.complete && at >= int64(len(v.seen.ticks)) {
		if err := v.rewind(); err != nil {
			return err
		}
	}
	var shown *Frame
	for {
		f, err := v.pull()
		if err == io.EOF {
			if shown == nil {
				return v.backToLast()
			}
			v.push(shown)
			return nil
		}
		if err != nil {
			shown.Release()
			return err
		}
		v.pass(shown)
		shown = f
		if f.Index >= n || f.Index < 0 {
			v.queueFront(f)
			return nil
		}
	}
}

// backToLast queues the last picture when the decoder is already past it.
func (v *Video) backToLast() error {
	last := int64(len(v.seen.ticks)) - 1
	if !v.seen.complete {
		return ErrNoFrame
	}
	return v.goTo(last)
}

// rewind starts again before the first picture.
func (v *Video) rewind() error {
	if v.dec.broken == nil && !v.dec.dem.in.seekable() {
		return ErrNotSeekable // the position stays
	}
	v.restart()
	if err := v.dec.rewind(v.threads); err != nil {
		return err
	}
	v.clock.restart()
	v.index = 0
	return nil
}
