package probe

import (
	"fmt"
	"image"
	"image/color"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/session"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestNumbers compares the numbers in the cells with the references of the shown values.
func TestNumbers(t *testing.T) {
	dev := gputest.Open(t)
	s, err := scene.New(dev)
	gputest.Own(t, s, err)
	p := New(s)
	for _, f := range yuvtest.Formats {
		frame := &decode.Frame{Picture: *yuvtest.Picture(f, 33, 20, yuvtest.Fills(seed)[5])}
		picture := &frame.Picture
		if err := s.Load(picture, yuv.Choice{}); err != nil {
			t.Fatal(err)
		}
		settings := session.Choices{Params: analysis.Params{Threshold: 0.3, MinSize: 2}}
		decision, err := settings.Decision(f)
		if err != nil {
			t.Fatal(err)
		}
		var mask edge.Mask
		new(edge.Reference).Run(&mask, picture, decision)
		var pyramid quadpyramid.Pyramid
		pyramid.Build(&mask, quadpyramid.Limits{Min: 1, Max: quadpyramid.MaxLevel})
		for _, engine := range []session.Engine{session.CPU, session.GPU} {
			for _, view := range []views.View{views.Video, views.Strength, views.Mask, views.Pyramid, views.False, views.Outside} {
				for level := range 3 {
					settings.View, settings.Level, settings.Engine = view, level, engine
					if e, err := s.Analyze(frame, 1, settings); err != nil || len(e.Notices) != 0 {
						t.Fatal(err, e.Notices)
					}
					value, err := p.valuer(&scene.Side{Layer: s.A, Settings: &settings}, picture, []shownSamples{allValues, withNames, withNames}[level])
					if err != nil {
						t.Fatal(err)
					}
					cells := &pyramid.Levels[s.A.Level]
					for i, cell := range cells.Cells {
						x, y := i%cells.Width, i/cells.Width
						var got panel.Number
						value(&got, x, y)
						var want []string
						switch view {
						case views.Video, views.False, views.Outside:
							for plane := range picture.Planes {
								if plane == 0 || f.Model != yuv.Gray {
									name := ""
									if level > 0 && f.Model != yuv.Gray {
										name = map[bool]string{true: "RGB", false: "YUV"}[f.Model == yuv.RGB][plane:plane+1] + " "
									}
									want = append(want, name+strconv.Itoa(picture.Sample(plane, x, y)))
								}
							}
						case views.Strength:
							d := decision.Sum(picture, x, y)
							v := float64(d) / decision.Unit(f)
							want = []string{fmt.Sprintf("%.4f", v), strconv.FormatUint(d, 10)}
							if d == 0 {
								want[0] = "0"
							} else if v < 1e-3 { // four decimals show one digit or none
								want[0] = strings.Replace(fmt.Sprintf("%.1e", v), "e-0", "e−", 1)
							}
						case views.Mask:
							want = []string{[]string{"no leaf", "leaf"}[mask.Leaf[i]]}
						case views.Pyramid:
							want = []string{strconv.Itoa(int(cell))}
							if cell == quadpyramid.LeafMarker {
								want[0] = "−1"
							}
						}
						if lines := slices.DeleteFunc(got.Lines[:], func(s string) bool { return s == "" }); !slices.Equal(lines, want) {
							t.Fatalf("%s, %v, %v, level %d (seed %d): cell (%d,%d) has %q, want %q", f.Name, engine, view, s.A.Level, seed, x, y, lines, want)
						}
					}
				}
			}
		}
	}
}

// TestNumbersWhereLegible: all visible cells from a certain size on have a number; smaller ones
// have none.
func TestNumbersWhereLegible(t *testing.T) {
	dev := gputest.Open(t)
	s, err := scene.New(dev)
	gputest.Own(t, s, err)
	p := New(s)
	frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 97, 61, yuvtest.Fills(seed)[5])}
	if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	area := image.Rect(0, 0, 640, 400)
	var settings session.Choices
	for _, c := range []struct {
		zoom  float64
		level int
		want  int
	}{{39, 0, 0}, {40, 0, 17 * 11}, {20, 1, 17 * 11}, {128, 0, 5 * 5}, {4, 3, 0}} {
		settings.View, settings.Level = views.Pyramid, c.level
		if e, err := s.Analyze(frame, 1, settings); err != nil || len(e.Notices) != 0 {
			t.Fatal(err, e.Notices)
		}
		// The pixel's centre is at the area's centre, which cuts off half a cell at each end.
		half := float64(int(1)<<c.level) / 2
		v := overlay.Zoomed(97, 61, overlay.Orientation{}, 1, c.zoom, 48+half, 24+half, area, 640, 400)
		var numbers panel.Numbers
		p.numberSide(&numbers, &v, &scene.Side{Layer: s.A, Settings: &settings, Area: area}, &frame.Picture, 1)
		if len(numbers.Cells) != c.want {
			t.Errorf("zoom %v, level %d: %d numbers, want %d", c.zoom, c.level, len(numbers.Cells), c.want)
		}
		for _, n := range numbers.Cells {
			if !n.Cell.Overlaps(area) {
				t.Errorf("zoom %v, level %d: a number at %v", c.zoom, c.level, n.Cell)
			}
		}
	}
}

// TestNumbersOfBlocks: both sides have the values of their blocks, unless blocks are compared with quads or not drawn. They
// are in the corners of blocks over vectors and samples, and no sample is below one.
func TestNumbersOfBlocks(t *testing.T) {
	dev := gputest.Open(t)
	s, err := scene.New(dev)
	gputest.Own(t, s, err)
	p := New(s)
	frame := &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], 40, 20, yuvtest.Fills(seed)[5])}
	frame.Picture.Coded = yuv.CodedList{{X: 0, Y: 0, Width: 16, Height: 16, QP: 21}, {X: 16, Y: 0, Width: 16, Height: 16, QP: 33}}
	frame.Picture.Vectors = yuv.VectorList{{X: 16, Width: 16, Height: 16, DX: 256}}
	if err := s.Load(&frame.Picture, yuv.Choice{}); err != nil {
		t.Fatal(err)
	}
	values, types := []string{"21", "33"}, []string{"intra", "inter"}
	for name, c := range map[string]struct {
		zoom     float32
		change   func(c *session.Choices)
		want     []string
		cornered bool
		hidden   bool // some samples are
	}{
		"small":        {1, func(*session.Choices) {}, nil, false, false},
		"large":        {4, func(*session.Choices) {}, values, false, false},
		"types":        {4, func(c *session.Choices) { c.BlocksBy = overlay.ByType }, types, false, false},
		"vectors":      {4, func(c *session.Choices) { c.Motion = true }, values, true, false},
		"luma":         {20, func(c *session.Choices) { c.Opacity = 1 }, values, true, true},
		"all samples":  {64, func(*session.Choices) {}, values, true, true},
		"room for all": {88, func(*session.Choices) {}, values, true, false},
		"off":          {4, func(c *session.Choices) { c.Codec = false }, nil, false, false},
		"outlines":     {4, func(c *session.Choices) { c.BlocksBy = overlay.ByNothing }, nil, false, false},
		"compared":     {4, func(c *session.Choices) { c.Colour = overlay.ByDifference }, nil, false, false},
		"pyramid":      {4, func(c *session.Choices) { c.View, c.Level = views.Pyramid, 2 }, nil, false, false},
	} {
		settings := session.Choices{Params: analysis.Params{Threshold: 0.3}, Codec: true}
		c.change(&settings)
		if e, err := s.Analyze(frame, 1, settings); err != nil || len(e.Notices) != 0 {
			t.Fatal(err, e.Notices)
		}
		width, height := int(40*c.zoom), int(20*c.zoom)
		at := scene.Place{View: overlay.Native(40, 20, overlay.Orientation{}, 1), Area: image.Rect(0, 0, width, height), N: 2}
		at.View.ScaleX, at.View.ScaleY, at.View.TargetWidth, at.View.TargetHeight = c.zoom, c.zoom, width, height
		for i := range at.Sides {
			at.Sides[i] = scene.Side{Area: at.Area, Layer: s.A, Settings: &settings}
		}
		var numbers [2]panel.Numbers
		p.Numbers(&numbers, &at, frame, 1)
		for i := range numbers {
			n := &numbers[i]
			var got []string
			for _, b := range n.Blocks.List {
				got = append(got, b.Text)
			}
			if !slices.Equal(got, c.want) || len(got) > 0 && n.Cornered != c.cornered {
				t.Errorf("%s, side %d: %v, in corners %v", name, i, got, n.Cornered)
			}
			hidden, grounds := false, map[color.RGBA]bool{}
			for k := range n.Cells {
				cell := &n.Cells[k]
				hidden = hidden || cell.Lines[0] == ""
				if cell.Cell.In(image.Rect(0, 0, int(32*c.zoom), int(16*c.zoom))) { // in blocks
					grounds[cell.Ground] = true
				}
				under := slices.ContainsFunc(n.Blocks.List, func(b overlay.BlockValue) bool { return cell.Cell.Overlaps(panel.BlockText(&b, 1)) })
				if empty := cell.Lines[0] == ""; empty != (under && c.hidden) && settings.View == views.Video {
					t.Errorf("%s: the cell %v has %q", name, cell.Cell, cell.Lines)
				}
			}
			if settings.Opacity == 1 && len(grounds) != len(values) { // opaque fills hide the samples' colours
				t.Errorf("%s: cells in %d blocks are on %d colours", name, len(values), len(grounds))
			}
			if hidden != c.hidden && settings.View == views.Video {
				t.Errorf("%s: samples are hidden: %v", name, hidden)
			}
		}
	}
}

const seed = 20070106
