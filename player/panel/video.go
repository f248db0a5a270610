package panel

import (
	"image"

	"ffkvadrat/decode/describe"
	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/rawform/rawfields"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

type videoTab struct {
	*widgets.Kit
	facts           *Facts
	wording         *informationWords
	listed          listed
	raw             *rawfields.Fields
	details, coding bool // unfolded
	w               videoWidgets
	places          struct{ videos, recents, facts []image.Rectangle } // memory of the widgets
}

func (f *videoTab) build(status *Status, settings *session.Settings) {
	imgui.PushFont(f.Medium, widgets.TitleSize*f.Scale)
	imgui.TextUnformatted(widgets.Fitted(f.facts.Name, imgui.ContentRegionAvail().X))
	imgui.PopFont()
	f.raw.Section(status.Raw)
	groups := f.wording.grouped(&status.Information)
	imgui.PushFont(f.Regular, widgets.SmallSize*f.Scale)
	names, _ := columns(groups)
	imgui.PopFont()
	f.w.Facts = f.places.facts[:0]
	f.information(groups, names, false)
	f.w.MoreFacts = f.Fold("Details", "Time stamp and size of the frame, colour tags and container.", false, &f.details, 0)
	if f.details {
		f.information(groups, names, true)
	}
	f.places.facts = f.w.Facts
	f.shown(status, settings)
	f.window(settings)
	f.videos(status)
}

type videoWidgets struct {
	Facts                       []image.Rectangle // rows of information
	MoreFacts, Coding           image.Rectangle   // lines that unfold
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

// information shows the rows of the Video tab that are details or are not. A click on a row copies its value.
func (f *videoTab) information(groups [][]describe.Row, names float32, details bool) {
	s := f.Scale
	imgui.PushFont(f.Regular, widgets.SmallSize*s)
	names += nameGap * s
	width := imgui.ContentRegionAvail().X
	values := max(width-names, 1)
	at := imgui.CursorScreenPos()
	top, gap := at.Y, float32(0)
	draw := imgui.WindowDrawList()
	for _, group := range groups {
		for _, row := range group {
			if row.Detail != details {
				continue
			}
			at.Y += gap
			gap = 0
			value := row.Value
			if imgui.CalcTextSize(value).X > values {
				value = widgets.Unbroken(value)
			}
			height := imgui.CalcTextSizeV(value, false, values).Y + factGap*s
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
			draw.AddTextFontV(f.Regular, widgets.SmallSize*s, text, widgets.Packed(f.Bright), value, values, nil)
			at.Y += height
		}
		if at.Y > top {
			gap = groupGap * s
		}
	}
	t := &f.wording.tab[0]
	if details {
		t = &f.wording.tab[1]
	}
	if t.video != f.facts.Name || t.width != width {
		*t = tallest{video: f.facts.Name, width: width}
	}
	t.height = max(t.height, at.Y-top)
	at.Y = top + t.height
	imgui.SetCursorScreenPos(at)
	imgui.PopFont()
	imgui.Dummy(imgui.NewVec2(width, 0))
}
