package panel

import (
	"fmt"
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
)

// Sizes of the question at scale 1: width, margin, and height of the buttons.
const (
	quitWidth  = 380
	quitMargin = 16
	quitButton = 30
)

// quitQuestion asks whether to quit while an export runs.
type quitQuestion struct {
	*kit
	export *exportTab
	w      quitWidgets
}

// build shows the question at the centre of an area, above all other widgets.
func (q *quitQuestion) build(area image.Rectangle, status *Status) {
	if !status.Quitting {
		return
	}
	s := q.scale
	size := imgui.NewVec2(min(quitWidth*s, float32(q.width)), (2*quitMargin+quitButton+66)*s)
	low := imgui.NewVec2(float32(int(float32(area.Min.X+area.Max.X)/2-size.X/2)), float32(int(float32(area.Min.Y+area.Max.Y)/2-size.Y/2)))
	low.X = max(low.X, 0)
	place := image.Rect(int(low.X), int(low.Y), int(low.X+size.X), int(low.Y+size.Y))
	q.w.Quit = place
	imgui.SetNextWindowPos(low)
	imgui.SetNextWindowSize(size)
	const front = imgui.WindowFlagsNoBringToFrontOnFocus | imgui.WindowFlagsNoFocusOnAppearing
	imgui.Begin("quit", window&^front|imgui.WindowFlagsNoScrollWithMouse)
	defer imgui.End()
	draw := imgui.WindowDrawList()
	draw.AddRectFilledV(low, low.Add(size), packed(ground), 8*s, 0)
	draw.AddRect(low, low.Add(size), packed(pressed), 8*s, 0, s)
	at := low.Add(imgui.NewVec2(quitMargin*s, quitMargin*s))
	draw.AddTextFont(q.medium, titleSize*s, at, packed(stronger), "An export is not finished")
	far := "It writes " + q.export.Form.Name
	if saving := &status.Saving; saving.Part >= 0 {
		far = fmt.Sprintf("%.0f %% done, %s left", 100*saving.Part, wait(saving.Left))
	}
	imgui.PushFont(q.regular, textSize*s)
	draw.AddText(at.Add(imgui.NewVec2(0, 26*s)), packed(bright), fitted(far, size.X-2*quitMargin*s))
	imgui.PopFont()
	draw.AddTextFont(q.regular, smallSize*s, at.Add(imgui.NewVec2(0, 46*s)), packed(dim), "q again: stop and quit; Esc: keep exporting")
	button := imgui.NewVec2((size.X-2*quitMargin*s-8*s)/2, quitButton*s)
	imgui.SetCursorScreenPos(at.Add(imgui.NewVec2(0, 70*s)))
	imgui.PushStyleColor(imgui.ColButton, packed(chosen))
	imgui.PushStyleColor(imgui.ColButtonHovered, packed(accent))
	if imgui.Button("Keep exporting", button) {
		q.do(command.Do(command.Stay))
	}
	imgui.PopStyleColor(2)
	q.w.Stay = item()
	imgui.SameLineV(0, 8*s)
	if imgui.Button("Stop and quit", button) {
		q.do(command.Do(command.Quit))
	}
	q.w.StopAndQuit = item()
}

type quitWidgets struct {
	Quit              image.Rectangle // the whole question, then its buttons
	Stay, StopAndQuit image.Rectangle
}
