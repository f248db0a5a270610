package panel

import (
	"cmp"
	"fmt"
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// Sizes in pixels at scale 1: the gap after a part of the bar, what it has more after a group, the slider of the volume, the button
// of the speed, that of the zoom, and the room that is kept for the position and the frame: for short
// texts, where buttons are words, and where they have icons and words for whole ones.
const (
	partGap     = 6
	groupsApart = 10
	volumeWidth = 64
	speedWidth  = 46
	zoomWidth   = 66
	textsWidth  = 160
	wordTexts   = 200
	wholeTexts  = 290
)

// barPart is a button of the bar, or another widget.
type barPart struct {
	group barGroup
	width float32 // at scale 1
	// leaves is the order in which parts leave the bar if it is too narrow: 1 is the first, and
	// those with 0 stay.
	leaves int
	moving bool   // a still picture has no use for it
	label  string // after the icon, or in its place; see barForm
	does   command.ID
	place  func(*barWidgets) *image.Rectangle // of a command's button
	show   func(cb *controlBar, x, y float32, label string, now *barNow)
}

// yields reports whether a part leaves so that others can be words.
func (p *barPart) yields() bool { return p.does == command.Volume || p.does == command.Pyramid }

// barForm is how the parts with labels look, all the same.
type barForm uint8

const (
	asBoth  barForm = iota // icons with words
	asWords                // words alone, which explain more than icons
	asIcons
)

// barGroup is a group of parts that belong together; a wider gap separates it from the next one.
type barGroup uint8

const (
	playGroup  barGroup = iota // before the position; the others follow the frame
	soundGroup                 // sound and speed
	viewGroup                  // what is shown of the picture
	windowGroup
)

// barNow is what the parts show.
type barNow struct {
	status   *Status
	settings *session.Settings
	form     barForm
}

// barParts are the bar's parts from left to right. The bar below the picture and the one over it have
// the same.
var barParts = [...]barPart{
	barButton(playGroup, 0, true, "back", "", command.With(command.Step, -1), (*widgets.Kit).DrawBack, func(w *barWidgets) *image.Rectangle { return &w.Back }),
	{playGroup, widgets.SignSide, 0, true, "", command.TogglePause, nil, (*controlBar).play},
	barButton(playGroup, 0, true, "on", "", command.With(command.Step, 1), (*widgets.Kit).DrawOn, func(w *barWidgets) *image.Rectangle { return &w.On }),
	{soundGroup, widgets.SignSide, 11, true, "", command.Mute, nil, (*controlBar).mute},
	{soundGroup, volumeWidth, 6, true, "", command.Volume, nil, (*controlBar).volume},
	{soundGroup, speedWidth, 9, true, "", command.Speed, nil, (*controlBar).speed},
	barButton(soundGroup, 10, true, "loop", "", command.Do(command.MarkLoop), (*widgets.Kit).DrawLoop, func(w *barWidgets) *image.Rectangle { return &w.BarLoop }),
	{viewGroup, zoomWidth, 5, false, "", command.ZoomTo, nil, (*controlBar).zoom},
	barButton(viewGroup, 1, false, "wipe", "Compare", command.Do(command.Wipe), (*widgets.Kit).DrawWipe, func(w *barWidgets) *image.Rectangle { return &w.BarWipe }),
	barButton(viewGroup, 2, true, "timeline", "Timeline", command.Do(command.Timeline), (*widgets.Kit).DrawTimeline, func(w *barWidgets) *image.Rectangle { return &w.BarTimeline }),
	barButton(viewGroup, 3, false, "pyramid", "Pyramid", command.Do(command.Pyramid), (*widgets.Kit).DrawPyramid, func(w *barWidgets) *image.Rectangle { return &w.BarPyramid }),
	barButton(viewGroup, 4, false, "explain", "Explain", command.Do(command.Explain), (*widgets.Kit).DrawExplain, func(w *barWidgets) *image.Rectangle { return &w.BarExplain }),
	barButton(windowGroup, 7, false, "panel", "Panel", command.Do(command.Panel), (*widgets.Kit).DrawPanel, func(w *barWidgets) *image.Rectangle { return &w.BarPanel }),
	barButton(windowGroup, 12, false, "fullscreen", "", command.Do(command.Fullscreen), (*widgets.Kit).DrawFullscreen, func(w *barWidgets) *image.Rectangle { return &w.BarFullscreen }),
	barButton(windowGroup, 8, false, "help", "", command.Do(command.Help), (*widgets.Kit).DrawHelp, func(w *barWidgets) *image.Rectangle { return &w.BarHelp }),
	barButton(windowGroup, 0, false, "menu", "", command.Do(command.Menu), (*widgets.Kit).DrawMenu, func(w *barWidgets) *image.Rectangle { return &w.BarMenu }),
}

// BarCommands returns the commands of the bar's parts. In narrow windows some of these are in the menu instead.
func BarCommands() (all []command.ID) {
	for i := range barParts {
		all = append(all, barParts[i].does)
	}
	return all
}

// barRow has the parts that a bar shows.
type barRow struct {
	still bool // of a still picture
	gone  int  // the last part that has left
	form  barForm
}

// has reports whether the row shows a part.
func (r barRow) has(p *barPart) bool {
	return !(r.still && p.moving || p.leaves > 0 && p.leaves <= r.gone || r.form == asWords && p.yields())
}

// lacks reports whether the menu shows a part instead. It has lines for those of the window anyway.
func (r barRow) lacks(p *barPart) bool {
	return !(r.still && p.moving) && !r.has(p) && p.group != windowGroup
}

// label returns the label of a part; empty for none.
func (r barRow) label(p *barPart) string {
	if r.form == asIcons || r.form == asWords && p.group == windowGroup { // all of that group are icons then
		return ""
	}
	return p.label
}

// width returns the width of a part at scale 1.
func (cb *controlBar) width(r barRow, p *barPart) float32 {
	switch label := r.label(p); {
	case label == "":
		return p.width
	case r.form == asWords:
		return cb.WordWidth(label) / cb.Scale
	default:
		return p.width + cb.LabelWidth(label)/cb.Scale
	}
}

// each calls do for each shown part of some groups, with its distance from the first one at scale 1. It returns
// the width of them all, with a gap at the end.
func (cb *controlBar) each(r barRow, from, to barGroup, do func(p *barPart, x float32)) (width float32) {
	last := to
	for i := range barParts {
		p := &barParts[i]
		if p.group < from || p.group > to || !r.has(p) {
			continue
		}
		if width > 0 && p.group != last {
			width += groupsApart
		}
		if last = p.group; do != nil {
			do(p, width)
		}
		width += cb.width(r, p) + partGap
	}
	return width
}

// row returns the parts that fit a width at scale 1: with icons and words if all have room, else with words, else with icons, and
// fewer of them.
func (cb *controlBar) row(room float32) barRow {
	r := barRow{still: cb.facts.Still}
	fits := func(texts float32) bool {
		if r.still { // it has no position
			texts = 0
		}
		return texts+cb.each(r, playGroup, playGroup, nil)+cb.each(r, soundGroup, windowGroup, nil) <= room
	}
	for _, texts := range [...]float32{asBoth: wholeTexts, asWords: wordTexts} {
		if fits(texts) {
			return r
		}
		r.form++
	}
	for !fits(textsWidth) && r.gone < len(barParts) {
		r.gone++
	}
	return r
}

// parts shows the parts that have room between left and right. The room between those before and
// after the texts is from at to end.
func (cb *controlBar) parts(left, right, y float32, now *barNow) (at, end float32) {
	s := cb.Scale
	row := cb.row((right - left) / s)
	now.form, cb.shown = row.form, row
	end = right - (cb.each(row, soundGroup, windowGroup, nil)-partGap)*s
	at = left + s*cb.each(row, playGroup, playGroup, func(p *barPart, x float32) { p.show(cb, left+x*s, y, row.label(p), now) })
	cb.each(row, soundGroup, windowGroup, func(p *barPart, x float32) { p.show(cb, end+x*s, y, row.label(p), now) })
	return at, end
}

// rest shows the parts that the bar has no room for as lines of the menu, below a line.
func (cb *controlBar) rest(now *barNow) {
	any := false
	for i := range barParts {
		p := &barParts[i]
		if !cb.shown.lacks(p) {
			continue
		}
		if !any {
			imgui.Separator()
			any = true
		}
		switch p.does {
		case command.ZoomTo:
			cb.w.BarZoom = sublist("Zoom: "+now.status.Zoom.text(), func() { cb.zooms(now) })
		case command.Speed:
			cb.w.BarSpeed = sublist("Speed: "+speedText(now), func() { cb.speeds(now) })
		case command.Volume:
			cb.volumeLine(now)
		case command.Mute:
			cb.BeginUnused(now.status.NoSound)
			if imgui.MenuItem(mutedSetting.Title, cb.keysOf(command.Do(p.does)), now.settings.Muted, true) {
				now.settings.Muted = !now.settings.Muted
			}
			cb.w.BarMute = widgets.Item()
			cb.EndUnused()
		default:
			c := command.Do(p.does)
			if imgui.MenuItem(p.title(), cb.keysOf(c), isOn(p.does, now.status, now.settings), true) {
				cb.Do(c)
			}
			*p.place(&cb.w) = widgets.Item()
			cb.AddTipOf(c, barTip(p.does, now))
		}
	}
}

// title names a part in the menu.
func (p *barPart) title() string { return cmp.Or(p.label, "Loop a part") }

// keysOf returns the keys of a command.
func (cb *controlBar) keysOf(c command.Command) string {
	if n := cb.Keys.Find(c); n != nil {
		return n.Keys
	}
	return ""
}

// sublist is a line of the menu that opens a list, whose lines show adds. It returns the line's rectangle.
func sublist(title string, show func()) image.Rectangle {
	open := imgui.BeginMenu(title)
	place := widgets.Item()
	if open {
		show()
		imgui.EndMenu()
	}
	return place
}

// barButton returns a part that is a button with an icon, underlined while what it switches is on.
func barButton(group barGroup, leaves int, moving bool, name, label string, c command.Command, sign func(*widgets.Kit, *imgui.DrawList, float32, float32), place func(*barWidgets) *image.Rectangle) barPart {
	return barPart{group, widgets.SignSide, leaves, moving, label, c.ID, place, func(cb *controlBar, x, y float32, label string, now *barNow) {
		draw := func(list *imgui.DrawList, x, y float32) {
			if sign(cb.Kit, list, x, y); c.ID == command.MarkLoop {
				cb.DrawLoopEnds(list, x, y, len(now.status.Loop))
			}
		}
		if label != "" && now.form == asWords {
			draw = nil
		}
		*place(&cb.w) = cb.button(name, label, c, barTip(c.ID, now), x, y, draw)
		if s := cb.Scale; isOn(c.ID, now.status, now.settings) {
			end := float32(place(&cb.w).Max.X)
			imgui.WindowDrawList().AddRectFilled(imgui.NewVec2(x+6*s, y+(widgets.SignSide-2)*s), imgui.NewVec2(end-6*s, y+widgets.SignSide*s), widgets.Packed(cb.Stronger))
		}
	}}
}

// barTip says what a command does now, if that is not always the same.
func barTip(id command.ID, now *barNow) string {
	switch id {
	case command.Wipe:
		return now.status.Wipe.Tip
	case command.MarkLoop:
		return loopTip(now.status.Loop)
	}
	return ""
}

// button is a button with an icon and maybe a label for a command. tip says what it does now, if that is not always the same.
func (cb *controlBar) button(name, label string, c command.Command, tip string, x, y float32, sign func(*imgui.DrawList, float32, float32)) image.Rectangle {
	if cb.LabelledButton(name, label, x, y, widgets.SignSide*cb.Scale, sign) {
		cb.Do(c)
	}
	place := widgets.Item()
	cb.AddTipOf(c, tip)
	return place
}

// play is the button that plays or pauses, and after the end starts from the beginning.
func (cb *controlBar) play(x, y float32, _ string, now *barNow) {
	sign, tip := cb.DrawPause, "Pause"
	switch {
	case now.status.Replays:
		sign, tip = cb.DrawReplay, "Play from the beginning"
	case now.status.Paused:
		sign, tip = cb.DrawPlay, "Play"
	}
	cb.w.Play = cb.button("play", "", command.Do(command.TogglePause), tip, x, y, sign)
}

// mute is the loudspeaker, which mutes the sound.
func (cb *controlBar) mute(x, y float32, _ string, now *barNow) {
	cb.BeginUnused(now.status.NoSound)
	sign := cb.DrawSound
	if now.settings.Muted {
		sign = cb.DrawMuted
	}
	if cb.Button("sound", x, y, widgets.SignSide*cb.Scale, sign) {
		now.settings.Muted = !now.settings.Muted
	}
	cb.w.BarMute = widgets.Item()
	cb.AddSettingTip(mutedSetting)
	cb.EndUnused()
}

// volume is its slider.
func (cb *controlBar) volume(x, y float32, _ string, now *barNow) {
	s := cb.Scale
	cb.BeginUnused(now.status.NoSound)
	imgui.SetCursorScreenPos(imgui.NewVec2(x, y+(widgets.SignSide*s-imgui.FrameHeight())/2))
	cb.volumeSlider(now)
	cb.EndUnused()
}

func (cb *controlBar) volumeSlider(now *barNow) {
	imgui.SetNextItemWidth(volumeWidth * cb.Scale)
	const id = "##bar volume"
	value := int32(100*now.settings.Volume + 0.5)
	if cb.ThinSlider(id, &value, 100) {
		now.settings.Volume = float64(value) / 100
	}
	cb.w.BarVolume = widgets.Item()
	cb.AddSettingTip(volumeSetting)
}

// volumeLine is the line of the menu with the slider, at its right end.
func (cb *controlBar) volumeLine(now *barNow) {
	cb.BeginUnused(now.status.NoSound)
	imgui.PushStyleVar(imgui.StyleVarFramePadding, imgui.NewVec2(0, 0)) // as high as the other lines
	at, room := imgui.CursorScreenPos(), imgui.ContentRegionAvail().X
	imgui.TextUnformatted(volumeSetting.Title)
	imgui.SameLineV(0, 0)
	imgui.SetCursorScreenPos(imgui.NewVec2(at.X+max(room-volumeWidth*cb.Scale, imgui.CalcTextSize(volumeSetting.Title).X+partGap*cb.Scale), at.Y))
	cb.volumeSlider(now)
	imgui.PopStyleVar(1)
	cb.EndUnused()
}

// offeredSpeeds are the speeds that the bar offers.
var offeredSpeeds = [...]float64{0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 4, 8}

// speed is a button with the speed; it opens a list of speeds.
func (cb *controlBar) speed(x, y float32, _ string, n *barNow) {
	if cb.lists("speeds", speedText(n), "The video's speed: opens a list. The key sets the normal one.", command.With(command.Speed, 1), speedWidth, x, y, &cb.w.BarSpeed) {
		cb.speeds(n)
		imgui.EndPopup()
	}
}

// speeds shows the lines of a list of speeds.
func (cb *controlBar) speeds(n *barNow) {
	for i, v := range offeredSpeeds {
		if cb.Choice(speedName(v), speedName(v) == speedText(n), &cb.w.BarSpeeds[i]) {
			cb.Do(command.With(command.Speed, v))
		}
	}
}

// speedText is the present speed.
func speedText(n *barNow) string { return speedName(cmp.Or(n.status.Speed, 1)) }

func speedName(v float64) string { return fmt.Sprintf("%.4g×", v) }

// lists is a button with a text that opens a list with a name; its tooltip has the key of a command. It reports whether the
// list is open: then the caller adds its lines and ends the popup.
func (cb *controlBar) lists(name, text, tip string, of command.Command, width, x, y float32, place *image.Rectangle) (open bool) {
	s := cb.Scale
	imgui.SetCursorScreenPos(imgui.NewVec2(x, y))
	imgui.PushStyleColor(imgui.ColBorder, 0) // as the icons next to it
	if imgui.Button(text+"##"+name, imgui.NewVec2(width*s, widgets.SignSide*s)) {
		imgui.OpenPopup(name)
	}
	imgui.PopStyleColor(1)
	*place = widgets.Item()
	cb.AddTipOf(of, tip)
	imgui.PushStyleVar(imgui.StyleVarWindowPadding, imgui.NewVec2(8*s, widgets.ListPadding*s))
	defer imgui.PopStyleVar(1)
	if imgui.IsPopupOpen(name, 0) { // above the button, whose left side is the list's
		imgui.SetNextWindowPosV(imgui.NewVec2(x, y-widgets.ListPadding*s), imgui.NewVec2(0, 1))
	}
	if open = imgui.BeginPopup(name, 0); open {
		cb.KeepList()
	}
	return open
}
