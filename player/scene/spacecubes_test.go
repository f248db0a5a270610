package scene

import (
	"image"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay/cloud"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/cubes"
	"ffkvadrat/player/session"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/quadpyramid/ocpyramid/ocpyramidtest"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// windows has windows of 8 frames with the same cubes each, live and stored.
type windows struct {
	list  []ocpyramid.Cube
	at    int  // index of the last frame
	there bool // live cubes are known
}

func (w *windows) Section(_ bool, _ session.Choices, f *decode.Frame, quads []quadpyramid.Quad, lasts []uint32) ([]quadpyramid.Quad, []uint32, int, bool) {
	if !w.there {
		return quads, lasts, 0, false
	}
	at := int(f.Index % 8)
	quads, lasts = ocpyramid.Section(quads, lasts, w.list, at)
	return quads, lasts, at, true
}

func (w *windows) At(bool, session.Choices, *decode.Frame, int, int) (found cubes.Found, ok bool) {
	return found, false
}

func (w *windows) Frame(index, _ int64, _ bool, to *quadfile.Frame) (bool, error) {
	w.at = int(index % 8)
	quads, _ := ocpyramid.Section(to.Quads[:0], nil, w.list, w.at)
	*to = quadfile.Frame{Index: index - index%8, Width: 64, Height: 40, Window: 8, Quads: quads}
	return true, nil
}

func (w *windows) Within() int { return w.at }

// TestSpaceOfCubes shows clouds of cubes, live and stored, and compares them with clouds of these
// cubes: from the middle of a window, after a seek, when cubes arrive late, and after a change.
// Stored cubes of frames that are not consecutive are shown as quads.
func TestSpaceOfCubes(t *testing.T) {
	dev := gputest.Open(t)
	const width, height = 200, 150
	area := image.Rect(10, 20, 190, 140)
	window, err := dev.NewTarget("window", width, height)
	gputest.Own(t, window, err)
	fills := yuvtest.Fills(seed)
	var painter cloud.Painter
	volume := ocpyramidtest.Volumes(64, 40, 8)["hole"]
	lists := &windows{list: ocpyramid.NewCPU().Build(nil, volume.Window(8), quadpyramid.Unlimited)}
	for _, c := range []struct {
		name  string
		every int64
		from  session.Source
	}{{"live", 0, session.Live}, {"stored", 0, session.Stored}, {"stored, apart", 3, session.Stored}} {
		s := open(t, dev, nil)
		s.Cubes = lists
		a := session.Choices{Params: analysis.Params{Threshold: 0.05}, View: views.Cloud, Overlay: true, Contrast: 1, Source: c.from}
		if c.from == session.Live {
			a.Cube = 1
		}
		s.SetStored(lists, quadfile.Analysis{Cube: 8, Every: c.every}, true)
		var pictures []cloud.Picture
		for n, number := range []int64{5, 6, 7, 8, 9, 10, 11, 20, 21, 22, 23, 24, 25, 25, 26} {
			cubed := c.from == session.Stored && c.every == 0 || c.from == session.Live && n > 1
			lists.there = n > 1 // live cubes
			if n == 11 && c.from == session.Live {
				a.Cube = 2
			}
			frame := &decode.Frame{Index: number, Picture: *yuvtest.Picture(yuvtest.Formats[1], 64, 40, fills[n%len(fills)])}
			p := &frame.Picture
			if err := s.Load(p, yuv.Choice{}); err != nil {
				t.Fatal(err)
			}
			if err := s.Analyze(frame, number, &a); err != nil {
				t.Fatal(err)
			}
			if number == 20 || c.from == session.Live && (n == 2 || n == 11) {
				pictures = nil
			}
			if n != 13 { // the previous frame again
				quads, _ := ocpyramid.Section(nil, nil, lists.list, int(number%8))
				if c.from == session.Live && !cubed {
					result, err := analysis.NewReference().Analyze(p, a.Params)
					if err != nil {
						t.Fatal(err)
					}
					quads = result.Quads
				}
				picture := cloud.Picture{Quads: quads, Cubed: cubed}
				if cubed {
					picture.Within = int(number % 8)
				}
				if cubed && len(pictures) > 0 {
					picture.Quads = cloud.Begun(nil, quads, picture.Within)
				}
				rgb := image.NewRGBA(image.Rect(0, 0, p.Width, p.Height))
				s.Colours().Paint(rgb, p)
				picture.Colours = cloud.Colours(nil, rgb, picture.Quads)
				pictures = append([]cloud.Picture{picture}, pictures...)
			}
			s.Locate(frame, decode.Orientation{}, &a, area, width, height)
			s.Grab(0, 0)
			s.Drag(&a, 13, 7)
			window.DrawTo()
			dev.Clear(0, 0, 0)
			if err := s.Draw(); err != nil {
				t.Fatal(err)
			}
			v := s.Orbit.ViewOf(&s.Place.Fit, area, len(pictures))
			want := image.NewRGBA(image.Rect(0, 0, width, height))
			painter.Paint(want, pictures, &v)
			compare(t, window, want, area)
			if t.Failed() {
				t.Fatalf("%s, picture %d", c.name, number)
			}
		}
		s.Release()
	}
}
