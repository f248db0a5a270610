package probe

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// other is a second video of one frame.
type other struct{ frame *decode.Frame }

func (o other) Match(*decode.Frame) (*decode.Frame, bool, error) { return o.frame, true, nil }

// TestBoth: in the tab, a pixel has the samples of both videos and their differences, on both sides of the wipe; a second
// video of another size has none.
func TestBoth(t *testing.T) {
	dev := gputest.Open(t)
	s, err := scene.New(dev)
	gputest.Own(t, s, err)
	p := New(s)
	fills := yuvtest.Fills(seed)
	first := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 40, 20, fills[5])}
	settings := session.Choices{Params: analysis.Params{Threshold: 0.3}}
	for _, width := range []int{40, 44} {
		second := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], width, 20, fills[4])}
		second.Retain()
		s.SetSecond(other{second})
		if err := s.Load(&first.Picture, yuv.Choice{}); err != nil {
			t.Fatal(err)
		}
		s.ToggleWipe(settings) // the last one ended with its second video
		if _, err := s.Analyze(first, 1, settings); err != nil {
			t.Fatal(err)
		}
		s.Locate(first, decode.Orientation{}, &settings, image.Rect(0, 0, 400, 200), 400, 200)
		if s.Place.N != 2 {
			t.Fatal("no wipe")
		}
		for _, x := range []int{3, 35} {
			var d panel.Descent
			p.Descend(&d, &s.Place, first, 1, x, 7)
			luma := [2]int{first.Picture.Sample(0, x, 7), second.Picture.Sample(0, x, 7)}
			has := len(d.Facts) > 2 && strings.HasPrefix(d.Facts[0], "A − B   Y ")
			for i, name := range [...]string{"A", "B"} {
				has = has && strings.HasPrefix(d.Facts[i+1], fmt.Sprintf("%s   Y %d ", name, luma[i]))
			}
			if has != (width == 40) {
				t.Errorf("%d columns, at %d: %q", width, x, d.Facts)
			}
		}
	}
}
