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
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// someCubes has cubes for every frame once ready is set.
type someCubes struct {
	quads  []quadpyramid.Quad
	lasts  []uint32
	within int
	ready  bool
	sides  []bool // of the calls so far
}

func (c *someCubes) Section(a bool, _ session.Choices, _ *decode.Frame, quads []quadpyramid.Quad, lasts []uint32) ([]quadpyramid.Quad, []uint32, int, bool) {
	c.sides = append(c.sides, a)
	if !c.ready {
		return quads, lasts, 0, false
	}
	return append(quads, c.quads...), append(lasts, c.lasts...), c.within, true
}

func (c *someCubes) At(bool, session.Choices, *decode.Frame, int, int) (cubes.Found, bool) {
	return cubes.Found{From: 5}, true
}

// TestCubes: a layer has the frame's quads until cubes are known, and again without cubes.
// Durations of cubes are shown as ages and do not mix with those of quads.
func TestCubes(t *testing.T) {
	dev := gputest.Open(t)
	s := open(t, dev, nil)
	made := &someCubes{
		quads: []quadpyramid.Quad{quadpyramid.NewQuad(0, 0, 3), quadpyramid.NewQuad(8, 0, 2), quadpyramid.NewQuad(12, 0, 0)},
		lasts: []uint32{8, 4, 1},
	}
	s.Cubes = made
	const width, height = 64, 48
	frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], width, height, yuvtest.Fills(seed)[5])}
	if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	for _, engine := range []session.Engine{session.CPU, session.GPU} {
		settings := session.Choices{Params: analysis.Params{Threshold: 0.1}, Colour: overlay.ByAge, Engine: engine, Overlay: true, Cube: 1}
		want, err := analysis.NewReference().Analyze(&frame.Picture, settings.Params)
		if err != nil {
			t.Fatal(err)
		}
		number := int64(10)
		show := func(what string, quads []quadpyramid.Quad, ages []uint32) {
			t.Helper()
			if err := s.Analyze(frame, number, &settings); err != nil {
				t.Fatal(err)
			}
			cubed := ages != nil && len(quads) == len(made.quads)
			if got := s.A.list.Read(nil); !slices.Equal(got, quads) || !slices.Equal(s.A.Read(), quads) || s.A.Cubed() != cubed {
				t.Fatalf("%v: %s: %d quads, want %d", engine, what, len(got), len(quads))
			}
			if ages == nil {
				ages = make([]uint32, len(quads))
			}
			if got := s.A.Aged().Read(len(quads)); !slices.Equal(got, ages) {
				t.Fatalf("%v: %s: ages %v, want %v", engine, what, got, ages)
			}
			if _, ok := s.CubeAt(&Side{Layer: s.A, Settings: &settings}, frame, 0, 0); ok != cubed {
				t.Errorf("%v: %s: a cube at a pixel: %v", engine, what, ok)
			}
			cells, err := s.A.Cells(&frame.Picture)
			if err != nil || !slices.Equal(cells.List, want.Quads) {
				t.Errorf("%v: %s: the pyramid is not the picture's (%v)", engine, what, err)
			}
			if s.Stale(&settings) {
				t.Errorf("%v: %s: stale after an analysis", engine, what)
			}
		}
		made.ready = false
		show("cubes that are not there", want.Quads, nil)
		made.ready = true
		if s.Renew(); !s.Stale(&settings) {
			t.Errorf("%v: not stale when the cubes are there", engine)
		}
		show("cubes", made.quads, made.lasts)
		if quads, coverage, ok := s.A.Counts(); !ok || quads != 3 || coverage != float64(64+16+1)/width/height {
			t.Errorf("%v: %d cubes cover %v", engine, quads, coverage)
		}
		settings.Cube = 0
		show("quads again", want.Quads, nil)
		if !s.A.UnknownAges(&settings) {
			t.Errorf("%v: ages are known behind cubes", engine)
		}
		number++
		show("the next picture", want.Quads, slices.Repeat([]uint32{1}, len(want.Quads)))
		settings.Cube = 2
		number++
		show("the next picture with cubes", made.quads, made.lasts)
		settings.Cube = 0
		number++
		show("the next one without", want.Quads, nil)
		if s.A.UnknownAges(&settings) {
			t.Errorf("%v: ages of a new picture are unknown", engine)
		}
		s.ToggleWipe(&settings)
		settings.Cube, s.wipe.settings.Cube, made.sides = 1, 1, nil
		show("a wipe", made.quads, made.lasts)
		if !slices.Equal(made.sides, []bool{true, false}) || !s.wipe.b.Cubed() {
			t.Errorf("%v: sides %v have asked", engine, made.sides)
		}
		s.ToggleWipe(&settings)
	}
}
