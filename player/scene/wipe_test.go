package scene

import (
	"bytes"
	"fmt"
	"image"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/session"
	"ffkvadrat/player/sides"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestWipe: each side of a wipe has the same pixels as when it is drawn alone.
func TestWipe(t *testing.T) {
	dev := gputest.Open(t)
	s := open(t, dev, nil)
	s.wipe.b = newLayer(dev, &s.picture)
	const width, height = 300, 200
	target, err := dev.NewTarget("window", width, height)
	gputest.Own(t, target, err)
	p := yuvtest.Picture(yuvtest.Formats[1], 97, 61, yuvtest.Fills(seed)[5])
	if err := s.Load(p, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	area := image.Rect(10, 0, 290, 190)
	v := overlay.Fit(p.Width, p.Height, overlay.Orientation{}, 1, area, width, height)
	read := func(draw func() error) []byte {
		t.Helper()
		target.DrawTo()
		dev.Clear(0, 0, 0)
		if err := draw(); err != nil {
			t.Fatal(err)
		}
		pixels := make([]byte, 4*width*height)
		target.Texture.Read(pixels)
		return pixels
	}
	base := session.Choices{Params: analysis.Params{Threshold: 0.02}, Overlay: true, Opacity: 0.8, LineWidth: 1}
	var all [4]session.Choices
	for i := range all {
		all[i] = base
	}
	all[1].Threshold, all[1].Look = 0.3, overlay.Fill
	all[2].Variant, all[2].View, all[2].Level, all[2].Colour = analysis.CommonFeature, views.Pyramid, 2, overlay.ByMean
	all[3].Threshold, all[3].View, all[3].Colour = 1, views.Strength, overlay.ByAge
	for _, engine := range []session.Engine{session.CPU, session.GPU} {
		for i := range all {
			for j := range all {
				of := [2]*session.Choices{&all[i], &all[j]}
				for n, l := range [2]*Layer{s.A, s.wipe.b} {
					if err := analyzed(l, p, of[n].Params, engine); err != nil {
						t.Fatal(err)
					}
					if err := l.look(p, of[n]); err != nil {
						t.Fatal(err)
					}
					if err := l.follow(7, false); err != nil {
						t.Fatal(err)
					}
				}
				name := fmt.Sprintf("%v, settings %d and %d", engine, i, j)
				a := read(func() error { return s.draw(&Side{Layer: s.A, Settings: of[0], Area: area}, &v) })
				b := read(func() error { return s.draw(&Side{Layer: s.wipe.b, Settings: of[1], Area: area}, &v) })
				if same := bytes.Equal(a, b); same != (i == j) {
					t.Fatalf("%s: the layers have the same pixels: %v", name, same)
				}
				for _, part := range []float64{0, 0.3, 0.77, 1} {
					panes := sides.Wipe.Panes(area, sides.Turn{Part: part})
					left, right := panes[0].Shown, panes[1].Shown
					both := read(func() error {
						if err := s.draw(&Side{Layer: s.A, Settings: of[0], Area: left}, &v); err != nil {
							return err
						}
						return s.draw(&Side{Layer: s.wipe.b, Settings: of[1], Area: right}, &v)
					})
					for y := range height {
						row := 4 * y * width
						at := row + 4*left.Max.X
						if !bytes.Equal(both[row:at], a[row:at]) || !bytes.Equal(both[at:row+4*width], b[at:row+4*width]) {
							t.Fatalf("%s, divided at %d (seed %d): row %d differs", name, left.Max.X, seed, y)
						}
					}
				}
			}
		}
	}
}

// TestSecondLayerCompilesNothing: the second side uses the programs of the first.
func TestSecondLayerCompilesNothing(t *testing.T) {
	dev := gputest.Open(t)
	s := open(t, dev, nil)
	p := yuvtest.Picture(yuvtest.Formats[1], 97, 61, yuvtest.Fills(seed)[5])
	if err := s.Load(p, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	run := func(l *Layer) {
		for _, params := range []analysis.Params{{Threshold: 0.02}, {Threshold: 0.1, Variant: analysis.CommonFeature}} {
			if err := analyzed(l, p, params, session.GPU); err != nil {
				t.Fatal(err)
			}
			for _, view := range []views.View{views.Strength, views.Mask, views.False, views.Outside, views.Reconstruction, views.Map} {
				if err := l.look(p, &session.Choices{View: view}); err != nil {
					t.Fatal(err)
				}
			}
			if err := l.follow(7, false); err != nil {
				t.Fatal(err)
			}
		}
	}
	run(s.A)
	compiled := dev.Programs()
	s.ToggleWipe(&session.Choices{})
	run(s.wipe.b)
	if n := dev.Programs() - compiled; n != 0 {
		t.Errorf("the second layer compiled %d programs", n)
	}
}

// TestAgesOfALayer: ages grow with each picture, do not change when a picture is analysed again,
// and restart after a seek or a change of parameters.
func TestAgesOfALayer(t *testing.T) {
	dev := gputest.Open(t)
	p := yuvtest.Picture(yuvtest.Formats[0], 64, 48, yuvtest.Fills(seed)[5])
	shown, err := newPicture(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer shown.release()
	shown.planes.Load(p)
	l := newLayer(dev, &shown)
	defer l.release()
	params := analysis.Params{Threshold: 0.02}
	for i, c := range []struct {
		picture   int64
		engine    session.Engine
		threshold float64
		want      uint32
	}{
		{1, session.CPU, 0.02, 0}, {2, session.CPU, 0.02, 1}, {2, session.CPU, 0.02, 1}, {3, session.GPU, 0.02, 2},
		{5, session.GPU, 0.02, 0}, {6, session.CPU, 0.02, 1}, {6, session.CPU, 0.03, 0}, {7, session.CPU, 0.03, 1}, {8, session.CPU, 0.02, 0},
	} {
		params.Threshold = c.threshold
		if err := analyzed(l, p, params, c.engine); err != nil {
			t.Fatal(err)
		}
		if l.Aged() != nil {
			t.Errorf("%d: ages of the list before", i)
		}
		if err := l.follow(c.picture, false); err != nil {
			t.Fatal(err)
		}
		n := len(l.Read())
		if n == 0 {
			t.Fatal("no quads")
		}
		for _, age := range l.Aged().Read(n) {
			if age != c.want {
				t.Fatalf("%d: age %d, want %d", i, age, c.want)
			}
		}
	}
}

// TestUnknownAges: if ages are requested for a picture already on the screen, they are unknown and
// colours are by size until the next picture. Ages of the first picture and after a seek are known.
func TestUnknownAges(t *testing.T) {
	dev := gputest.Open(t)
	var warnings []string
	s := open(t, dev, &warnings)
	p := yuvtest.Picture(yuvtest.Formats[0], 64, 48, yuvtest.Fills(seed)[5])
	f := &decode.Frame{Picture: *p}
	if err := s.Load(p, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	a := session.Choices{Params: analysis.Params{Threshold: 0.02}}
	wiped := false
	for i, c := range []struct {
		picture int64
		colour  overlay.Colouring
		wipe    bool
		unknown [2]bool
		age     uint32
	}{
		{1, overlay.ByAge, false, [2]bool{}, 0}, {1, overlay.ByAge, false, [2]bool{}, 0}, {2, overlay.ByAge, false, [2]bool{}, 1},
		{3, overlay.ByLevel, false, [2]bool{}, 0}, {3, overlay.ByAge, false, [2]bool{}, 2}, // the list before is known
		{4, overlay.ByLevel, false, [2]bool{}, 0}, {5, overlay.ByLevel, false, [2]bool{}, 0},
		{5, overlay.ByAge, false, [2]bool{true}, 0}, {5, overlay.ByAge, false, [2]bool{true}, 0},
		{6, overlay.ByAge, false, [2]bool{}, 1}, {6, overlay.ByLevel, false, [2]bool{}, 0}, {6, overlay.ByAge, false, [2]bool{}, 1},
		{9, overlay.ByAge, false, [2]bool{}, 0}, {9, overlay.ByAge, true, [2]bool{false, true}, 0}, {10, overlay.ByAge, true, [2]bool{}, 1},
	} {
		a.Colour = c.colour
		if c.wipe && !wiped {
			s.ToggleWipe(&a)
			wiped = true
		}
		if err := s.Analyze(f, c.picture, &a); err != nil {
			t.Fatal(err)
		}
		for side, l := range [2]*Layer{s.A, s.wipe.b} {
			if l == nil {
				continue
			}
			want := c.colour
			if c.unknown[side] {
				want = overlay.ByLevel
			}
			if got := l.Style(&a).Colour; got != want || l.UnknownAges(&a) != c.unknown[side] {
				t.Errorf("%d: side %d: colours are by %v, want %v", i, side, got, want)
			}
		}
		if c.colour == overlay.ByAge && s.A.Aged().Read(1)[0] != c.age {
			t.Errorf("%d: age %d, want %d", i, s.A.Aged().Read(1)[0], c.age)
		}
	}
}

// TestBThatDoesNotFit: if B uses planes that an RGB picture lacks, the wipe ends, but playback
// continues and the engine stays.
func TestBThatDoesNotFit(t *testing.T) {
	dev := gputest.Open(t)
	for _, engine := range []session.Engine{session.CPU, session.GPU} {
		var warnings []string
		s := open(t, dev, &warnings)
		a := session.Choices{Params: analysis.Params{Threshold: 0.02}, Engine: engine}
		b := a
		b.Planes = edge.AllPlanes
		s.ToggleWipe(&b)
		for _, f := range yuvtest.Formats {
			if f.Model != yuv.RGB {
				continue
			}
			frame := &decode.Frame{Picture: *yuvtest.Picture(f, 64, 48, yuvtest.Fills(seed)[5])}
			if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
				t.Fatal(err)
			}
			if err := s.Analyze(frame, 1, &a); err != nil {
				t.Fatal(err)
			}
		}
		if s.wipe.on() || len(warnings) != 1 || len(s.A.Read()) == 0 || a.Engine != engine {
			t.Errorf("%v: a wipe: %v, warnings %q, %d quads, then %v", engine, s.wipe.on(), warnings, len(s.A.Read()), a.Engine)
		}
	}
}

// TestSwapWipe: compared settings are exchanged, others are not.
func TestSwapWipe(t *testing.T) {
	s := open(t, gputest.Open(t), nil)
	a := session.Choices{Params: analysis.Params{Threshold: 0.02}, Volume: 0.25, Engine: session.GPU}
	if _, swapped := s.SwapWipe(a); swapped {
		t.Error("swaps without a wipe")
	}
	s.ToggleWipe(&a)
	tuned := a
	tuned.Threshold, tuned.Look, tuned.Volume, tuned.Muted = 0.5, overlay.Mosaic, 0.75, true
	e, swapped := s.SwapWipe(tuned)
	if !swapped {
		t.Fatal("does not swap")
	}
	want := a
	want.Volume, want.Muted = 0.75, true
	if e.Choices != want || s.wipe.settings.Threshold != 0.5 || s.wipe.settings.Look != overlay.Mosaic {
		t.Errorf("A is %+v, want %+v; B %+v", e.Choices, want, s.wipe.settings)
	}
}
