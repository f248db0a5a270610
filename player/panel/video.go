package panel

import (
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

type videoTab struct {
	*widgets.Kit
	facts   *Facts
	wording *informationWords
	listed  listed
	w       videoWidgets
	places  struct{ videos, recents, facts []image.Rectangle } // memory of the widgets
}

func (f *videoTab) build(status *Status, settings *session.Settings) {
	imgui.PushFont(f.Medium, widgets.TitleSize*f.Scale)
	imgui.TextUnformatted(widgets.Fitted(f.facts.Name, imgui.ContentRegionAvail().X))
	imgui.PopFont()
	f.information(&status.Information)
	f.shown(status, settings)
	f.videos(status, settings)
}

type videoWidgets struct {
	Facts                       []image.Rectangle // rows of information
	Scale                       image.Rectangle
	Scales                      widgets.Lines
	Theme                       image.Rectangle
	Themes                      widgets.Lines
	Matrix, Range, Transfer     image.Rectangle
	Matrices, Ranges, Transfers widgets.Lines
	Fields, Grain               widgets.Lines
	Brightness, BrightnessTyped image.Rectangle // brightness of the display
	Contrast, ContrastTyped     image.Rectangle
	Open                        image.Rectangle
	Videos, Recents             []image.Rectangle // valid until the next Build; empty if out of view
	SaveSettings, LoadSettings  image.Rectangle
}

// information shows the rows of the Video tab. A click on a row copies its value.
func (f *videoTab) information(i *Information) {
	s := f.Scale
	imgui.PushFont(f.Regular, widgets.SmallSize*s)
	groups := f.wording.grouped(i)
	names, _ := columns(groups)
	names += nameGap * s
	width := imgui.ContentRegionAvail().X
	values := max(width-names, 1)
	at := imgui.CursorScreenPos()
	top := at.Y
	draw := imgui.WindowDrawList()
	f.w.Facts = f.places.facts[:0]
	for g, group := range groups {
		if g > 0 {
			at.Y += groupGap * s
		}
		for _, row := range group {
			height := imgui.CalcTextSizeV(row.Value, false, values).Y + factGap*s
			imgui.PushID(int32(len(f.w.Facts)))
			imgui.SetCursorScreenPos(at)
			if imgui.InvisibleButton("fact", imgui.NewVec2(max(width, 1), height)) {
				f.Do(command.Command{ID: command.Copy, Text: row.Value})
			}
			imgui.PopID()
			f.w.Facts = append(f.w.Facts, widgets.Item())
			f.AddTip("Click to copy the value.")
			high := at.Add(imgui.NewVec2(width, height))
			if imgui.IsItemHovered() {
				draw.AddRectFilledV(at, high, widgets.Packed(f.Hovered), 3*s, 0)
			}
			text := at.Add(imgui.NewVec2(0, factGap*s/2))
			draw.AddTextFont(f.Regular, widgets.SmallSize*s, text, widgets.Packed(f.Dim), row.Name)
			text.X += names
			draw.AddTextFontV(f.Regular, widgets.SmallSize*s, text, widgets.Packed(f.Bright), row.Value, values, nil)
			at.Y += height
		}
	}
	f.places.facts = f.w.Facts
	t := &f.wording.tab
	if t.video != f.facts.Name || t.width != width {
		*t = tallest{video: f.facts.Name, width: width}
	}
	t.height = max(t.height, at.Y-top)
	at.Y = top + t.height
	imgui.SetCursorScreenPos(at)
	imgui.PopFont()
	imgui.Dummy(imgui.NewVec2(width, 0))
}
