package timelinestrip

import (
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// Sizes at scale 1 of the strip's upper edge: the part that can be dragged, and the handle in its
// middle.
const (
	gripHeight  = 5
	handleWidth = 28
	wideHandle  = 56 // where a higher strip has room for what is crowded
)

// grip is the state of the strip's upper edge.
type grip struct {
	gripped bool    // it was dragged in the last Build
	inside  float32 // distance of the press from the edge
}

// edge is the strip's upper edge; dragging it changes the strip's height, and a double click
// restores the height that suits the window.
func (l *Strip) edge(r image.Rectangle, settings *session.Settings) {
	s, mouse := l.kit.Scale, imgui.CurrentIO().MousePos
	low := imgui.NewVec2(float32(r.Min.X), float32(r.Min.Y))
	imgui.SetCursorScreenPos(low)
	imgui.InvisibleButton("edge", imgui.NewVec2(float32(r.Dx()), gripHeight*s))
	l.Widgets.TimelineGrip = widgets.Item()
	tip, ink, wide := "Drag to change the timeline's height. A double click restores it.", l.kit.Hovered, float32(handleWidth)
	if l.crowded() && low.Y > pictureHeight*s {
		tip, ink, wide = "Drag up: curves share lanes, or have no room, and a higher timeline gives each its own. A double click restores the height.", l.kit.Accent, wideHandle
	}
	l.kit.AddTip(tip)
	active := imgui.IsItemActive()
	if imgui.IsItemActivated() {
		l.inside = mouse.Y - low.Y
	}
	if (active || l.gripped) && imgui.CurrentIO().MouseDelta.Y != 0 { // a quick drag ends in the Build that first sees it move
		high := int((float32(r.Max.Y)-mouse.Y+l.inside)/s + 0.5)
		if l.Zoomed() {
			high -= overviewHeight + overviewGap
		}
		settings.TimelineHeight = min(max(high, session.LeastTimelineHeight), session.MostTimelineHeight)
	}
	if imgui.IsItemHovered() && imgui.IsMouseDoubleClicked(0) {
		settings.TimelineHeight = 0
	}
	l.gripped = active
	draw := imgui.WindowDrawList()
	if l.line.OnEdge = active || imgui.IsItemHovered(); l.line.OnEdge {
		ink = l.kit.Accent
		draw.AddRectFilled(low, low.Add(imgui.NewVec2(float32(r.Dx()), s)), widgets.Packed(ink))
	}
	middle := float32(int(low.X + float32(r.Dx())/2))
	draw.AddRectFilledV(imgui.NewVec2(middle-wide/2*s, low.Y+s), imgui.NewVec2(middle+wide/2*s, low.Y+4*s), widgets.Packed(ink), 1.5*s, 0)
}
