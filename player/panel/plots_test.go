package panel_test

import (
	"image"
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/overlay"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/plot"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv/yuvtest"
)

// plotted is a stage with the tab Plots, for a gradient with noise.
func plotted(t *testing.T, width, height int, scale float32) *stage {
	s := newStage(t, width, height, scale)
	noise := yuvtest.Fills(20070119)[4]
	p := yuvtest.Picture(yuvtest.Formats[1], 1920, 1080, yuvtest.Fill{At: func(plane, x, y, most int) int {
		return 16 + (x+y)/20 + noise.At(plane, x, y, x/50)
	}})
	s.Status.Plots = plot.NewWorker(func() {}).Now(p, plot.Subject{Params: s.Settings.Params})
	s.Settings.Tab = session.Plots
	s.Turn(3)
	return s
}

// TestBlockBins: with the codec's blocks, the tab has histograms of their sizes and of what their colours show.
func TestBlockBins(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	s.Settings.Tab, s.Settings.Codec = session.Plots, true
	bins := []overlay.Bin{{Name: "8 px", Area: 0.25, Bits: 0.75}, {Name: "16 px", Area: 0.75, Bits: 0.25}}
	for _, c := range []struct {
		of            panel.BlockBins
		sizes, values bool
	}{{}, {of: panel.BlockBins{Sizes: bins}, sizes: true}, {of: panel.BlockBins{Sizes: bins, Values: bins[:1], HasBits: true}, sizes: true, values: true}} {
		s.Status.BlockBins = c.of
		s.Turn(2)
		if w := s.Widgets; w.BlockSizes.Empty() == c.sizes || w.BlockValues.Empty() == c.values || c.values && w.BlockValues.Min.Y < w.BlockSizes.Max.Y {
			t.Errorf("%+v: at %v and %v", c, w.BlockSizes, w.BlockValues)
		}
	}
}

func TestPlotsInside(t *testing.T) {
	for _, size := range []struct {
		width, height int
		scale         float32
	}{{1280, 720, 1}, {960, 540, 1}, {1920, 1080, 2}, {2560, 1440, 1.5}} {
		s := plotted(t, size.width, size.height, size.scale)
		side := panel.Layout(size.width, size.height, size.scale, true, true).Side
		w := s.Widgets
		last := 0
		for _, r := range append([]image.Rectangle{w.Curve}, append(w.Presets[:], w.About, w.Once, w.EachFrame, w.Sizes, w.LogLuma, w.Luma)...) {
			if r.Empty() || !r.In(side) || r.Max.Y < last {
				t.Errorf("%v: a widget at %v is not inside %v, or above the one before", size, r, side)
			}
			last = r.Min.Y
		}
		if s.Overflows() {
			t.Errorf("%v: the side panel is cut off", size)
		}
		s.Release()
	}
}

// The lines of sizes fill their plot: no words below them repeat the heads of the columns.
func TestSizesFill(t *testing.T) {
	for _, width := range []int{960, 1280} {
		s := plotted(t, width, 540, 1)
		for _, top := range []int{10, 13} {
			s.Status.Largest = top
			s.Status.Stored.Shown = true
			s.Turn(1)
			if w := s.Widgets; w.Sizes.Max.Y-w.SizeLines[top].Max.Y > 1 || !w.SizeLines[top].In(w.Sizes) {
				t.Errorf("%d pixels: the last of %d lines is at %v, the plot at %v", width, top+1, w.SizeLines[top], w.Sizes)
			}
		}
		s.Release()
	}
}

// The mouse sets the threshold. The distance from the left end is proportional to the threshold's
// logarithm.
func TestCurve(t *testing.T) {
	s := plotted(t, 960, 540, 1)
	r := s.Widgets.Curve
	for _, part := range []float64{0.25, 0.5, 0.9} {
		at := image.Pt(r.Min.X+int(part*float64(r.Dx())), paneltest.Middle(r).Y)
		s.Click(image.Rectangle{at, at.Add(image.Pt(1, 1))})
		want := 1e-4 * math.Pow(4/1e-4, float64(at.X-r.Min.X)/float64(r.Dx()))
		// A pixel is a factor of 40000^(1/204) = 1.053; the last digit is 0.0001.
		if got := s.Settings.Threshold; math.Abs(got-want) > 0.06*want+1e-4 || got != panel.Rounded(got, 4) {
			t.Errorf("a click at %v of the curve: %v, want %v", part, got, want)
		}
	}
	s.Drag(paneltest.Middle(r), image.Pt(r.Max.X+50, paneltest.Middle(r).Y))
	if s.Settings.Threshold != 4 {
		t.Errorf("dragged to the right end: %v", s.Settings.Threshold)
	}
	s.Drag(paneltest.Middle(r), image.Pt(r.Min.X-30, paneltest.Middle(r).Y))
	if s.Settings.Threshold != 0 {
		t.Errorf("dragged to the left end: %v", s.Settings.Threshold)
	}
}

// Thresholds below the lower bound cannot be clicked.
func TestCurveOfRange(t *testing.T) {
	s := plotted(t, 960, 540, 1)
	s.Settings.Params = analysis.Params{Operator: edge.Range, Low: 0.3, Threshold: 0.6}
	p := yuvtest.Picture(yuvtest.Formats[1], 64, 64, yuvtest.Fills(20070119)[4])
	s.Status.Plots = plot.NewWorker(func() {}).Now(p, plot.Subject{Params: s.Settings.Params})
	r := s.Widgets.Curve
	s.Drag(paneltest.Middle(r), image.Pt(r.Min.X, paneltest.Middle(r).Y))
	if s.Settings.Threshold != 0.3 || s.Settings.Check() != nil {
		t.Errorf("dragged to the left end with a lower end of 0.3: %+v", s.Settings.Params)
	}
}

// TestPresets: presets follow the video's Auto, are lit where the threshold is theirs, and say their number. For luma they
// are parts of the values; a colour or a template has none.
func TestPresets(t *testing.T) {
	s := plotted(t, 960, 540, 1)
	s.Status.Auto, s.Settings.Auto = 0.002, false
	for i, want := range []command.Command{{ID: command.FindThreshold, Number: 4}, command.Do(command.FindThreshold), {ID: command.FindThreshold, Number: 0.25}} {
		if got := s.Click(s.Widgets.Presets[i]); !slices.Equal(got, []command.Command{want}) {
			t.Errorf("preset %d: %+v", i, got)
		}
	}
	if s.Click(s.Widgets.Presets[3]); s.Settings.Threshold != 0.0001 {
		t.Errorf("all edges: %v", s.Settings.Threshold)
	}
	s.Settings.Low = 0.001
	if s.Click(s.Widgets.Presets[3]); s.Settings.Threshold != 0.001 {
		t.Errorf("all edges above a bound: %v", s.Settings.Threshold)
	}
	s.Settings.Low = 0
	for i, number := range []string{"0.0080", "", "0.0005", "0.0001"} {
		if tip := s.Rest(s.Widgets.Presets[i]); !strings.HasSuffix(tip, number) || tip == "" {
			t.Errorf("preset %d says %q", i, tip)
		}
	}
	for i, threshold := range []float64{0.008, 0.002, 0.0005, 0.0001} {
		s.Settings.Threshold, s.Settings.Auto = threshold, i == 1
		s.MoveMouse(1, 1)
		s.Turn(2)
		pixels := s.Pixels()
		ground := func(i int) color.RGBA {
			r := s.Widgets.Presets[i%4]
			return pixels.RGBAAt(paneltest.Middle(r).X, r.Min.Y+3)
		}
		if ground(i) == ground(i+1) || ground(i+1) != ground(i+2) || ground(i+2) != ground(i+3) {
			t.Errorf("at %v: preset %d alone is not lit", threshold, i)
		}
	}
	s.Settings.Auto, s.Settings.Params = false, analysis.Params{Operator: edge.Luma, Threshold: 0.3}
	s.Turn(1)
	for i, want := range []float64{0.25, 0.5, 0.75, 1} {
		if s.Click(s.Widgets.Presets[i]); s.Settings.Threshold != want {
			t.Errorf("preset %d of luma: %v, want %v", i, s.Settings.Threshold, want)
		}
	}
	s.Settings.Params = analysis.Params{Operator: edge.Colour, Threshold: 0.3}
	s.Turn(1)
	for i, r := range s.Widgets.Presets {
		if got := s.Click(r); len(got) > 0 || s.Settings.Threshold != 0.3 {
			t.Errorf("preset %d of a colour: %v, %v", i, got, s.Settings.Threshold)
		}
	}
}

func TestAbout(t *testing.T) {
	s := plotted(t, 960, 540, 1)
	s.Number(s.Click(s.Widgets.Once), command.SolveOnce)
	s.Click(s.Widgets.EachFrame)
	if !s.Settings.EachFrame {
		t.Error("“each frame” does nothing")
	}
	s.Click(s.Widgets.About)
	s.Turn(2)
	if !s.Typing() {
		t.Fatal("a click into the number does not open it")
	}
	for _, c := range "12x34" {
		s.Type(c)
		s.Turn(1)
	}
	if s.Settings.Wanted != 0 {
		t.Errorf("while typing: %d", s.Settings.Wanted)
	}
	s.PressKey(panel.KeyEnter, true)
	if actions := s.Turn(1); !slices.Equal(actions, []command.Command{command.Do(command.SolveOnce)}) || s.Settings.Wanted != 1234 {
		t.Errorf("typed 1234: %+v, %d", actions, s.Settings.Wanted)
	}
	s.PressKey(panel.KeyEnter, false)
	if actions := s.Turn(2); len(actions) != 0 || s.Typing() {
		t.Errorf("afterwards: %+v, typing %v", actions, s.Typing())
	}
}

// changed returns the bounds of the pixels within a rectangle that differ.
func changed(a, b *image.RGBA, within image.Rectangle) (r image.Rectangle) {
	for y := within.Min.Y; y < within.Max.Y; y++ {
		for x := within.Min.X; x < within.Max.X; x++ {
			if a.RGBAAt(x, y) != b.RGBAAt(x, y) {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return r
}

// TestPlotsDraw compares pixels: the plots are at their places.
func TestPlotsDraw(t *testing.T) {
	s := plotted(t, 960, 540, 1)
	w := s.Widgets
	s.MoveMouse(300, 300)
	s.Turn(2)

	luma := &s.Status.Plots.Luma
	luma[128] = 1 << 30
	s.Turn(1)
	before := s.Pixels()
	luma[128], luma[200] = 0, 1<<30
	s.Turn(1)
	tall := s.Pixels()
	high := changed(before, tall, image.Rect(w.Luma.Min.X, w.Luma.Min.Y, w.Luma.Max.X, w.Luma.Min.Y+3))
	at128, at201 := w.Luma.Min.X+w.Luma.Dx()*128/256, w.Luma.Min.X+w.Luma.Dx()*201/256
	if high.Min.X < at128-1 || high.Min.X > at128+1 || high.Max.X < at201-1 || high.Max.X > at201+1 {
		t.Errorf("the only high bin goes from 128 to 200, at %d to %d: %v changes", at128, at201, high)
	}
	s.Click(w.LogLuma)
	s.MoveMouse(300, 300)
	s.Turn(2)
	if r := changed(tall, s.Pixels(), w.Luma); r.Dx() < w.Luma.Dx()/8 {
		t.Errorf("a logarithmic scale changes only %v", r)
	}

	before = s.Pixels()
	s.Settings.Threshold = 0.4
	s.Turn(1)
	after := s.Pixels()
	if r := changed(before, after, w.Sizes); r.Empty() {
		t.Error("at another threshold there are the same sizes")
	}
	// Markers at 0.01 and 0.4 are the outermost columns that change.
	at := func(t float64) int {
		return w.Curve.Min.X + int(math.Log(t/1e-4)/math.Log(4/1e-4)*float64(w.Curve.Dx()))
	}
	if r := changed(before, after, w.Curve); r.Min.X < at(0.01)-6 || r.Min.X > at(0.01) || r.Max.X > at(0.4)+7 || r.Max.X < at(0.4) {
		t.Errorf("from 0.01 at %d to 0.4 at %d the curve changes in %v", at(0.01), at(0.4), r)
	}
}

// With similar colours, threshold 0 gives the most quads. Although the plot omits 0, the curve
// reaches the top.
func TestCurveOfColours(t *testing.T) {
	s := plotted(t, 960, 540, 1)
	s.Settings.Params = analysis.Params{Variant: analysis.CommonFeature, Threshold: 4}
	p := yuvtest.Picture(yuvtest.Formats[1], 256, 256, yuvtest.Fill{At: func(plane, x, y, most int) int {
		return x*64/256 + (x^y)&1 // nothing merges at 0, almost everything at 0.0001
	}})
	s.Status.Plots = plot.NewWorker(func() {}).Now(p, plot.Subject{Params: s.Settings.Params})
	c := &s.Status.Plots.Curve
	if c.Peak() != 0 || c.Quads(1)*4 > c.Quads(0) {
		t.Fatalf("%d quads at 0, %d at 0.0001", c.Quads(0), c.Quads(1))
	}
	s.MoveMouse(300, 300)
	s.Turn(2)
	img, r := s.Pixels(), s.Widgets.Curve
	ground := img.RGBAAt(r.Max.X-12, r.Min.Y+r.Dy()/3)
	filled := img.RGBAAt(r.Min.X+3, r.Min.Y+r.Dy()/3)
	if filled == ground {
		t.Errorf("a third below the upper end, the left end of the curve is as empty as the right: %v", ground)
	}
}

func TestPlotsWithout(t *testing.T) {
	s := plotted(t, 960, 540, 1)
	s.Status.Plots = nil
	r := s.Widgets.Curve
	s.Drag(paneltest.Middle(r), r.Min)
	if s.Settings.Threshold != 0.01 {
		t.Errorf("without plots the curve sets %v", s.Settings.Threshold)
	}
}

// TestPlotsNameTheirPicture: plots lag behind the picture. They name the frame that they and their
// numbers are of.
func TestPlotsNameTheirPicture(t *testing.T) {
	s := plotted(t, 960, 540, 1)
	inside := func() string { // the tab without its head and foot
		img := s.Pixels()
		return string(img.SubImage(image.Rect(s.Widgets.Curve.Min.X-40, s.Widgets.Curve.Min.Y-30, 960, 540)).(*image.RGBA).Pix)
	}
	before := inside()
	s.Status.Quads, s.Status.Coverage = 7, 0.5
	s.Turn(2)
	if inside() != before {
		t.Error("the plots have numbers of another picture")
	}
	s.Status.Plots.Of.Name = "frame 17"
	s.Turn(2)
	if inside() == before {
		t.Error("the plots do not name their picture")
	}
}

// TestPlotsLag: the numbers of an earlier frame have its name next to them, and are dim.
func TestPlotsLag(t *testing.T) {
	s := plotted(t, 960, 540, 1)
	s.Status.Plots.Of.Name = "frame 17"
	s.Turn(2)
	before := s.Pixels()
	s.Status.PlotsLag = true
	s.Turn(2)
	r := s.Widgets.Curve
	if d := paneltest.Differs(before, s.Pixels(), s.Areas.Side); d.Empty() || d.Min.Y > r.Min.Y || d.Max.Y > r.Max.Y || d.Min.X < r.Min.X {
		t.Errorf("%v differ in plots at %v", d, r)
	}
}

// TestPlotLabelsInside: no label of an axis leaves the tab's column, in windows of any size.
func TestPlotLabelsInside(t *testing.T) {
	for _, c := range []struct {
		width, height int
		scale         float32
	}{{640, 400, 1}, {1280, 720, 1}, {1920, 1080, 1}, {2560, 1440, 1.25}, {2560, 1440, 2}, {1280, 800, 2}} {
		s := plotted(t, c.width, c.height, c.scale)
		img, w := s.Pixels(), s.Widgets
		side := panel.Layout(c.width, c.height, c.scale, true, true).Side
		ground := img.RGBAAt(w.EachFrame.Max.X+2, w.Curve.Max.Y+1)
		for y := w.Curve.Min.Y; y < w.Curve.Max.Y; y++ {
			for _, x := range []int{w.EachFrame.Max.X + 2, w.EachFrame.Max.X + 3, side.Min.X + int(12*c.scale), side.Min.X + int(14*c.scale)} {
				if img.RGBAAt(x, y) != ground {
					t.Fatalf("%+v: a label reaches (%d,%d); the column ends at %d", c, x, y, w.EachFrame.Max.X)
				}
			}
		}
		s.Release()
	}
}

// TestPlotsFill: in high windows, plots fill the panel.
func TestPlotsFill(t *testing.T) {
	for _, c := range []struct {
		width, height int
		scale         float32
	}{{1280, 720, 1}, {1920, 1080, 1}, {2560, 1440, 1.25}, {2560, 1440, 1}} {
		s := plotted(t, c.width, c.height, c.scale)
		if free := c.height - s.Widgets.Luma.Max.Y; free < 0 || float32(free) > 0.09*float32(c.height) || s.Overflows() {
			t.Errorf("%+v: %d rows are free below the plots", c, free)
		}
		s.Release()
	}
}

// A high panel has the response curve below the settings of the tab Tune, and the sizes of quads if there is more room, above the
// list of main keys; a lower one is as without. It does not scroll for them.
func TestPlotsBesideSettings(t *testing.T) {
	for _, c := range []struct {
		height       int
		scale        float32
		advanced     bool
		curve, sizes bool
	}{
		{899, 1, false, false, false}, {960, 1, false, true, false}, {1080, 1, false, true, true}, {1920, 2, false, true, false}, {960, 1, true, false, false}, {1440, 1, true, true, true},
	} {
		s := plotted(t, int(1920*c.scale), c.height, c.scale)
		s.Settings.Tab, s.Settings.Advanced = session.Tune, c.advanced
		s.Turn(3)
		w := s.Widgets
		if w.Curve.Empty() == c.curve || w.Sizes.Empty() == c.sizes || s.Plots() != c.curve {
			t.Errorf("%+v: the curve is at %v, the sizes at %v", c, w.Curve, w.Sizes)
		}
		if s.Overflows() {
			t.Errorf("%+v: the tab scrolls", c)
		}
		if !c.curve {
			s.Release()
			continue
		}
		last := w.Curve
		if c.sizes {
			last = w.Sizes
		}
		if keys := c.height - int(float32(17*len(paneltest.Keys.Main)+24)*c.scale); w.Curve.Min.Y <= w.Timing.Max.Y || last.Max.Y > keys || !last.In(s.Areas.Side) || !w.Curve.In(s.Areas.Side) {
			t.Errorf("%+v: the plots at %v to %v, not between %v and the keys at %d", c, w.Curve, last, w.Timing, keys)
		}
		s.Settings.Codec, s.Settings.Motion = true, true // whose rows take room from the curve alone
		curve, sizes := w.Curve, w.Sizes
		if s.Turn(2); w.Curve.Max != curve.Max || w.Sizes != sizes || w.Curve.Min.Y <= w.VectorsBy.Max.Y || s.Overflows() {
			t.Errorf("%+v: with the codec's rows down to %v the plots are at %v and %v, without at %v and %v", c, w.VectorsBy, w.Curve, w.Sizes, curve, sizes)
		}
		s.Settings.Codec, s.Settings.Motion = false, false
		s.Turn(2)
		s.Status.Thing = "" // before the first picture
		if s.Turn(2); s.Plots() {
			t.Errorf("%+v: plots of no picture", c)
		}
		s.Status.Thing = "quad"
		s.Turn(2)
		before := s.Settings.Threshold
		s.Click(image.Rect(w.Curve.Min.X+w.Curve.Dx()*3/4, w.Curve.Min.Y+5, w.Curve.Min.X+w.Curve.Dx()*3/4+1, w.Curve.Min.Y+6))
		if s.Settings.Threshold <= before {
			t.Errorf("%+v: a click on the curve sets %v, was %v", c, s.Settings.Threshold, before)
		}
		s.Release()
	}
}
