package panel

import (
	"fmt"
	"image"

	"ffkvadrat/decode/describe"
	"ffkvadrat/imgui"
	"ffkvadrat/player/browser"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// videoRow is the height of a line of a list at scale 1.
const videoRow = 20

// videos shows the playlist and the recent videos, at the end of the tab, as they can be long.
func (f *videoTab) videos(status *Status) {
	s := f.Scale
	f.Section("Playlist")
	if n := len(status.Videos); n > 1 && status.Current >= 0 {
		imgui.SameLineV(0, 8*s)
		imgui.PushStyleColor(imgui.ColText, widgets.Packed(f.Dim))
		imgui.TextUnformatted(fmt.Sprintf("%d of %d", status.Current+1, n))
		imgui.PopStyleColor(1)
	}
	const openWidth = 64
	imgui.SameLineV(0, 0)
	at := imgui.CursorScreenPos()
	at.X += imgui.ContentRegionAvail().X - openWidth*s
	at.Y -= 3 * s
	imgui.SetCursorScreenPos(at)
	if imgui.Button("Open…", imgui.NewVec2(openWidth*s, 22*s)) {
		f.Do(command.Do(command.Browse))
	}
	f.w.Open = widgets.Item()
	f.AddCommandTip(command.Do(command.Browse))

	f.videoLists(status)
}

// videoLists shows the lines. When another video plays and the tab is scrolled, its line comes into view.
func (f *videoTab) videoLists(status *Status) {
	s := f.Scale
	top := imgui.CursorScreenPos()
	y := top.Y
	if now := (listed{len(status.Videos), status.Current}); now != f.listed {
		f.listed = now
		if scrolled := imgui.ScrollY(); scrolled > 0 {
			line := scrolled + y - imgui.WindowPos().Y + (float32(now.current)+0.5)*videoRow*s
			imgui.SetScrollY(max(line-imgui.WindowHeight()/2, 0))
		}
	}
	w := &f.w
	w.Videos, w.Recents = f.places.videos[:0], f.places.recents[:0]
	for i := range status.Videos {
		clicked, place := f.videoLine("video", i, &status.Videos[i], y, i == status.Current, "cannot be played")
		if clicked {
			f.Do(command.With(command.OpenVideo, float64(i)))
		}
		w.Videos = append(w.Videos, place)
		y += videoRow * s
	}
	if len(status.Recent) > 0 {
		imgui.WindowDrawList().AddTextFont(f.Medium, widgets.SmallSize*s, imgui.NewVec2(top.X, y+8*s), widgets.Packed(f.Dim), "Played before")
		y += 28 * s
	}
	for i := range status.Recent {
		clicked, place := f.videoLine("recent", i, &status.Recent[i], y, false, "gone")
		if clicked {
			f.Do(command.With(command.OpenRecent, float64(i)))
		}
		w.Recents = append(w.Recents, place)
		y += videoRow * s
	}
	f.places.videos, f.places.recents = w.Videos, w.Recents
	imgui.SetCursorScreenPos(top)
	imgui.Dummy(imgui.NewVec2(1, y-top.Y))
}

// videoLine is a line of a list at a height on the target. A line out of view is skipped and has no
// rectangle.
func (f *videoTab) videoLine(list string, i int, e *browser.Video, y float32, current bool, bad string) (clicked bool, place image.Rectangle) {
	s := f.Scale
	low, size := imgui.WindowPos(), imgui.WindowSize()
	if y+videoRow*s <= low.Y || y >= low.Y+size.Y {
		return false, place
	}
	width := imgui.ContentRegionAvail().X
	at := imgui.NewVec2(imgui.CursorScreenPos().X, y)
	imgui.PushID(int32(i))
	imgui.SetCursorScreenPos(at)
	clicked = imgui.InvisibleButton(list, imgui.NewVec2(max(width, 1), videoRow*s))
	place = widgets.Item().Intersect(image.Rect(int(low.X), int(low.Y), int(low.X+size.X), int(low.Y+size.Y)))
	imgui.PopID()
	draw := imgui.WindowDrawList()
	if imgui.IsItemHovered() {
		draw.AddRectFilledV(at, at.Add(imgui.NewVec2(width, videoRow*s)), widgets.Packed(f.Hovered), 3*s, 0)
		f.WriteTip(e.Path, 0)
	}
	colour, note, room := f.Bright, "", width-22*s
	switch {
	case e.Bad:
		colour, note = f.Dim, bad
	case current:
		colour = f.Stronger
		x, middle := at.X+4*s, y+videoRow*s/2
		draw.AddTriangleFilled(imgui.NewVec2(x, middle-4.5*s), imgui.NewVec2(x+7*s, middle), imgui.NewVec2(x, middle+4.5*s), widgets.Packed(f.Stronger))
	}
	text := imgui.NewVec2(at.X+16*s, y+(videoRow*s-imgui.FontSize())/2-s)
	if note != "" {
		noted := imgui.CalcTextSize(note).X
		draw.AddText(imgui.NewVec2(at.X+width-noted-4*s, text.Y), widgets.Packed(f.Dim), note)
		room -= noted + 8*s
	}
	draw.AddText(text, widgets.Packed(colour), widgets.Fitted(describe.Name(e.Path), room))
	imgui.SetCursorScreenPos(imgui.NewVec2(at.X, imgui.CursorScreenPos().Y))
	return clicked, place
}

var settingsRow = widgets.FormRow("settings", "All settings", "A file with all settings, to keep or to pass on.")

// window shows the lists of scales and themes, and the buttons that save and load settings.
func (f *videoTab) window(settings *session.Settings) {
	s := f.Scale
	f.Section("Window")
	f.scales(settings)
	imgui.SameLineV(0, 8*s)
	f.w.Theme = f.List(themeSetting, widgets.ChosenWord(themeSetting, settings), -1, settings, f.w.Themes[:])
	f.Row(settingsRow, nil)
	width := (imgui.ContentRegionAvail().X - 8*s) / 2
	if imgui.Button("Save", imgui.NewVec2(width, 0)) {
		f.Do(command.Do(command.SaveSettings))
	}
	f.w.SaveSettings = widgets.Item()
	f.AddCommandTip(command.Do(command.SaveSettings))
	imgui.SameLineV(0, 8*s)
	if imgui.Button("Load…", imgui.NewVec2(width, 0)) {
		f.Do(command.Do(command.LoadSettings))
	}
	f.w.LoadSettings = widgets.Item()
	f.AddCommandTip(command.Do(command.LoadSettings))
}

// listed is the state of the playlist in the last Build.
type listed struct{ videos, current int }

// scales is the list of the panel's scales.
func (f *videoTab) scales(settings *session.Settings) {
	r := panelScaleSetting
	f.Row(r, settings)
	imgui.SetNextItemWidth(76 * f.Scale)
	open := f.BeginCombo(r.ID, widgets.ValueText(r, settings))
	if open {
		for i, v := range panelScales {
			one := session.Settings{PanelScale: v}
			if f.Choice(widgets.ValueText(r, &one), v == settings.PanelScale, &f.w.Scales[i]) {
				settings.PanelScale = v
			}
		}
		imgui.EndCombo()
	}
	f.w.Scale = widgets.Item()
	f.AddSettingTip(r)
}
