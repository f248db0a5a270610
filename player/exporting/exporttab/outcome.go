package exporttab

import (
	"fmt"
	"time"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/exporting"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/widgets"
)

// lastTitle is the heading of how the last export has ended.
const lastTitle = "Last export"

// outcome says how the last export has ended, or what the running one will need.
func (e *Tab) outcome(saving *exporting.State) {
	if saving.Running {
		if saving.Large != "" {
			widgets.Paragraph(saving.Large)
		}
		return
	}
	if saving.Outcome == "" {
		return
	}
	imgui.Dummy(imgui.NewVec2(0, 2*e.Scale))
	e.Rule() // it is not about the picture, whose button is above
	e.Heading(lastTitle)
	e.Names = append(e.Names, lastTitle)
	widgets.Paragraph(saving.Outcome)
	if saving.Reveals {
		if imgui.Button(widgets.RevealTitle, imgui.NewVec2(imgui.ContentRegionAvail().X, 26*e.Scale)) {
			e.Do(command.Do(command.ShowExported))
		}
		e.Widgets.ShowExported = widgets.Item()
		e.AddCommandTip(command.Do(command.ShowExported))
	}
}

// progress shows how far the export is, in place of what it will write, and the button that cancels it, in place of
// the one that copies its command, so that nothing moves. A disabled button is where Export was, as further clicks on
// that must not cancel.
func (e *Tab) progress(saving *exporting.State) {
	s := e.Scale
	width := imgui.ContentRegionAvail().X
	at := imgui.CursorScreenPos()
	e.DrawProgress(imgui.NewVec2(at.X, at.Y+3*s), width, saving.Part)
	imgui.SetCursorScreenPos(at.Add(imgui.NewVec2(0, imgui.FontSize())))
	imgui.TextUnformatted(fmt.Sprintf("%s, %.0f/s", quantity.Count(saving.Frames, "frame"), saving.Rate))
	if saving.Part >= 0 {
		widgets.WriteRight(fmt.Sprintf("%.0f %%   %s left", 100*saving.Part, FormatLeft(saving.Left)))
	}
	imgui.SetCursorScreenPos(at)
	imgui.Dummy(imgui.NewVec2(width, max(e.said, e.least())))
	e.BeginUnused("an export runs")
	e.Widgets.Export, _ = e.ExportButtons("##go", 30, false, command.Do(command.Export), command.Do(command.ReplaceExport))
	e.EndUnused()
	if imgui.Button("Cancel", imgui.NewVec2(width, 26*s)) {
		e.Do(command.Do(command.CancelExport))
	}
	e.Widgets.Cancel = widgets.Item()
	e.AddCommandTip(command.Do(command.CancelExport))
}

// FormatLeft returns a remaining time in minutes and seconds.
func FormatLeft(d time.Duration) string {
	s := int(d.Round(time.Second).Seconds())
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
