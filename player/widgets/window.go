package widgets

import (
	"image"

	"ffkvadrat/imgui"
)

// WindowFlags are those of all windows: no frame, no background, a fixed place.
const WindowFlags = imgui.WindowFlagsNoDecoration | imgui.WindowFlagsNoBackground | imgui.WindowFlagsNoMove | imgui.WindowFlagsNoSavedSettings |
	imgui.WindowFlagsNoNav | imgui.WindowFlagsNoBringToFrontOnFocus | imgui.WindowFlagsNoFocusOnAppearing

// BeginWindow opens a window at a rectangle.
func BeginWindow(name string, r image.Rectangle, flags imgui.WindowFlags) {
	imgui.SetNextWindowPos(imgui.NewVec2(float32(r.Min.X), float32(r.Min.Y)))
	imgui.SetNextWindowSize(imgui.NewVec2(float32(r.Dx()), float32(r.Dy())))
	imgui.Begin(name, WindowFlags|flags)
}

// BeginScrolling opens a window with a scroll bar where needed.
func BeginScrolling(name string, r image.Rectangle) {
	imgui.SetNextWindowPos(imgui.NewVec2(float32(r.Min.X), float32(r.Min.Y)))
	imgui.SetNextWindowSize(imgui.NewVec2(float32(r.Dx()), float32(r.Dy())))
	imgui.Begin(name, WindowFlags&^imgui.WindowFlagsNoScrollbar)
}

// Item returns the rectangle of the last widget.
func Item() image.Rectangle {
	low, high := imgui.ItemRectMin(), imgui.ItemRectMax()
	return image.Rect(int(low.X), int(low.Y), int(high.X), int(high.Y))
}
