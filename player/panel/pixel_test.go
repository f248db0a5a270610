package panel_test

import (
	"image"
	"strings"
	"testing"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/overlay"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/session"
	"ffkvadrat/quadpyramid"
)

// TestDescent: the longest traversal, in 4096 × 4096 pixels, fits, and the cells are outlined in
// the colours of their levels.
func TestDescent(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.Settings.Tab = session.Pixel
	s.Turn(1)
	before := s.Pixels()
	areas := panel.Layout(960, 540, 1, true, true)
	picture, side := areas.Picture, areas.Side
	d := panel.Descent{On: true, Thing: "quad", X: 4000, Y: 123, Facts: []string{"Y 1023  U 1023  V 1023   RGB 255 255 255", "D = 268435456 / (256·1023²) = 1.0019, and 0.0123 ≤ 1.0019 < 1.2345: a leaf of class 2"},
		Quad: []string{"10485760 of 16777216   (index 10485759)", "at (4000, 123)   1 × 1", "mean R 16383  G 16383  B 16383 of 16383"}, Area: picture}
	cell := image.Rect(10, 10, 410, 410)
	for level := 12; level >= 0; level-- {
		d.Steps = append(d.Steps, quadpyramid.Step{Level: level, X: 4000 >> level, Y: 123 >> level, Value: 16777216 >> level, Start: 10485759, End: 16777216, Child: 3})
		d.Cells = append(d.Cells, cell)
		cell.Min = cell.Min.Add(cell.Size().Div(3))
	}
	d.Steps[12].Value, d.Steps[12].Child = quadpyramid.LeafMarker, -1
	s.Status.Descent = d
	s.Turn(2)
	after := s.Pixels()
	if s.Overflows() {
		t.Error("the side panel is cut off")
	}
	if leaf := s.Widgets.Leaf; leaf.Empty() || leaf.Max.X > side.Max.X-16 {
		t.Errorf("the way ends with a word at %v, in the margin of %v", leaf, side)
	}
	rows := map[int]bool{}
	for y := side.Min.Y; y < side.Max.Y; y++ {
		for x := side.Min.X; x < side.Max.X; x++ {
			if before.RGBAAt(x, y) != after.RGBAAt(x, y) {
				rows[y] = true
				if x < side.Min.X+8 || x >= side.Max.X-8 {
					t.Fatalf("text at (%d,%d), in the margin of %v", x, y, side)
				}
			}
		}
	}
	if len(rows) < 13*8 {
		t.Errorf("the panel changes in %d rows", len(rows))
	}
	for i := range 4 {
		c := d.Cells[i]
		got, want := after.RGBAAt(c.Min.X, (c.Min.Y+c.Max.Y)/2), overlay.ByLevel.LevelColour(12-i)
		if got != want {
			t.Errorf("the outline of level %d is %v, want %v", 12-i, got, want)
		}
	}
	at := image.Pt(14, s.Areas.Picture.Max.Y-16)
	corner := func() bool { return s.Pixels().RGBAAt(at.X, at.Y) != after.RGBAAt(at.X, at.Y) }
	s.Status.Inspected = d.Facts
	if s.Turn(2); corner() {
		t.Error("the readout repeats the tab")
	}
	s.Status.Descent.Pinned = true
	if s.Turn(2); !corner() {
		t.Error("no readout of a pixel that the tab does not have")
	}
	s.Status.Descent.On, s.Status.Inspected = false, nil
	s.Turn(2)
	if c := d.Cells[0]; s.Pixels().RGBAAt(c.Min.X, 200) != before.RGBAAt(c.Min.X, 200) {
		t.Error("the way stays")
	}
}

// TestPixelTips: each line about the pixel, its quad and the codec's block explains its abbreviations.
func TestPixelTips(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.Settings.Tab = session.Pixel
	s.Status.Descent = panel.Descent{On: true, Thing: "quad", Facts: []string{"Y 1", "D = 1"}, Block: []string{"QP 28"}, Quad: []string{"1 of 2", "at (0, 0)"}}
	s.Turn(2)
	tips := map[string]int{}
	for y := s.Areas.Side.Min.Y + 50; y < s.Areas.Side.Max.Y; y += 6 {
		x := s.Areas.Side.Min.X + 24
		tips[s.Rest(image.Rect(x, y, x+2, y+2))]++
	}
	for _, want := range []string{"luma (brightness)", "quantisation parameter", "counted from 1"} {
		n := 0
		for tip, at := range tips {
			if strings.Contains(tip, want) {
				n += at
			}
		}
		if lines := map[bool]int{true: 2, false: 4}[want == "quantisation parameter"]; n < lines {
			t.Errorf("%q is the tooltip of %d places", want, n)
		}
	}
}

// TestGoThere: the tab lists what the block refers to; a button goes there if the frame's number is known, and the block is the
// playing video's.
func TestGoThere(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	s.Settings.Tab = session.Pixel
	img := image.NewRGBA(image.Rect(0, 0, 200, 200))
	for i := range img.Pix {
		img.Pix[i] = 255
	}
	s.Turn(2)
	before := s.Pixels()
	s.Status.Descent = panel.Descent{
		On: true, X: 20, Y: 30, Block: []string{"block (16, 16)   16 × 16"}, Frame: panel.Numbering{Index: 12, Frames: 13}, First: true,
		Magnified:  panel.Magnified{Image: img, Version: 1, Block: image.Rect(40, 40, 160, 160), Pixel: image.Rect(50, 50, 56, 56)},
		References: []panel.Reference{{X: 16, Y: 16, Width: 16, Height: 16, DX: -2.75, DY: 4, Away: -2, List: 1}, {X: 16, Y: 16, Width: 16, Height: 16, Later: true}},
	}
	s.Turn(2)
	white := 0
	after := s.Pixels()
	for i := 0; i < len(after.Pix); i += 4 {
		if after.Pix[i] == 255 && before.Pix[i] != 255 {
			white++
		}
	}
	if white < 12000 { // the block in the first of two places
		t.Errorf("the picture of the block has %d pixels", white)
	}
	if w := s.Widgets.Origins; w[0].Empty() || !w[1].Empty() {
		t.Fatalf("the buttons are %v", w)
	}
	if w := s.Widgets; w.Vague.Empty() || w.Vague.Min.Y < w.Origins[0].Max.Y {
		t.Errorf("what the second vector does not say is at %v", w.Vague)
	}
	absent := s.Widgets.Origins[0]
	s.Only("go there", s.Click(absent), command.Command{ID: command.ShowSource, Number: 10, Text: "21 28 13.25 20 16 16"})
	s.Status.Descent.References[0].Source = panel.Magnified{Image: img, Version: 2, Block: image.Rect(40, 40, 160, 160)}
	s.Turn(2)
	if w := s.Widgets.Origins[0]; w.Empty() || w.Overlaps(absent) || w.Min.Y < absent.Max.Y {
		t.Errorf("without the source's picture the button is in its place, at %v; with it at %v", absent, w)
	}
	s.Only("go there", s.Click(s.Widgets.Origins[0]), command.Command{ID: command.ShowSource, Number: 10, Text: "21 28 13.25 20 16 16"})
	s.Status.Descent.First, s.Status.Descent.References[0].Shown, s.Status.Descent.References[0].At = false, true, 0.4
	s.Turn(2)
	s.Only("go there, in the second video", s.Click(s.Widgets.Origins[0]), command.Command{ID: command.ShowSecondSource, Number: 0.4, Text: "21 28 13.25 20 16 16"})
	s.Status.Descent.First, s.Status.Descent.References[0].Shown = true, false
	s.Status.Descent.References = s.Status.Descent.References[:1]
	if s.Turn(2); !s.Widgets.Vague.Empty() {
		t.Error("vectors that name their frames do not say it")
	}
	for _, change := range []func(d *panel.Descent){
		func(d *panel.Descent) { d.Frame.Index = -1 }, func(d *panel.Descent) { d.Frame.Index, d.First = 12, false },
		func(d *panel.Descent) { d.Frame.Index, d.First = 1, true }, func(d *panel.Descent) { d.Frame.Index, d.References[0].Away = 12, 1 },
	} {
		change(&s.Status.Descent)
		if s.Turn(1); !s.Widgets.Origins[0].Empty() {
			t.Errorf("a button to a frame that is not known or not shown: %+v", s.Status.Descent)
		}
	}
}

// TestBothColumns: the numbers of both videos' blocks are in two columns, also where one is too long.
func TestBothColumns(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	s.Settings.Tab = session.Pixel
	s.Status.Descent = panel.Descent{On: true, X: 20, Y: 30}
	s.Turn(2)
	before := s.Pixels()
	for range 9 {
		s.Status.Descent.Both = append(s.Status.Descent.Both, panel.Both{Name: "List 0", A: "−15, −41.75 px", B: "a number that is far too long for its column"})
	}
	s.Turn(2)
	side := s.Areas.Side
	if r := paneltest.Differs(s.Pixels(), before, side); r.Dy() < 9*17 || r.Max.X > side.Max.X-8 {
		t.Errorf("the table is at %v of %v", r, side)
	}
	if s.Overflows() {
		t.Error("the side panel is cut off")
	}
}

// TestReferenceText: a vector has one sign and all fractions; a source has the place that it leads to.
func TestReferenceText(t *testing.T) {
	r := panel.Reference{X: 16, Y: 4, Width: 8, Height: 4, DX: -20.25, DY: 0.125, Away: -2, List: 2}
	for frame, want := range map[int64]string{12: "List 1: frame 11 (−2)", 2: "List 1: frame 1 (−2)", 1: "List 1: before the first frame shown", -1: "List 1: 2 frames earlier"} {
		if got := r.Title(panel.Numbering{Index: frame, Frames: 13}); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for frame, want := range map[panel.Numbering]string{{Index: 76, Frames: 77}: "After the last frame shown", {Index: 74, Frames: 77}: "Frame 77 (+2)", {Index: 76}: "Frame 79 (+2)", {Index: 80, Frames: 77}: "Frame 83 (+2)"} {
		if got := (&panel.Reference{Away: 2, Later: true}).Title(frame); got != want {
			t.Errorf("%+v: %q, want %q", frame, got, want)
		}
	}
	if got, want := r.Vector(), "vector −20.25, +0.125 px"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if a := r.Area(); a != (panel.Area{X: -4.25, Y: 4.125, Width: 8, Height: 4}) {
		t.Errorf("the source is %+v", a)
	}
	if got := (&panel.Reference{}).Vector(); got != "vector 0, 0 px" {
		t.Error(got)
	}
}

// TestNoPixel: the tab without a pixel says what to do, and has a button for the codec's blocks.
func TestNoPixel(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	s.Settings.Tab = session.Pixel
	s.Turn(2)
	s.Only("blocks", s.Click(s.Widgets.PixelBlocks), command.Do(command.Codec))
	s.Settings.Codec = true
	if s.Turn(1); !s.Widgets.PixelBlocks.Empty() {
		t.Error("the blocks are already on")
	}
}

// TestCostly: the tab lists the costliest blocks, whether or not the mouse is over a pixel; a click shows one from near.
func TestCostly(t *testing.T) {
	s := newStage(t, 960, 540, 1)
	s.Settings.Tab, s.Settings.Codec = session.Pixel, true
	cost := func(x int) partition.Cost {
		return partition.Cost{Part: image.Rect(x, 64, x+64, 120), Bits: 123456, Share: 0.25, Least: 20, Most: 31, HasQP: true, Type: partition.Intra, Pixel: image.Pt(x+9, 70)}
	}
	for _, on := range []bool{false, true} {
		s.Status.Descent = panel.Descent{On: on, Costly: []partition.Cost{cost(640), cost(0)}}
		s.Turn(2)
		if w := s.Widgets.Costly; w[1].Empty() || !w[2].Empty() || s.Overflows() {
			t.Fatalf("over a pixel %v: lines at %v", on, w)
		}
		s.Only("the first", s.Click(s.Widgets.Costly[0]), command.Command{ID: command.ShowBlock, Text: "649 70 640 64 64 56"})
		s.Only("the second", s.Click(s.Widgets.Costly[1]), command.Command{ID: command.ShowBlock, Text: "9 70 0 64 64 56"})
	}
	for number, of := range []string{"A", "B"} {
		s.Status.Descent.Of = of
		s.Turn(2)
		s.Only(of+"'s first", s.Click(s.Widgets.Costly[0]), command.Command{ID: command.ShowBlock, Number: float64(number), Text: "649 70 640 64 64 56"})
		if tip := s.Rest(s.Widgets.FoldCostly); !strings.Contains(tip, "last under the pointer") {
			t.Errorf("%s: %q", of, tip)
		}
	}
	s.Click(s.Widgets.FoldCostly)
	if s.Turn(2); !s.Widgets.Costly[0].Empty() {
		t.Error("lines in the folded list")
	}
	s.Click(s.Widgets.FoldCostly)
	s.Status.Descent.Costly = nil
	if s.Turn(2); !s.Widgets.Costly[0].Empty() {
		t.Error("lines without blocks")
	}
	if !s.Widgets.FoldCostly.Empty() {
		t.Error("a title without blocks")
	}
	s.Status.Descent.NoCosts = panel.NoBits(false)
	if s.Turn(2); s.Widgets.FoldCostly.Empty() || !s.Widgets.Costly[0].Empty() || s.Overflows() {
		t.Errorf("without bits the title is at %v, with lines at %v", s.Widgets.FoldCostly, s.Widgets.Costly[0])
	}
}
