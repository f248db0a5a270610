package panel_test

import (
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid/points"
	"ffkvadrat/yuv/channel"
)

// TestAdvanced unfolds the advanced parameters and sets each; those without effect are disabled.
func TestAdvanced(t *testing.T) {
	s := newStage(t, 960, 700, 1)
	w := &s.Widgets
	if !w.Parameter("planes").Widget.Empty() {
		t.Error("the advanced parameters are open at first")
	}
	s.Click(w.Advanced)
	s.Turn(2)
	pick := func(name string, i int) {
		t.Helper()
		at := w.Parameter(name)
		s.Click(at.Widget)
		s.Turn(2)
		if at.Lines[i].Empty() {
			t.Fatalf("line %d of %s is not there", i, name)
		}
		s.Click(at.Lines[i])
		s.Turn(2)
	}
	want := s.Settings.Params
	check := func(what string) {
		t.Helper()
		if s.Settings.Params != want || s.Settings.Check() != nil {
			t.Errorf("%s: %+v, want %+v; %v", what, s.Settings.Params, want, s.Settings.Check())
		}
	}
	pick("planes", int(edge.AllPlanes))
	want.Planes = edge.AllPlanes
	check("all planes")
	s.Settings.Threshold = s.Settings.MaxThreshold()
	pick("planes", int(edge.LumaPlane))
	want.Planes, want.Threshold = edge.LumaPlane, 4
	check("luma alone, with the threshold behind its scale")

	s.Settings.Planes, s.Settings.Threshold, s.Settings.Low = edge.AllPlanes, 9, 5
	s.Turn(2)
	pick("planes", int(edge.LumaPlane))
	want.Low = 4
	check("luma alone, with the lower end behind its scale")
	s.Settings.Low = 0
	want.Low = 0

	s.Click(w.Parameter("bounds").Typed)
	s.write("4")
	want.Bounds, _ = edge.NewBounds(1, 2, 3)
	check("four classes")
	if s.Settings.Colour != overlay.ByClass {
		t.Errorf("classes are drawn %v", s.Settings.Colour.Title())
	}
	s.Turn(2)

	s.Click(w.Parameter("invert").Widget)
	want.Invert, want.Bounds = true, edge.Bounds{}
	check("inverted, without classes")

	pick("min_size", 3)
	want.MinSize = 4
	check("smallest quads of 4 pixels")
	s.Click(w.Parameter("max_size").Widget)
	s.Turn(2)
	n := 0
	for _, r := range w.Parameter("max_size").Lines {
		if !r.Empty() {
			n++
		}
	}
	if n != 10 { // no limit, and 4 to 1024
		t.Errorf("%d largest sizes beside a smallest one of 4", n)
	}
	s.Click(w.Parameter("max_size").Lines[2])
	s.Turn(2)
	want.MaxSize = 8
	check("largest quads of 8 pixels")
	pick("min_size", 0)
	want.MinSize = 0
	check("no smallest")

	s.Click(w.Parameter("features").Widget) // disabled
	s.Turn(2)
	if !w.Parameter("features").Lines[0].Empty() {
		t.Error("features can be chosen for edges")
	}
	s.Settings.Params = s.Settings.Switched(analysis.EdgeThreshold, edge.Luma)
	s.Turn(2)
	want = s.Settings.Params
	s.Click(w.Parameter("low").Widget)
	check("a lower end of an operator that has none")

	s.Settings.Params = s.Settings.Switched(analysis.EdgeThreshold, edge.Range)
	s.Turn(2)
	want = s.Settings.Params
	slider := w.Parameter("low").Widget
	s.Click(slider) // the scale is logarithmic, as that of the threshold
	if want.Low = s.Settings.Low; want.Low < 0.008 || want.Low > 0.012 {
		t.Errorf("low in the middle: %v", want.Low)
	}
	check("low")
	slider.Min.X = slider.Max.X - 4
	s.Click(slider)
	want.Low = want.Threshold
	check("low at the end of the scale: at the threshold")
	s.Click(w.Parameter("planes").Widget)
	if s.Turn(2); !w.Parameter("planes").Lines[0].Empty() {
		t.Error("planes can be chosen for an operator that takes the luma")
	}

	s.Click(w.Parameter("order").Widget)
	if s.Turn(2); !w.Parameter("order").Lines[0].Empty() {
		t.Error("an order can be chosen for edges")
	}
	s.Settings.MinSize = 2
	s.Turn(2)
	s.Click(w.Points)
	want = s.Settings.Params
	if want.Variant != analysis.Points || want.MinSize != 0 || want.Operator != edge.Range {
		t.Errorf("points: %+v", want)
	}
	pick("order", int(points.ByLines))
	want.Order = points.ByLines
	check("points by lines")
	s.Click(w.Parameter("min_size").Widget)
	if s.Turn(2); !w.Parameter("min_size").Lines[0].Empty() {
		t.Error("a smallest size can be chosen for points")
	}
	s.Click(w.Points)
	want.Variant = analysis.EdgeThreshold
	check("points no more")
	s.Settings.Params = s.Settings.Switched(analysis.CommonFeature, edge.Cross)
	s.Turn(2)
	want = s.Settings.Params
	s.Click(w.Parameter("invert").Widget)
	check("inverted similar colours")
	pick("features", int(channel.YUV))
	want.Features = channel.YUV
	check("features")
}
