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

// firstPlayed is how many recent videos are above the places, so that these stay in view; half as many in a small page.
const firstPlayed = 4

// shortcuts lists the last videos, places, and the videos before these.
func (p *Page) shortcuts(r image.Rectangle, b *browser.State, recent []browser.Video, small bool) {
	w := &p.Widgets
	at, end := widgets.Corners(r)
	imgui.SetCursorScreenPos(at)
	imgui.BeginChild("places", end.Sub(at), 0, 0)
	l := shortcutList{Page: p, draw: imgui.WindowDrawList(), view: view(), at: imgui.CursorScreenPos(), width: imgui.ContentRegionAvail().X}
	top := l.at
	recent, first := recent[:min(len(recent), mostPosters)], firstPlayed
	if b.Kind != browser.Videos {
		recent = nil
	}
	if small {
		first /= 2
	}
	first = min(first, len(recent))
	w.Played, w.Places = p.places.played[:0], p.places.folders[:0]
	l.played("Played before", recent, 0, first, small)
	if first > 0 {
		l.heading("Places")
	}
	l.folders(b.Places)
	l.played("Earlier", recent, first, len(recent), small)
	p.places.played, p.places.folders = w.Played, w.Places
	imgui.SetCursorScreenPos(top)
	imgui.Dummy(imgui.NewVec2(1, l.at.Y-top.Y))
	imgui.EndChild()
}

// shortcutList draws the list of shortcuts from a place down.
type shortcutList struct {
	*Page
	draw  *imgui.DrawList
	view  image.Rectangle
	at    imgui.Vec2
	width float32
}

func (l *shortcutList) heading(text string) {
	s := l.Scale
	l.draw.AddTextFont(l.Medium, widgets.SmallSize*s, l.at.Add(imgui.NewVec2(6*s, 8*s)), widgets.Packed(l.Dim), text)
	l.at.Y += 28 * s
}

// folders lists places.
func (l *shortcutList) folders(places []browser.Place) {
	s, w := l.Scale, &l.Widgets
	for i := range places {
		place := &places[i]
		low, size := l.at, imgui.NewVec2(l.width, entryRow*s)
		imgui.PushID(int32(i))
		clicked, over := widgets.InvisibleButton("place", low, size)
		imgui.PopID()
		w.Places = append(w.Places, widgets.Item().Intersect(l.view))
		l.AddTip(browser.Label(place.Path))
		here := place.Path == l.files.path
		l.bedOfLine(l.draw, low, size, here, over)
		l.DrawFolder(l.draw, low.X+14*s, low.Y+entryRow*s/2, folderInk)
		l.draw.AddText(imgui.NewVec2(low.X+28*s, low.Y+(entryRow*s-imgui.FontSize())/2-s), widgets.Packed(l.Bright), widgets.Fitted(place.Label, l.width-32*s))
		if clicked {
			l.show(place.Path)
		}
		l.at.Y += entryRow * s
	}
}

// played lists the recent videos from one on and before end, under a heading.
func (l *shortcutList) played(heading string, recent []browser.Video, from, end int, small bool) {
	s, w := l.Scale, &l.Widgets
	if from < end {
		l.heading(heading)
	}
	box := imgui.NewVec2(72*s, 41*s)
	if small {
		box = imgui.NewVec2(48*s, 27*s)
	}
	for i := from; i < end; i++ {
		e := &recent[i]
		low, size := l.at, imgui.NewVec2(l.width, box.Y+8*s)
		imgui.PushID(int32(i))
		clicked, over := widgets.InvisibleButton("played", low, size)
		imgui.PopID()
		w.Played = append(w.Played, widgets.Item().Intersect(l.view))
		gone := e.Gone()
		if gone {
			l.AddTip(browser.Label(e.Path) + "\n" + notThere)
		} else {
			l.AddTip(browser.Label(e.Path))
		}
		l.bedOfLine(l.draw, low, size, false, over && !gone)
		made := e.Poster
		if gone {
			made = noPoster
		}
		l.poster(l.draw, i, made, low.Add(imgui.NewVec2(4*s, 4*s)), box, 3)
		l.nameOf(l.draw, e, imgui.NewVec2(low.X+box.X+11*s, low.Y), imgui.NewVec2(l.width-box.X-15*s, size.Y))
		if clicked && !gone {
			l.Do(command.With(command.OpenRecent, float64(i)))
		}
		l.at.Y += size.Y
	}
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
