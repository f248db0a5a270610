package scene

import (
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay"
	"ffkvadrat/player/cubes"
	"ffkvadrat/player/session"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestStoredCubes: cross sections and durations of stored cubes are shown as those of live cubes,
// and a pixel identifies its cube. A frame without a record has none, and live quads have separate
// ages.
func TestStoredCubes(t *testing.T) {
	s := open(t, gputest.Open(t), nil)
	const width, height = 64, 48
	quads := []quadpyramid.Quad{quadpyramid.NewQuad(0, 0, 3), quadpyramid.NewQuad(8, 0, 2), quadpyramid.NewQuad(12, 0, 0)}
	lasts := []uint32{8, 4, 1}
	lists := memory{{Index: 40, Width: width, Height: height, Window: 8, Quads: quads, Starts: []uint8{0, 4, 6}}}
	s.SetStored(lists, quadfile.Analysis{Cube: 8, Every: 3}, true)
	frame := &decode.Frame{Index: 40, Picture: *yuvtest.Picture(yuvtest.Formats[1], width, height, yuvtest.Fills(seed)[5])}
	other := &decode.Frame{Index: 41, Picture: frame.Picture}
	if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	for _, engine := range []session.Engine{session.CPU, session.GPU} {
		settings := session.Choices{Params: analysis.Params{Threshold: 0.1}, Colour: overlay.ByAge, Engine: engine, Overlay: true, Source: session.Stored}
		number := int64(10)
		show := func(f *decode.Frame, quads []quadpyramid.Quad, ages []uint32, cubed bool) {
			t.Helper()
			number++
			if err := s.Analyze(f, number, &settings); err != nil {
				t.Fatal(err)
			}
			if got := s.A.list.Read(nil); !slices.Equal(got, quads) || !slices.Equal(s.A.Read(), quads) || s.A.Cubed() != cubed {
				t.Fatalf("%v: %d quads, want %d; cubes: %v", engine, len(got), len(quads), s.A.Cubed())
			}
			if got := s.A.Aged().Read(len(quads)); !slices.Equal(got, ages) {
				t.Fatalf("%v: ages %v, want %v", engine, got, ages)
			}
			if s.A.UnknownAges(&settings) {
				t.Errorf("%v: ages are unknown", engine)
			}
		}
		live, err := analysis.NewReference().Analyze(&frame.Picture, settings.Params)
		if err != nil {
			t.Fatal(err)
		}
		young := make([]uint32, len(live.Quads)) // all new
		show(frame, quads, lasts, true)
		side := &Side{Layer: s.A, Settings: &settings}
		want := cubes.Found{Cube: ocpyramid.NewCube(8, 0, 4, 2), Frames: 8, From: 40 + 3*4, To: 40 + 3*7, Untimed: true}
		if got, ok := s.CubeAt(side, frame, 11, 3); !ok || got != want {
			t.Errorf("%v: the cube at a pixel is %+v, %v", engine, got, ok)
		}
		if _, ok := s.CubeAt(side, frame, 13, 0); ok {
			t.Errorf("%v: a cube where there is none", engine)
		}
		lists[0].Index = -1 // not in the file
		show(other, nil, nil, false)
		if s.Missing() == nil {
			t.Errorf("%v: nothing is missing", engine)
		}
		lists[0].Index = 40
		settings.Source = session.Live
		show(other, live.Quads, young, false)
		settings.Source = session.Stored
		show(frame, quads, lasts, true)
		settings.Source = session.Live
		show(other, live.Quads, young, false)
	}
}
