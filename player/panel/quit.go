package panel

import (
	"fmt"
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/exporting/exporttab"
	"ffkvadrat/player/widgets"
)

// Sizes of the question at scale 1: width, margin, and height of the buttons.
const (
	quitWidth  = 380
	quitMargin = 16
	quitButton = 30
)

// quitQuestion asks whether to quit while an export runs.
type quitQuestion struct {
	*widgets.Kit
	export *exporttab.Tab
	w      quitWidgets
}

// build shows the question at the centre of an area, above all other widgets.
func (q *quitQuestion) build(area image.Rectangle, status *Status) {
	if !status.Quitting {
		return
	}
	s := q.Scale
	size := imgui.NewVec2(min(quitWidth*s, float32(q.Width)), (2*quitMargin+quitButton+66)*s)
	low := imgui.NewVec2(float32(int(float32(area.Min.X+area.Max.X)/2-size.X/2)), float32(int(float32(area.Min.Y+area.Max.Y)/2-size.Y/2)))
	low.X = max(low.X, 0)
	place := image.Rect(int(low.X), int(low.Y), int(low.X+size.X), int(low.Y+size.Y))
	q.w.Quit = place
	imgui.SetNextWindowPos(low)
	imgui.SetNextWindowSize(size)
	const front = imgui.WindowFlagsNoBringToFrontOnFocus | imgui.WindowFlagsNoFocusOnAppearing
	imgui.Begin("quit", widgets.WindowFlags&^front|imgui.WindowFlagsNoScrollWithMouse)
	defer imgui.End()
	draw := imgui.WindowDrawList()
	draw.AddRectFilledV(low, low.Add(size), widgets.Packed(q.Ground), 8*s, 0)
	draw.AddRect(low, low.Add(size), widgets.Packed(q.Pressed), 8*s, 0, s)
	at := low.Add(imgui.NewVec2(quitMargin*s, quitMargin*s))
	draw.AddTextFont(q.Medium, widgets.TitleSize*s, at, widgets.Packed(q.Stronger), "An export is not finished")
	far := "It writes " + q.export.Form.Name
	if saving := &status.Saving; saving.Part >= 0 {
		far = fmt.Sprintf("%.0f %% done, %s left", 100*saving.Part, exporttab.FormatLeft(saving.Left))
	}
	imgui.PushFont(q.Regular, widgets.TextSize*s)
	draw.AddText(at.Add(imgui.NewVec2(0, 26*s)), widgets.Packed(q.Bright), widgets.Fitted(far, size.X-2*quitMargin*s))
	imgui.PopFont()
	draw.AddTextFont(q.Regular, widgets.SmallSize*s, at.Add(imgui.NewVec2(0, 46*s)), widgets.Packed(q.Dim), "q again: stop and quit; Esc: keep exporting")
	button := imgui.NewVec2((size.X-2*quitMargin*s-8*s)/2, quitButton*s)
	imgui.SetCursorScreenPos(at.Add(imgui.NewVec2(0, 70*s)))
	if q.MainButton("Keep exporting", button) {
		q.Do(command.Do(command.Stay))
	}
	q.w.Stay = widgets.Item()
	imgui.SameLineV(0, 8*s)
	if imgui.Button("Stop and quit", button) {
		q.Do(command.Do(command.Quit))
	}
	q.w.StopAndQuit = widgets.Item()
}

type quitWidgets struct {
	Quit              image.Rectangle // the whole question, then its buttons
	Stay, StopAndQuit image.Rectangle
}
