package feed

import (
	"io"
	"slices"

	"ffkvadrat/decode"
	"ffkvadrat/yuv"
)

// Limits of a trail. For 8-bit 4:2:0, the bytes are 86 pictures at 1920 × 1080,
// 194 at 1280 × 720.
const (
	maxBytes    = 256 << 20
	maxPictures = 512
	// maxBehind is the fraction of the trail that pictures on the way to a
	// target may fill; pictures already ahead keep the rest.
	maxBehind = 0.75
)

// trail holds the pictures that were decoded recently: in presentation order,
// without a gap, each retained once for the trail. next takes pictures from it,
// and after its end from the video. A group of pictures is therefore decoded
// once, not once for each step back.
type trail struct {
	video    *decode.Video
	limit    int // bytes
	pictures []*decode.Frame
	bytes    int
	at       int       // index of the next picture; len(pictures) means the video's next one
	joined   bool      // the video continues right after the last picture
	needs    yuv.Needs // what the pictures come with
}

// need begins anew if pictures are to come with something else.
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

// next returns the next picture, which the caller must Release; io.EOF after
// the last one.
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

// join moves the video to the place right after the last picture.
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

// seek goes to a target. The pictures on the way to it become the trail. Those
// of the old trail stay if the target is the picture before them.
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
		old, t.pictures = t.pictures, nil
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

// find returns the index of a target in the trail, −1 if it is not there. It
// does not look up times: only the whole stream decides which picture is on
// screen at a time.
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

// keep adds a picture on the way to a target.
func (t *trail) keep(f *decode.Frame) {
	if f == nil {
		t.drop()
		return
	}
	t.add(f)
	t.at = len(t.pictures)
	t.shedOldest(int(maxBehind * float64(t.limit)))
}

// meet takes the target and its successor from the video. If the successor is
// the first of old, it adds all of old after the target. Pictures that it adds
// are removed from old.
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
	t.pictures = append(t.pictures, f)
	t.bytes += f.Bytes()
}

// fits reports whether the trail is small enough.
func (t *trail) fits(limit int) bool { return t.bytes <= limit && len(t.pictures) <= maxPictures }

// shedOldest releases the oldest pictures until the trail fits into limit
// bytes. It keeps the next and the last picture.
func (t *trail) shedOldest(limit int) {
	for t.at > 0 && len(t.pictures) > 1 && !t.fits(limit) {
		t.bytes -= t.pictures[0].Bytes()
		t.pictures[0].Release()
		t.pictures = slices.Delete(t.pictures, 0, 1)
		t.at--
	}
}

// shedFurthest releases the pictures furthest ahead in the same way.
func (t *trail) shedFurthest(limit int) {
	for last := len(t.pictures) - 1; last > t.at && !t.fits(limit); last-- {
		t.bytes -= t.pictures[last].Bytes()
		t.pictures[last].Release()
		t.pictures = slices.Delete(t.pictures, last, last+1)
		t.joined = false
	}
}

// drop releases all pictures.
func (t *trail) drop() {
	for _, f := range t.pictures {
		f.Release()
	}
	clear(t.pictures)
	t.pictures, t.bytes, t.at, t.joined = t.pictures[:0], 0, 0, true
}
