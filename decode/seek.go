package decode

import (
	"fmt"
	"io"
	"math"
)

// SeekTime makes Next return the frame on screen at a time in seconds after the first frame: the last
// one whose time stamp is not later. An earlier time means the first frame, a time after the end the
// last.
func (v *Video) SeekTime(seconds float64) error {
	if math.IsNaN(seconds) {
		return fmt.Errorf("decode: %q: seek to a time that is not a number", v.path)
	}
	// A thousandth of a tick outweighs the rounding of pts·base in float64.
	ticks := math.Floor(seconds/v.clock.base + 1e-3)
	ticks = min(max(ticks, -1<<62), 1<<62)
	return v.SeekPTS(v.seen.ticks[0] + int64(ticks))
}

// SeekPTS works as SeekTime in ticks of the stream's time base. In streams without time stamps the
// ticks count from 0 at the frame rate.
func (v *Video) SeekPTS(pts int64) error {
	return v.wrap("seek", v.seekTick(pts))
}

// SeekIndex makes Next return frame n in presentation order, counted from
// 0; if n is after the end, the last one.
func (v *Video) SeekIndex(n int64) error {
	return v.wrap("seek", v.seekIndex(max(0, n)))
}

// Keep makes seeks pass the frames that they decode before the target to keep, instead of releasing
// them. keep gets them in presentation order and must release each; the frame that Next returns after
// the seek follows the last one without a gap. With [Video.Need] these frames also have a Before.
// keep(nil) means that the seek starts again and earlier frames do not count. Keep(nil) turns this off.
func (v *Video) Keep(keep func(f *Frame)) { v.keep = keep }

// pass releases a frame before a seek's target, or gives it to keep.
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
	v.dec.checkParsed(f)
	v.pair(f)
	v.keep(f)
}

// restart drops decoded frames, because a seek goes elsewhere.
func (v *Video) restart() {
	v.clear()
	v.fields.drop()
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
	// The demuxer's seeks are unreliable.
	v.linear = true
	return v.seekLinear(t)
}

// exact reports whether time stamps and the container's seeks identify frames.
func (v *Video) exact() bool { return !v.linear && !v.seen.uneven && v.dec.dem.breaks.count() == 0 }

// trustAfter is after how many frames without reordering a video counts as not reordered, although its
// codec announces reordering.
const trustAfter = 64

// verify checks, before the first exact seek, whether time stamps identify frames.
func (v *Video) verify() error {
	if _, err := v.Discontinuities(); err != nil || !v.exact() {
		return err
	}
	return v.trust()
}

// trust checks, before the first seek, whether time stamps follow the reordering of frames. Some files
// store decoding times instead.
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

// stride is the number of ticks for which decoding on is likely to be as fast as a seek: a second. In
// raw video and in sequences each frame can be sought.
func (v *Video) stride() int64 {
	if in := v.dec.dem.in; in.raw != nil || in.pictures != nil {
		return 2
	}
	return v.clock.second()
}

// near reports whether decoding on is likely to be faster than a seek.
func (v *Video) near(t int64) bool {
	from := v.last
	if len(v.queue) > 0 {
		from = v.queue[0].Tick
	}
	return from != noPTS && from <= t && t-from < v.stride()
}

// land seeks to a key frame before tick t and decodes on to the frame shown at t. It doubles the
// distance until the decoder finds a key frame at or before t, early enough for the frame before if
// that is wanted. ok is false if no seek led to a place before t.
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
		back = max(2*back, v.stride())
	}
}

// enter seeks to tick at. The next frame is the first key frame after the seek, unless that is later
// than tick until.
func (v *Video) enter(at, until int64) error {
	v.restart()
	v.locate, v.until = true, until
	return v.dec.seek(v.fields.streamTicks(at))
}

// endTick returns a tick after the last frame, as far as the container gives it.
func (v *Video) endTick() int64 {
	end := v.seen.ticks[len(v.seen.ticks)-1]
	if d := v.info.Duration / v.clock.base; d < 1<<61 {
		end = max(end, v.seen.ticks[0]+int64(d))
	}
	return end
}

// walk decodes on to the frame shown at tick t and queues it with its successor. ok is false if the
// next frame is already later than t, the stream has ended, or the frames contradict the prefix.
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

// queueFront puts a frame that was pulled back at the front of the queue.
func (v *Video) queueFront(f *Frame) {
	v.queue = append(v.queue, nil)
	copy(v.queue[1:], v.queue)
	v.queue[0] = f
}

// seekLinear finds the frame shown at tick t by decoding without a seek.
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
	if v.exact() && v.dec.dem.in.raw != nil { // tick n is frame n
		return v.seekTick(n)
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

// position returns the index of the frame that Next would return. It is -1 if that is unknown, or if
// the frame needs its predecessor and lacks it.
func (v *Video) position() int64 {
	if !v.ready() {
		return -1
	}
	if len(v.queue) > 0 {
		return v.queue[0].Index
	}
	return v.index
}

// goTo queues frame n, or the last one, by decoding from here or from the start.
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

// backToLast queues the last frame after the decoder has passed it.
func (v *Video) backToLast() error {
	last := int64(len(v.seen.ticks)) - 1
	if !v.seen.complete {
		return ErrNoFrame
	}
	return v.goTo(last)
}

// rewind restarts before the first frame.
func (v *Video) rewind() error {
	if v.dec.broken == nil && !v.dec.dem.in.seekable() {
		return ErrNotSeekable // the position is unchanged
	}
	v.restart()
	if err := v.dec.rewind(v.threads); err != nil {
		return err
	}
	v.clock.restart()
	v.index = 0
	return nil
}
