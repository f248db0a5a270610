package playback

import (
	"strings"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/tests/clips"
	"ffkvadrat/yuv"
)

// TestPicturesChange: a video whose pictures become fields, or frames again, continues at the same time, paused as before.
func TestPicturesChange(t *testing.T) {
	r := newRig(t, nil, "../samples/tiny-420.mp4")
	r.next()
	r.TogglePause()
	r.GoTo("#3")
	r.expect("a frame", []int{r.next()}, 3)
	height, at := r.Frame().Picture.Height, r.Frame().Time
	for _, fields := range []yuv.Fields{yuv.BothFields, yuv.BottomFields, yuv.WholeFrames} {
		want := decode.Pictures{Fields: fields}
		r.SetPictures(want)
		r.SetPictures(want) // once only
		r.expect(fields.String(), []int{r.next()}, 3)
		f := r.Frame()
		rows, index := height/2, int64(3)
		switch fields {
		case yuv.WholeFrames:
			rows = height
		case yuv.BothFields:
			index = 6
		}
		if f.Picture.Height != rows || f.Index != index || f.Time != at || !r.Paused() || r.Video().Info.Fields != fields || decode.PicturesOf(r.Video().Ctx) != want {
			t.Errorf("%v: picture %d of %d rows at %v, paused %v", fields, f.Index, f.Picture.Height, f.Time, r.Paused())
		}
	}
	if len(r.turned) != 4 {
		t.Errorf("opened %v", r.turned)
	}
}

// TestPicturesThatCannotBe: a video that has no such pictures stays as it is.
func TestPicturesThatCannotBe(t *testing.T) {
	path := clips.Make(t, "row.nut", strings.Fields("-f lavfi -i testsrc2=size=64x48:rate=5:duration=1,format=gray,crop=64:1 -c:v rawvideo -pix_fmt gray")...)
	r := newRig(t, nil, path)
	r.next()
	r.TogglePause()
	r.SetPictures(decode.Pictures{Fields: yuv.BottomFields})
	if r.next() >= 0 || len(r.turned) != 1 || !strings.Contains(r.lastSaid(), "no bottom field") {
		t.Errorf("opened %v, said %q", r.turned, r.said)
	}
}
