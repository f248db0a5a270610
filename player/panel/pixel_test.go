package panel_test

import (
	"image"
	"testing"

	"ffkvadrat/overlay"
	"ffkvadrat/player/panel"
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
