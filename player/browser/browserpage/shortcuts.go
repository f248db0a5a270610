package browserpage

import (
	"image"

	"ffkvadrat/decode/describe"
	"ffkvadrat/imgui"
	"ffkvadrat/measure/survey"
	"ffkvadrat/player/browser"
	"ffkvadrat/player/command"
	"ffkvadrat/player/widgets"
)

// notThere describes a recent video that no longer exists.
const notThere = "not there any more"

// noPoster is the poster of a video that no longer exists.
var noPoster = &survey.Poster{}

// shortcuts lists places and recent videos.
func (p *Page) shortcuts(r image.Rectangle, b *browser.State, recent []browser.Video, small bool) {
	s, w := p.Scale, &p.Widgets
	at, end := widgets.Corners(r)
	imgui.SetCursorScreenPos(at)
	imgui.BeginChild("places", end.Sub(at), 0, 0)
	draw := imgui.WindowDrawList()
	view := view()
	top := imgui.CursorScreenPos()
	width := imgui.ContentRegionAvail().X
	y := top.Y
	w.Places = p.places.folders[:0]
	for i := range b.Places {
		place := &b.Places[i]
		low, size := imgui.NewVec2(top.X, y), imgui.NewVec2(width, entryRow*s)
		imgui.PushID(int32(i))
		clicked, over := widgets.InvisibleButton("place", low, size)
		imgui.PopID()
		w.Places = append(w.Places, widgets.Item().Intersect(view))
		p.AddTip(browser.Label(place.Path))
		here := place.Path == p.files.path
		p.bedOfLine(draw, low, size, here, over)
		p.DrawFolder(draw, top.X+14*s, y+entryRow*s/2, folderInk)
		draw.AddText(imgui.NewVec2(top.X+28*s, y+(entryRow*s-imgui.FontSize())/2-s), widgets.Packed(p.Bright), widgets.Fitted(place.Label, width-32*s))
		if clicked {
			p.Do(command.Command{ID: command.ShowFolder, Text: place.Path})
		}
		y += entryRow * s
	}
	p.places.folders = w.Places
	w.Played = p.places.played[:0]
	recent = recent[:min(len(recent), mostPosters)]
	if b.Kind != browser.Videos {
		recent = nil
	}
	if len(recent) > 0 {
		draw.AddTextFont(p.Medium, widgets.SmallSize*s, imgui.NewVec2(top.X+6*s, y+10*s), widgets.Packed(p.Dim), "Played before")
		y += 30 * s
	}
	box := imgui.NewVec2(72*s, 41*s)
	if small {
		box = imgui.NewVec2(48*s, 27*s)
	}
	for i := range recent {
		e := &recent[i]
		low, size := imgui.NewVec2(top.X, y), imgui.NewVec2(width, box.Y+8*s)
		imgui.PushID(int32(i))
		clicked, over := widgets.InvisibleButton("played", low, size)
		imgui.PopID()
		w.Played = append(w.Played, widgets.Item().Intersect(view))
		gone := e.Gone()
		if gone {
			p.AddTip(browser.Label(e.Path) + "\n" + notThere)
		} else {
			p.AddTip(browser.Label(e.Path))
		}
		p.bedOfLine(draw, low, size, false, over && !gone)
		made := e.Poster
		if gone {
			made = noPoster
		}
		p.poster(draw, i, made, low.Add(imgui.NewVec2(4*s, 4*s)), box, 3)
		p.nameOf(draw, e, imgui.NewVec2(low.X+box.X+11*s, y), imgui.NewVec2(width-box.X-15*s, size.Y))
		if clicked && !gone {
			p.Do(command.With(command.OpenRecent, float64(i)))
		}
		y += size.Y
	}
	p.places.played = w.Played
	imgui.SetCursorScreenPos(top)
	imgui.Dummy(imgui.NewVec2(1, y-top.Y))
	imgui.EndChild()
}

// nameOf writes a video's name in two lines, or in one line above a remark.
func (p *Page) nameOf(draw *imgui.DrawList, e *browser.Video, at, size imgui.Vec2) {
	s := p.Scale
	imgui.PushFont(p.Regular, widgets.SmallSize*s)
	defer imgui.PopFont()
	name := browser.Label(describe.Name(e.Path))
	ink, first, second := p.Bright, name, ""
	switch {
	case e.Gone():
		ink, first, second = p.Dim, widgets.Fitted(name, size.X), notThere
		if imgui.CalcTextSize(second).X > size.X {
			second = "gone"
		}
	case imgui.CalcTextSize(name).X > size.X:
		first, second = widgets.Broken(name, size.X)
		second = widgets.Fitted(second, size.X)
	}
	line := 1.2 * widgets.SmallSize * s
	y := at.Y + (size.Y-line)/2
	if second != "" {
		y = at.Y + size.Y/2 - line
	}
	draw.AddText(imgui.NewVec2(at.X, y), widgets.Packed(ink), first)
	if second != "" {
		draw.AddText(imgui.NewVec2(at.X, y+line), widgets.Packed(ink), second)
	}
}
