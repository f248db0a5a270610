package panel_test

import (
	"image"
	"strconv"
	"testing"

	"ffkvadrat/measure/survey"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/panel/paneltest"
	"ffkvadrat/player/session"
	"ffkvadrat/player/sides"
	"ffkvadrat/player/timeline"
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

// TestPreviewOnTop: what the timeline says about the time under the mouse is over a legend there.
func TestPreviewOnTop(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	img := image.NewRGBA(image.Rect(0, 0, 160, 90))
	for i := range img.Pix {
		img.Pix[i] = [4]byte{60, 120, 180, 255}[i%4]
	}
	s.Status.Timeline = timeline.Status{Shown: true, View: paneltest.Surveyed(), Thumbnail: &survey.Thumbnail{Image: img, Size: img.Rect.Size()}}
	s.Status.Codec, s.Settings.Legend = codedStatus, session.LowerLeft
	s.Turn(2)
	legend := s.Widgets.CodecLegend
	s.MoveMouse(float32(legend.Max.X-30), float32(paneltest.Middle(s.Widgets.Timeline).Y))
	s.Turn(3)
	pixels, seen, n := s.Pixels(), image.Rectangle{}, 0
	for y := range s.Areas.Picture.Max.Y {
		for x := range 1280 {
			if c := pixels.RGBAAt(x, y); c.R == 60 && c.G == 120 && c.B == 180 {
				seen, n = seen.Union(image.Rect(x, y, x+1, y+1)), n+1
			}
		}
	}
	if n != 160*90 || !seen.Overlaps(legend) {
		t.Errorf("%d pixels of the preview show, at %v; the legend is at %v", n, seen, legend)
	}
}

// besides returns a comparison of two videos side by side, whose pictures of 16:9 have free room above and below.
func besides(area image.Rectangle) panel.Wipe {
	w := wiped(area, (area.Min.X+area.Max.X)/2)
	w.Way, w.Names = sides.Beside, [2]string{"A   a.mp4   h264   P frame · 1 720 bytes · QP 40.5 (27–49)", "B   b.mp4"}
	for i, part := range w.Areas {
		high := part.Dx() * 9 / 16
		w.Shown[i] = image.Rect(part.Min.X, (part.Min.Y+part.Max.Y-high)/2, part.Max.X, (part.Min.Y+part.Max.Y+high)/2)
	}
	return w
}

// TestLegendNextToThePicture: in a comparison the legend of blocks is where no picture is, with as much as it has room for there, unless
// a person has put it elsewhere. A click on what is folded to fit shows all.
func TestLegendNextToThePicture(t *testing.T) {
	for name, c := range map[string]struct {
		height       int
		whole, scale bool // it says all, or has its colours
	}{"high": {height: 1000, whole: true, scale: true}, "usual": {height: 545, scale: true}, "low": {height: 460}} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t, 1280, c.height, 1)
			s.Status.Wipe = besides(s.Areas.Picture)
			s.Status.Codec = codedStatus
			s.Status.Codec.Beside = true
			s.Turn(2)
			r, whole := s.Widgets.CodecLegend, 90
			if r.Empty() || r.Overlaps(s.Status.Wipe.Shown[0]) || !r.In(s.Status.Wipe.Areas[0]) || (r.Dy() >= whole) != c.whole || (r.Dy() > 30) != c.scale {
				t.Errorf("at %v, the picture at %v", r, s.Status.Wipe.Shown[0])
			}
			if c.scale {
				s.Settings.Legend = session.UpperLeft
				if s.Turn(2); s.Widgets.CodecLegend.Dy() < whole || s.Widgets.CodecLegend.Min.X > 20 {
					t.Errorf("put into the upper left corner: at %v", s.Widgets.CodecLegend)
				}
				return
			}
			if r.Dx() < 220 {
				t.Errorf("at %v: the line has no scale", r)
			}
			s.Click(s.Widgets.LegendHead)
			s.Turn(2)
			if now := s.Widgets.CodecLegend; now.Dy() < 30 || s.Settings.LegendFolded || s.Settings.Legend == session.AnyCorner {
				t.Errorf("after a click at %v, folded %v", now, s.Settings.LegendFolded)
			}
		})
	}
}

// TestBoxesApart: the boxes over a picture never overlap, in windows of any size.
func TestBoxesApart(t *testing.T) {
	for _, size := range []image.Point{{X: 640, Y: 400}, {X: 960, Y: 540}, {X: 1280, Y: 720}, {X: 1920, Y: 1080}} {
		s := newStage(t, size.X, size.Y, 1)
		s.Status.Codec, s.Status.Inspected = codedStatus, []string{"A   (1102, 331)   Y 49  U 127  V 130   RGB 42 38 36", "B   (1102, 331)   Y 46  U 127  V 130   RGB 42 38 36"}
		s.Status.Message, s.Status.Visible = "Zoom 675 %", 1
		s.Status.Codec.Beside = true
		for name, w := range map[string]panel.Wipe{"one": {}, "beside": besides(s.Areas.Picture), "wipe": wiped(s.Areas.Picture, s.Areas.Picture.Max.X/2), "difference": {Both: "A − B: a.mp4 − b.mp4"}, "block PSNR": {Both: "A a.mp4 and B b.mp4", Plane: "Y"}} {
			for _, information := range []panel.Information{{}, {Shown: true, Video: information().Video}} {
				s.Status.Wipe, s.Status.Information, s.Settings.View = w, information, views.Video
				if w.Both != "" {
					s.Settings.View = views.Difference
				}
				if w.Plane != "" {
					s.Settings.View = views.BlockPSNR
				}
				s.Status.Wipe.Names = besides(s.Areas.Picture).Names
				s.Turn(3)
				boxes := map[string]image.Rectangle{"card": s.Widgets.Card, "legend": s.Widgets.CodecLegend, "pixel": s.Widgets.Inspector, "message": s.Widgets.Message}
				for one, a := range boxes {
					for other, b := range boxes {
						if one < other && a.Overlaps(b) {
							t.Errorf("%v, %s: the %s at %v and the %s at %v", size, name, one, a, other, b)
						}
					}
				}
			}
		}
		s.Release()
	}
}

// TestLegendsInBands: while two videos are compared, the legends are next to the picture where one of the bands around it has room, and
// clear of each other and of the lines about a pixel; else that of a view is in the upper right corner, as before, and that of blocks of
// both sides of a divider not at the divider.
func TestLegendsInBands(t *testing.T) {
	s := newStage(t, 1280, 720, 1)
	area := s.Areas.Picture
	part := func(x0, y0, x1, y1 int) image.Rectangle {
		return image.Rect(x0, y0, x1, y1).Add(area.Min).Intersect(area)
	}
	inside := func(x, y int) image.Rectangle { return part(x, y, area.Dx()-x, area.Dy()-y) }
	s.Status.Inspected = []string{"A   (1102, 331)   Y 49  U 127  V 130   RGB 42 38 36", "B   (1102, 331)   Y 46  U 127  V 130   RGB 42 38 36"}
	for name, w := range map[string]panel.Wipe{"wipe": wiped(area, area.Max.X/2), "difference": {Both: "A a.mp4 − B b.mp4   PSNR Y 42.22 dB"}, "block PSNR": {Both: "A a.mp4 and B b.mp4", Plane: "Y"}} {
		for _, c := range []struct {
			shown image.Rectangle
			free  bool // of the picture
		}{{inside(0, 46), true}, {inside(0, 100), true}, {inside(310, 0), true}, {part(0, 0, area.Dx(), area.Dy()-120), true}, {part(320, 0, area.Dx(), area.Dy()), true}, {inside(38, 0), false}, {inside(0, 10), false}, {area, false}} {
			s.Status.Wipe, s.Settings.View, s.Status.Codec = w, views.Video, codedStatus
			s.Status.Wipe.Shown, s.Status.Codec.Beside = [2]image.Rectangle{c.shown, c.shown}, w.On
			if w.Both != "" {
				s.Settings.View, s.Status.Codec.Both, s.Status.Codec.Second = views.Difference, true, true
			}
			if w.Plane != "" {
				s.Settings.View = views.BlockPSNR
			}
			s.Widgets.Legend = image.Rectangle{}
			s.Turn(3)
			legend, blocks, lines := s.Widgets.Legend, s.Widgets.CodecLegend, s.Widgets.Inspector
			if legend.Empty() != w.On || blocks.Empty() || blocks.Overlaps(legend) || lines.Overlaps(legend) || lines.Overlaps(blocks) || !legend.In(area) || !blocks.In(area) {
				t.Errorf("%s, the picture at %v: the legend of the view at %v, of blocks at %v, lines at %v", name, c.shown, legend, blocks, lines)
			}
			switch {
			case c.free && (legend.Overlaps(c.shown) || blocks.Overlaps(c.shown)):
				t.Errorf("%s, the picture at %v: the legend of the view at %v, of blocks at %v", name, c.shown, legend, blocks)
			case !c.free && w.On && blocks.Max.X < area.Max.X-20:
				t.Errorf("%s, the picture at %v: the legend of blocks at %v", name, c.shown, blocks)
			case !c.free && !w.On && (legend.Max.X < area.Max.X-20 || legend.Max.Y > area.Min.Y+120):
				t.Errorf("%s, the picture at %v: the legend of the view at %v", name, c.shown, legend)
			}
		}
	}
}

// TestMessageBelowTitles: a message hides no title, of a view or of videos.
func TestMessageBelowTitles(t *testing.T) {
	for _, width := range []int{640, 1280, 1920} {
		s := newStage(t, width, 720, 1)
		area := s.Areas.Picture
		titled := func(wipe panel.Wipe, view views.View) {
			s.Status.Wipe, s.Settings.View, s.Status.Message = wipe, view, ""
			s.Turn(2)
			bare := s.Pixels()
			s.Status.Wipe.Both, s.Status.Wipe.Names = "", [2]string{}
			s.Turn(2)
			titles := paneltest.Differs(s.Pixels(), bare, image.Rect(area.Min.X, area.Min.Y, area.Min.X+100, area.Max.Y/2))
			s.Status.Wipe = wipe
			s.Status.Message, s.Status.Visible = "Zoom 675 %", 1
			s.Turn(2)
			if m := s.Widgets.Message; m.Empty() || titles.Empty() || m.Overlaps(titles) {
				t.Errorf("%d pixels, %v: the message at %v, the title at %v", width, view, m, titles)
			}
		}
		titled(panel.Wipe{Both: "A − B: a.mp4 − b.mp4"}, views.Difference)
		titled(besides(area), views.Video)
		s.Release()
	}
}

// TestTwoScalesInLine: with a scale each, the line next to the pictures has both; where it has no room, the legend is over a picture.
func TestTwoScalesInLine(t *testing.T) {
	for width, over := range map[int]bool{1280: false, 900: true} {
		t.Run(strconv.Itoa(width), func(t *testing.T) {
			s := newStage(t, width, 460, 1)
			s.Status.Wipe = besides(s.Areas.Picture)
			s.Status.Codec = codedStatus
			s.Status.Codec.Beside, s.Status.Codec.BesideScale, s.Status.Codec.Frames[1] = true, panel.BlockScale{Low: 20, High: 220, Coarsest: 220}, codedStatus.Frames[0]
			s.Turn(2)
			if r := s.Widgets.CodecLegend; r.Empty() || (r.Dy() > 30) != over || !over && r.Dx() < 400 {
				t.Errorf("the legend is at %v", r)
			}
		})
	}
}
