package widgets

import (
	"image"

	"ffkvadrat/imgui"
)

// WindowFlags are those of all windows: no frame, no background, a fixed place.
const WindowFlags = imgui.WindowFlagsNoDecoration | imgui.WindowFlagsNoBackground | imgui.WindowFlagsNoMove | imgui.WindowFlagsNoSavedSettings |
	imgui.WindowFlagsNoNavFocus | imgui.WindowFlagsNoBringToFrontOnFocus | imgui.WindowFlagsNoFocusOnAppearing

// BeginWindow opens a window at a rectangle.
func BeginWindow(name string, r image.Rectangle, flags imgui.WindowFlags) {
	imgui.SetNextWindowPos(imgui.NewVec2(float32(r.Min.X), float32(r.Min.Y)))
	imgui.SetNextWindowSize(imgui.NewVec2(float32(r.Dx()), float32(r.Dy())))
	imgui.Begin(name, WindowFlags|flags)
}

// BeginScrolling begins a part of the current window that scrolls. Where needed, it has a scroll bar next to
// its content, which therefore has the same width with it and without: the rectangle's width without the
// padding at both sides. Keys reach its widgets from those of the window.
func BeginScrolling(name string, r image.Rectangle, padding imgui.Vec2, width float32) {
	imgui.SetCursorScreenPos(imgui.NewVec2(float32(r.Min.X), float32(r.Min.Y)))
	imgui.SetNextWindowContentSize(imgui.NewVec2(width, 0))
	imgui.SetNextWindowScroll(imgui.NewVec2(0, -1))
	imgui.PushStyleVar(imgui.StyleVarWindowPadding, padding)
	imgui.BeginChild(name, imgui.NewVec2(float32(r.Dx()), float32(r.Dy())), imgui.ChildFlagsAlwaysUseWindowPadding|imgui.ChildFlagsNavFlattened, 0)
	imgui.PopStyleVar(1)
}

// Corners returns the corners of a rectangle.
func Corners(r image.Rectangle) (low, high imgui.Vec2) {
	return imgui.NewVec2(float32(r.Min.X), float32(r.Min.Y)), imgui.NewVec2(float32(r.Max.X), float32(r.Max.Y))
}

// FitInto returns the largest size inside a box with a picture's aspect ratio.
func FitInto(picture image.Point, box imgui.Vec2) imgui.Vec2 {
	scale := min(box.X/float32(picture.X), box.Y/float32(picture.Y))
	return imgui.NewVec2(float32(picture.X)*scale, float32(picture.Y)*scale)
}

// Item returns the rectangle of the last widget.
func Item() image.Rectangle {
	low, high := imgui.ItemRectMin(), imgui.ItemRectMax()
	return image.Rect(int(low.X), int(low.Y), int(high.X), int(high.Y))
}
