package player

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
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
	"ffkvadrat/player/views"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestWipe draws two layers beside each other: each has the pixels that it has
// alone.
func TestWipe(t *testing.T) {
	dev := gputest.Open(t)
	s, err := newScreen(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer s.release()
	s.other = newLayer(dev)
	const width, height = 300, 200
	target, err := dev.NewTarget("window", width, height)
	gputest.Own(t, target, err)
	p := yuvtest.Picture(yuvtest.Formats[1], 97, 61, yuvtest.Fills(seed)[5])
	if err := s.load(p, yuv.Choice{}); err != nil {
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
	base := panel.Settings{Choices: session.Choices{Params: analysis.Params{Threshold: 0.02}, Overlay: true, Opacity: 0.8, LineWidth: 1}}
	var all [4]panel.Settings
	for i := range all {
		all[i] = base
	}
	all[1].Threshold, all[1].Look = 0.3, overlay.Fill
	all[2].Variant, all[2].View, all[2].Level, all[2].Colour = analysis.CommonFeature, views.Pyramid, 2, overlay.ByMean
	all[3].Threshold, all[3].View, all[3].Colour = 1, views.Strength, overlay.ByAge
	for _, engine := range []panel.Engine{panel.CPU, panel.GPU} {
		for i := range all {
			for j := range all {
				sides := [2]*panel.Settings{&all[i], &all[j]}
				for n, l := range [2]*layer{s.layer, s.other} {
					if err := l.analyze(p, sides[n].Params, engine); err != nil {
						t.Fatal(err)
					}
					if err := l.look(p, s.textures, sides[n].View, sides[n].Level); err != nil {
						t.Fatal(err)
					}
					if err := l.follow(7); err != nil {
						t.Fatal(err)
					}
				}
				name := fmt.Sprintf("%v, settings %d and %d", engine, i, j)
				a := read(func() error { return s.draw(s.layer, &v, area, sides[0]) })
				b := read(func() error { return s.draw(s.other, &v, area, sides[1]) })
				if same := bytes.Equal(a, b); same != (i == j) {
					t.Fatalf("%s: the layers have the same pixels: %v", name, same)
				}
				for _, part := range []float64{0, 0.3, 0.77, 1} {
					w := wipe{part: part}
					left, right := area, area
					left.Max.X, right.Min.X = w.divider(area), w.divider(area)
					both := read(func() error {
						if err := s.draw(s.layer, &v, left, sides[0]); err != nil {
							return err
						}
						return s.draw(s.other, &v, right, sides[1])
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

// TestAgesOfALayer: ages grow from picture to picture, stay where a picture is
// analysed again, and begin anew after a seek and with other parameters.
func TestAgesOfALayer(t *testing.T) {
	dev := gputest.Open(t)
	l := newLayer(dev)
	defer l.release()
	p := yuvtest.Picture(yuvtest.Formats[0], 64, 48, yuvtest.Fills(seed)[5])
	params := analysis.Params{Threshold: 0.02}
	for i, c := range []struct {
		picture   int64
		engine    panel.Engine
		threshold float64
		want      uint32
	}{
		{1, panel.CPU, 0.02, 0}, {2, panel.CPU, 0.02, 1}, {2, panel.CPU, 0.02, 1}, {3, panel.GPU, 0.02, 2},
		{5, panel.GPU, 0.02, 0}, {6, panel.CPU, 0.02, 1}, {6, panel.CPU, 0.03, 0}, {7, panel.CPU, 0.03, 1}, {8, panel.CPU, 0.02, 0},
	} {
		params.Threshold = c.threshold
		if err := l.analyze(p, params, c.engine); err != nil {
			t.Fatal(err)
		}
		if l.aged() != nil {
			t.Errorf("%d: ages of the list before", i)
		}
		if err := l.follow(c.picture); err != nil {
			t.Fatal(err)
		}
		n := len(l.read())
		if n == 0 {
			t.Fatal("no quads")
		}
		for _, age := range l.aged().Read(n) {
			if age != c.want {
				t.Fatalf("%d: age %d, want %d", i, age, c.want)
			}
		}
	}
}

// TestBThatDoesNotFit: planes that an RGB picture does not have end the wipe,
// and not the film.
func TestBThatDoesNotFit(t *testing.T) {
	dev := gputest.Open(t)
	s, err := newScreen(dev)
	if err != nil {
		t.Fatal(err)
	}
	defer s.release()
	s.other = newLayer(dev)
	var warnings []string
	p := &player{screen: s, film: &film{}, cfg: Config{Warn: func(m string) { warnings = append(warnings, m) }}}
	p.settings.Threshold = 0.02
	p.wipe.on, p.wipe.settings = true, p.settings
	p.wipe.settings.Planes = edge.AllPlanes
	for _, f := range yuvtest.Formats {
		if f.Model != yuv.RGB {
			continue
		}
		p.frame = &decode.Frame{Picture: *yuvtest.Picture(f, 64, 48, yuvtest.Fills(seed)[5])}
		if err := s.load(&p.frame.Picture, yuv.Choice{}); err != nil {
			t.Fatal(err)
		}
		if err := p.analyze(); err != nil {
			t.Fatal(err)
		}
	}
	if p.wipe.on || s.other != nil || len(warnings) != 1 || len(s.read()) == 0 {
		t.Errorf("a wipe: %v, its layer: %v, warnings %q, %d quads", p.wipe.on, s.other != nil, warnings, len(s.read()))
	}
}
