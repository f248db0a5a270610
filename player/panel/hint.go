package panel

import (
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/hint"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// hintPlace returns the place of a hint: at the picture's lower edge, above what is there already; empty without one.
func (o *overPicture) hintPlace(free, inspector image.Rectangle, h hint.Hint) (at image.Rectangle) {
	if h.Text == "" {
		return at
	}
	s := o.Scale
	if start := o.start.Widgets.Hint; o.start.Shows() {
		free.Max.Y = min(free.Max.Y, start.Min.Y)
	}
	imgui.PushFont(o.Medium, widgets.TextSize*s)
	size := imgui.CalcTextSizeV(h.Text, false, o.hintRoom(free))
	imgui.PopFont()
	wide, high := size.X+34*s, size.Y+14*s
	low := imgui.NewVec2(float32(int(float32(free.Min.X+free.Max.X)/2-wide/2)), float32(int(float32(free.Max.Y)-16*s-high)))
	at = image.Rect(int(low.X), int(low.Y), int(low.X+wide), int(low.Y+high))
	if inspector.Inset(-int(8*s)).Overlaps(at) && !inspector.Empty() {
		at = at.Add(image.Pt(0, int(float32(inspector.Min.Y)-8*s-high)-at.Min.Y))
	}
	return at
}

// hintRoom is the width of a hint's words.
func (o *overPicture) hintRoom(free image.Rectangle) float32 {
	return max(float32(free.Dx())-72*o.Scale, 1)
}

// hint shows at its place why there are no quads. Its colour is that of the frame around the control.
func (o *overPicture) hint(at, free image.Rectangle, h hint.Hint) {
	if at.Empty() {
		return
	}
	o.w.Reason = at
	s := o.Scale
	low, end := widgets.Corners(at)
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, end, widgets.Packed(o.Bed), 5*s, 0)
	if h.Control != hint.None {
		draw.AddRect(low, end, widgets.Packed(o.LoopColour), 5*s, 0, 1.5*s)
	}
	draw.AddTextFontV(o.Medium, widgets.TextSize*s, low.Add(imgui.NewVec2(17*s, 7*s)), widgets.Packed(o.Bright), h.Text, o.hintRoom(free), nil)
}

// highlight frames the control that a hint names. On another tab, it frames the tab's name.
func (p *Panel) highlight(h hint.Hint, tab session.Tab) {
	w := &p.tune.w
	planes := w.Parameter("planes").Widget
	if planes.Empty() {
		planes = w.Advanced
	}
	at := [...]image.Rectangle{hint.None: {}, hint.Threshold: w.Threshold, hint.Colour: w.Pick, hint.Template: w.PickTemplate, hint.Planes: planes}[h.Control]
	if h.Control != hint.None && tab != session.Tune {
		at = p.Tabs.w.Tabs[session.Tune]
	}
	if at.Empty() {
		return
	}
	low, high := widgets.Corners(at.Inset(-int(3 * p.Scale)))
	draw, around := imgui.WindowDrawList(), imgui.NewVec2(2*p.Scale, 2*p.Scale)
	draw.PushClipRect(low.Sub(around), high.Add(around), tab == session.Tune) // the names of the tabs are outside what scrolls
	draw.AddRect(low, high, widgets.Packed(p.LoopColour), 6*p.Scale, 0, 2*p.Scale)
	draw.PopClipRect()
}
