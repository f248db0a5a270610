package panel_test

import (
	"image"
	"testing"

	"ffkvadrat/overlay/views"
)

// TestLegendAndInspector: in a small picture, the lines about the pixel under the pointer hide no legend.
func TestLegendAndInspector(t *testing.T) {
	s := newStage(t, 640, 400, 1)
	drawn := func(before *image.RGBA) (now *image.RGBA, place image.Rectangle) {
		s.Turn(2)
		now = s.Pixels()
		for y := s.Areas.Picture.Min.Y + 40; y < 400; y++ { // below the view's name
			for x := range 640 {
				if before != nil && before.RGBAAt(x, y) != now.RGBAAt(x, y) && image.Pt(x, y).In(s.Areas.Picture) {
					place = place.Union(image.Rect(x, y, x+1, y+1))
				}
			}
		}
		return now, place
	}
	plain, _ := drawn(nil)
	s.Settings.View, s.Status.Most = views.Pyramid, 1000
	pyramid, legend := drawn(plain)
	s.Status.Inspected = []string{"(763, 321)   Y 156  U 124  V 146   RGB 195 154 155"}
	if _, lines := drawn(pyramid); legend.Empty() || lines.Empty() || legend.Overlaps(lines) {
		t.Errorf("the legend %v, the lines %v", legend, lines)
	}
}
