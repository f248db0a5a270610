package panel_test

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/widgets"
)

// TestBlocks switches the codec's blocks on: what they show has rows then, nothing else moves, the quads' own setting stays as it is,
// and the legend is over the picture.
func TestBlocks(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	s.Status.Codec = panel.Codec{}
	s.Turn(2)
	view, picture := s.Widgets.View, s.Pixels()
	if w := &s.Widgets; !w.BlocksBy.Empty() || !w.Motion.Empty() || !w.Outlines.Empty() || !w.VectorsBy.Empty() {
		t.Error("rows of blocks that are off")
	}
	s.LookFor("vectors_by")
	if s.Turn(5); !s.Settings.Codec || !s.Settings.Motion || s.Widgets.VectorsBy.Empty() || s.Missed() != "" {
		t.Error("no row of what motion vectors show, which is sought")
	}
	s.LookFor("")
	s.Settings.Codec, s.Settings.Motion = false, false
	s.Turn(2)
	s.Click(s.Widgets.Codec)
	s.Turn(2)
	if !s.Settings.Codec || s.Widgets.View != view {
		t.Errorf("blocks %v, the view moved from %v to %v", s.Settings.Codec, view, s.Widgets.View)
	}
	for _, by := range []overlay.BlockColouring{overlay.ByFrameQuantiser, overlay.ByType, overlay.ByBits, overlay.ByQuantiser} {
		s.Click(s.Widgets.BlocksBy)
		s.Turn(2)
		if s.Click(s.Widgets.BlocksBys[by]); s.Settings.BlocksBy != by {
			t.Errorf("after a click on %v: %v", by, s.Settings.BlocksBy)
		}
		s.Turn(2)
	}
	if s.Click(s.Widgets.Overlay); !s.Settings.CodecQuads || !s.Settings.Overlay {
		t.Errorf("quads over blocks %v, the overlay without them %v", s.Settings.CodecQuads, s.Settings.Overlay)
	}
	s.Status.Codec = panel.Codec{Known: true, Frames: [2]panel.CodedFrame{{Blocks: 9, Type: 'P', QP: 20, HasQP: true}}, BlockScale: panel.BlockScale{High: 51}, Motion: true, Vectors: 3, Zoom: 1}
	s.Turn(2)
	area := s.Areas.Picture
	if at := image.Pt(area.Max.X-20, area.Min.Y+20); s.Pixels().RGBAAt(at.X, at.Y) == picture.RGBAAt(at.X, at.Y) {
		t.Error("no legend")
	}
	if s.Overflows() {
		t.Error("the side panel is cut off")
	}
}

// TestLegendOfSide: in a wipe, the legend of the blocks is at the top of the side that shows them, and
// the lines about a pixel are below it.
func TestLegendOfSide(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	area := s.Areas.Picture
	for side := range 2 {
		divider := (area.Min.X + area.Max.X) / 2
		s.Status.Wipe = wiped(area, divider)
		s.Status.Codec, s.Status.Inspected = panel.Codec{}, nil
		s.Turn(2)
		before := s.Pixels()
		s.Status.Codec = panel.Codec{Known: true, Frames: [2]panel.CodedFrame{{Blocks: 9, Type: 'P', QP: 20, HasQP: true}}, BlockScale: panel.BlockScale{High: 51}, Side: side}
		s.Turn(2)
		legend := paneltest.Differs(s.Pixels(), before, area)
		if legend.Empty() || (legend.Min.X >= divider) != (side == 1) || (legend.Max.X <= divider) != (side == 0) || legend.Max.Y > (area.Min.Y+area.Max.Y)/2 {
			t.Errorf("side %d of %v, divided at %d: the legend is at %v", side, area, divider, legend)
		}
		before = s.Pixels()
		s.Status.Inspected = []string{"A   (233, 367)   Y 206  U 120  V 123   RGB 212 226 204"}
		s.Turn(2)
		if lines := paneltest.Differs(s.Pixels(), before, area); lines.Empty() || lines.Overlaps(legend) {
			t.Errorf("side %d: the lines at %v are over the legend at %v", side, lines, legend)
		}
	}
}

// TestLegendPlace: the legend of the blocks is in the upper right corner, unless another one has more room next to the picture, or
// the pinned block is there.
func TestLegendPlace(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	area := s.Areas.Picture
	middle := area.Min.Add(area.Max).Div(2)
	part := func(x0, y0, x1, y1 int) image.Rectangle { // in percent
		return image.Rect(area.Min.X+area.Dx()*x0/100, area.Min.Y+area.Dy()*y0/100, area.Min.X+area.Dx()*x1/100, area.Min.Y+area.Dy()*y1/100)
	}
	inCorner := part(80, 5, 85, 10)
	for name, c := range map[string]struct {
		shown, pin image.Rectangle
		right, up  bool
	}{
		"all":                {shown: area, right: true, up: true},
		"bands at the sides": {shown: part(35, 0, 65, 100), right: true, up: true},
		"band below":         {shown: part(0, 0, 100, 60), right: true},
		"band above":         {shown: part(0, 40, 100, 100), right: true, up: true},
		"band on the left":   {shown: part(40, 0, 100, 100), up: true},
		"pin":                {shown: area, pin: inCorner, right: true},
		"pin elsewhere":      {shown: area, pin: part(5, 5, 10, 10), right: true, up: true},
		"pins":               {shown: area, pin: part(80, 5, 85, 95), up: true},
	} {
		s.Status.Codec, s.Status.Wipe.Shown[0], s.Status.Outlines = panel.Codec{}, c.shown, nil
		if !c.pin.Empty() {
			s.Status.Outlines = []panel.Outline{{Place: c.pin, Within: area, Pinned: true}}
		}
		s.Turn(2)
		before := s.Pixels()
		s.Status.Codec = panel.Codec{Known: true, Frames: [2]panel.CodedFrame{{Blocks: 9, Type: 'P', QP: 20, HasQP: true}}, BlockScale: panel.BlockScale{High: 51}}
		s.Turn(2)
		r := paneltest.Differs(s.Pixels(), before, area)
		if r.Empty() || (r.Min.X > middle.X) != c.right || (r.Max.Y < middle.Y) != c.up || r.Overlaps(c.pin) {
			t.Errorf("%s: the legend is at %v of %v", name, r, area)
		}
	}
}

// TestLegendRows: names that have no room below their colours have a row each, and a line that is too long for the legend is
// wrapped.
func TestLegendRows(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	area := s.Areas.Picture
	s.Status.Codec = panel.Codec{}
	s.Turn(2)
	before := s.Pixels()
	height := func(c panel.Codec) int {
		c.Known, c.Frames[0].Blocks, c.High = true, 9, 51
		s.Status.Codec = c
		s.Turn(2)
		return paneltest.Differs(s.Pixels(), before, area).Dy()
	}
	short, long := [2]panel.CodedFrame{{Type: 'P', Size: decode.Size{Bytes: 3}, QP: 20, HasQP: true}}, [2]panel.CodedFrame{{Type: 'P', Size: decode.Size{Bytes: 3000, Of: decode.CodedBefore}, QP: 120.5, HasQP: true, Least: 108, Most: 135}}
	types := panel.Codec{By: overlay.ByType, Frames: short}
	types.Frames[0].Types[partition.Inter] = 1
	usual := height(types)
	if more := height(panel.Codec{Compared: true, Alike: 0.22, Finer: 0.52, Coarser: 0.26, Frames: short}) - usual; more < 25 { // with a note
		t.Errorf("compared, the legend is %d pixels higher", more)
	}
	types.Frames = long
	if more := height(types) - usual; more < 10 || more > 20 {
		t.Errorf("with a long line the legend is %d pixels higher", more)
	}
}

// TestUnknownBlocks: what a codec does not give cannot be chosen; if it gives no blocks, nothing can be.
func TestUnknownBlocks(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	s.Settings.Codec = true
	s.Status.Codec = panel.Codec{Known: true, Frames: [2]panel.CodedFrame{{Blocks: 9, Type: 'P', QP: 20, HasQP: true}}, BlockScale: panel.BlockScale{High: 51}}
	s.Status.Codec.Frames[0].Types[partition.Unknown] = 1
	s.Turn(2)
	for _, by := range []overlay.BlockColouring{overlay.ByBits, overlay.ByType} {
		s.Click(s.Widgets.BlocksBy)
		s.Turn(2)
		if s.Click(s.Widgets.BlocksBys[by]); s.Settings.BlocksBy != overlay.ByQuantiser {
			t.Errorf("after a click on %v: %v", by, s.Settings.BlocksBy)
		}
		s.Settings.BlocksBy = overlay.ByQuantiser
		s.Click(s.Areas.Picture) // closes the list
		s.Turn(2)
	}
	s.Status.Codec.Frames[0].Blocks = 0 // as of VP9 without segments
	s.Turn(2)
	s.Click(s.Widgets.BlocksBy)
	if s.Turn(2); !s.Widgets.BlocksBys[0].Empty() {
		t.Error("a list of colourings without blocks")
	}
	if tip := s.Rest(s.Widgets.BlocksBy); !strings.Contains(tip, panel.NoBlocks) {
		t.Errorf("colours of no blocks: %q", tip)
	}
}

// TestBlockText: a value has an ink that suits its block, and an edge of the other one around it; in a corner it also hides what is
// below it.
func TestBlockText(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	for ground, inks := range map[color.RGBA][2]color.NRGBA{{240, 230, 150, 255}: {widgets.OnLight, widgets.OnDark}, {60, 20, 90, 255}: {widgets.OnDark, widgets.OnLight}} {
		at := image.Rect(100, 100, 140, 140)
		n := panel.Numbers{Area: s.Areas.Picture}
		n.Blocks.List = []overlay.BlockValue{{Place: at, Text: "27", Ground: ground}}
		s.Status.Numbers[0] = n
		s.Turn(2)
		img, inked, edged := s.Pixels(), 0, 0
		for y := at.Min.Y; y < at.Max.Y; y++ {
			for x := at.Min.X; x < at.Max.X; x++ {
				switch v := int(img.RGBAAt(x, y).R); {
				case max(v-int(inks[0].R), int(inks[0].R)-v) < 40:
					inked++
				case max(v-int(inks[1].R), int(inks[1].R)-v) < 110:
					edged++
				}
			}
		}
		if inked == 0 || edged == 0 {
			t.Errorf("on %v: %d pixels of the ink, %d of the edge", ground, inked, edged)
		}
		for _, cornered := range []bool{false, true} {
			s.Status.Numbers[0].Cornered = cornered
			s.Turn(2)
			plain := 0
			for img, y := s.Pixels(), at.Min.Y; y < at.Max.Y; y++ {
				for x := at.Min.X; x < at.Max.X; x++ {
					if img.RGBAAt(x, y) == ground {
						plain++
					}
				}
			}
			if cornered != (plain > 30) {
				t.Errorf("on %v, in a corner %v: %d pixels of the ground", ground, cornered, plain)
			}
		}
	}
}

// TestOutlinesRow: prediction units can have outlines where the codec reports them.
func TestOutlinesRow(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	s.Settings.Codec = true
	for _, units := range []bool{false, true} {
		s.Status.Codec = panel.Codec{Known: true, Frames: [2]panel.CodedFrame{{Blocks: 9, Type: 'P', QP: 20, HasQP: true}}, BlockScale: panel.BlockScale{High: 51}, Units: units}
		s.Turn(2)
		s.Click(s.Widgets.Outlines)
		s.Turn(2)
		if shown := !s.Widgets.OutlinesOf[overlay.PredictionUnits].Empty(); shown != units {
			t.Fatalf("units known %v: the list opens %v", units, shown)
		}
	}
	s.Click(s.Widgets.OutlinesOf[overlay.PredictionUnits])
	if s.Turn(2); s.Settings.Outlines != overlay.PredictionUnits || s.Overflows() {
		t.Errorf("outlines of %v, the panel is cut off: %v", s.Settings.Outlines, s.Overflows())
	}
}
