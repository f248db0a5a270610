package feed

import (
	"io"
	"slices"
	"sync"

	"ffkvadrat/decode"
	"ffkvadrat/yuv"
)

// Limits of a trail. In 8-bit 4:2:0, the bytes are 86 frames at 1920 × 1080 or 194 at 1280 × 720.
const (
	maxBytes    = 256 << 20
	maxPictures = 512
	// maxBehind is the share of the trail for frames before a target; the rest is for frames after
	// it.
	maxBehind = 0.75
)

// trail caches recently decoded frames: in presentation order, without gaps, each retained once.
// next takes frames from the trail, and after its end from the video. Steps back therefore decode
// each group of pictures once.
type trail struct {
	video    *decode.Video
	limit    int        // bytes
	mu       sync.Mutex // guards changes of pictures, for near
	pictures []*decode.Frame
	bytes    int
	at       int       // index of the next frame; len(pictures) means the video's next frame
	joined   bool      // the video's next frame follows the last cached one
	needs    yuv.Needs // what frames include
}

// need empties the trail if frames must include something else.
func (t *trail) need(n yuv.Needs) error {
	if n == t.needs {
		return nil
	}
	if err := t.video.Need(n); err != nil {
		return err
	}
	t.needs = n
	t.drop()
	return nil
}

func newTrail(video *decode.Video, needs yuv.Needs) *trail {
	return &trail{video: video, limit: maxBytes, joined: true, needs: needs}
}

// next returns the next frame, which the caller must release, or io.EOF after the last one.
func (t *trail) next() (*decode.Frame, error) {
	if t.at == len(t.pictures) {
		if err := t.join(); err != nil {
			return nil, err
		}
		f, err := t.video.Next()
		if err != nil {
			return nil, err
		}
		t.add(f)
		t.shedOldest(t.limit)
	}
	f := t.pictures[t.at]
	t.at++
	f.Retain()
	return f, nil
}

// join moves the video to the frame after the last cached one.
func (t *trail) join() error {
	if t.joined {
		return nil
	}
	if err := At(t.pictures[len(t.pictures)-1]).seek(t.video); err != nil {
		return err
	}
	f, err := t.video.Next()
	f.Release()
	t.joined = err == nil
	return err
}

// seek moves to a target. The trail then has the frames decoded on the way, followed by the old
// trail if the target is the frame before it.
func (t *trail) seek(target Target) error {
	if i := t.find(target); i >= 0 && !target.anew {
		t.at = i
		return nil
	}
	var old []*decode.Frame
	if target.back && len(t.pictures) > 0 && target.picture.is(t.pictures[0]) {
		if t.pictures[0].Index == 0 {
			t.at = 0
			return nil
		}
		t.mu.Lock()
		old, t.pictures = t.pictures, nil
		t.mu.Unlock()
	}
	t.drop()
	t.video.Keep(t.keep)
	err := target.seek(t.video)
	t.video.Keep(nil)
	if err == nil && old != nil {
		err = t.meet(&old)
	}
	for _, f := range old {
		f.Release()
	}
	if err != nil {
		t.drop()
	}
	return err
}

// find returns the index of a target in the trail, or −1. It does not search for times, as only the
// whole stream determines which frame is on screen at a time.
func (t *trail) find(target Target) int {
	for i, f := range slices.Backward(t.pictures) {
		switch {
		case target.by == byIndex && f.Index == target.number:
			return i
		case target.by == byPicture && target.picture.is(f):
			if target.back {
				i--
			}
			return i
		}
	}
	return -1
}

// keep caches a frame before the target.
func (t *trail) keep(f *decode.Frame) {
	if f == nil {
		t.drop()
		return
	}
	t.add(f)
	t.at = len(t.pictures)
	t.shedOldest(int(maxBehind * float64(t.limit)))
}

// meet decodes the target and the frame after it. If the latter is the first of old, it appends all
// of old, and removes from old what it has appended.
func (t *trail) meet(old *[]*decode.Frame) error {
	target, err := t.video.Next()
	if err != nil {
		return err
	}
	t.add(target)
	t.at = len(t.pictures) - 1
	follows, err := t.video.Next()
	if err == io.EOF {
		return nil
	}
	if err != nil {
		return err
	}
	if !identify(follows).is((*old)[0]) {
		t.add(follows)
		return nil
	}
	follows.Release()
	t.joined = len(*old) == 1
	for _, f := range *old {
		t.add(f)
	}
	*old = nil
	t.shedFurthest(t.limit)
	return nil
}

func (t *trail) add(f *decode.Frame) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pictures = append(t.pictures, f)
	t.bytes += f.Bytes()
}

// remove releases frame i.
func (t *trail) remove(i int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.bytes -= t.pictures[i].Bytes()
	t.pictures[i].Release()
	t.pictures = slices.Delete(t.pictures, i, i+1)
}

// near returns the frame that is shown away frames after a cached one, or nil if it is not cached. The caller must
// release it. Any goroutine may call near.
func (t *trail) near(f *decode.Frame, away int64) *decode.Frame {
	t.mu.Lock()
	defer t.mu.Unlock()
	i := slices.Index(t.pictures, f)
	at := int64(i) + away
	if i < 0 || at < 0 || at >= int64(len(t.pictures)) {
		return nil
	}
	t.pictures[at].Retain()
	return t.pictures[at]
}

// fits reports whether the trail is small enough.
func (t *trail) fits(limit int) bool { return t.bytes <= limit && len(t.pictures) <= maxPictures }

// shedOldest releases the oldest frames until the trail fits into limit bytes, but not the next and
// the last frame.
func (t *trail) shedOldest(limit int) {
	for t.at > 0 && len(t.pictures) > 1 && !t.fits(limit) {
		t.remove(0)
		t.at--
	}
}

// shedFurthest releases the frames furthest ahead in the same way.
func (t *trail) shedFurthest(limit int) {
	for last := len(t.pictures) - 1; last > t.at && !t.fits(limit); last-- {
		t.remove(last)
		t.joined = false
	}
}

// drop releases all frames.
func (t *trail) drop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, f := range t.pictures {
		f.Release()
	}
	clear(t.pictures)
	t.pictures, t.bytes, t.at, t.joined = t.pictures[:0], 0, 0, true
}
