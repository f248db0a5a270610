package panel

import (
	"fmt"
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/exporting"
	"ffkvadrat/player/exporting/exporttab"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// exportRow is a row above the bar, over the picture's lower edge: the progress of the running export
// while the tab Export does not show it, and then its outcome until the user has seen that.
type exportRow struct {
	*widgets.Kit
	seen bool // the outcome
	w    exportRowWidgets
}

const exportRowHeight = 34

// build shows the row above an area's lower edge, and returns what is left of the area.
func (x *exportRow) build(area image.Rectangle, saving *exporting.State, settings *session.Settings) image.Rectangle {
	inTab := settings.Panel && settings.Tab == session.Export
	switch {
	case saving.Running:
		x.seen = false
	case inTab:
		x.seen = true
	}
	if inTab || x.seen || !saving.Running && saving.Outcome == "" || x.Areas.Bar.Empty() {
		return area
	}
	s := x.Scale
	row := area
	row.Min.Y = row.Max.Y - int(exportRowHeight*s)
	x.w.ExportRow = row
	widgets.BeginWindow("exporting", row, imgui.WindowFlagsNoScrollWithMouse)
	defer imgui.End()
	low, high := widgets.Corners(row)
	imgui.WindowDrawList().AddRectFilled(low, high, widgets.Packed(x.Bed))
	left, right, y := low.X+12*s, high.X-12*s, low.Y+(exportRowHeight*s-imgui.FrameHeight())/2
	button := func(title string, c command.Command, place *image.Rectangle) {
		width := imgui.CalcTextSize(title).X + 20*s
		right -= width
		imgui.SetCursorScreenPos(imgui.NewVec2(right, y))
		if imgui.Button(title, imgui.NewVec2(width, 0)) {
			x.Do(c)
		}
		*place = widgets.Item()
		x.AddCommandTip(c)
		right -= 10 * s
	}
	text := saving.Outcome
	if saving.Running {
		button("Cancel", command.Do(command.CancelExport), &x.w.RowCancel)
		text = "Exporting " + saving.Name
		if saving.Part >= 0 {
			right = x.writeRight(right, y, fmt.Sprintf("%.0f %%,  %s left", 100*saving.Part, exporttab.FormatLeft(saving.Left)))
		} else {
			right = x.writeRight(right, y, quantity.Count(saving.Frames, "frame"))
		}
		bar := min(200*s, (right-left)/2)
		x.DrawProgress(imgui.NewVec2(right-bar, low.Y+exportRowHeight*s/2-3*s), bar, saving.Part)
		right -= bar + 12*s
	} else {
		side := imgui.FrameHeight()
		if right -= side; x.Button("close", right, y, side, x.DrawClose) {
			x.seen = true
		}
		x.w.RowClose = widgets.Item()
		right -= 10 * s
		if saving.Reveals {
			button(widgets.RevealTitle, command.Do(command.ShowExported), &x.w.RowShow)
		}
	}
	at := imgui.NewVec2(left, low.Y+(exportRowHeight*s-imgui.FontSize())/2-s)
	imgui.WindowDrawList().AddText(at, widgets.Packed(x.Bright), widgets.Fitted(text, max(right-left, 1)))
	area.Max.Y = row.Min.Y
	return area
}

// writeRight writes dim text that ends at x, in a line of widgets at y, and returns where more text can
// end.
func (x *exportRow) writeRight(right, y float32, text string) float32 {
	width := imgui.CalcTextSize(text).X
	at := imgui.NewVec2(right-width, y+(imgui.FrameHeight()-imgui.FontSize())/2-x.Scale)
	imgui.WindowDrawList().AddText(at, widgets.Packed(x.Dim), text)
	return right - width - 12*x.Scale
}

// exportRowWidgets are the widgets of the row.
type exportRowWidgets struct {
	ExportRow                    image.Rectangle
	RowCancel, RowClose, RowShow image.Rectangle
}
