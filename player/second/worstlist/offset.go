package worstlist

import (
	"fmt"
	"image"
	"strconv"
	"strings"

	"ffkvadrat/imgui"
	"ffkvadrat/measure/align"
	"ffkvadrat/player/command"
	"ffkvadrat/player/second"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

var alignRow = widgets.SettingNamed("align")

// offset is a row with the offset in frames between − and +, and the button that finds it. Below is what
// was found.
func (l *List) offset(p *second.Pairing, settings *session.Settings) {
	s, auto := l.Scale, p.Rule.By == align.ByContent
	l.Row(alignRow, settings)
	step := func(sign string, by float64, place *image.Rectangle) {
		c := command.With(command.MoveSecond, by)
		if imgui.Button(sign, imgui.NewVec2(imgui.FrameHeight(), 0)) {
			l.Do(c)
		}
		*place = widgets.Item()
		l.AddCommandTip(c)
		imgui.SameLineV(0, 4*s)
	}
	step("−", -1, &l.Widgets.Earlier)
	const width, button = 52, 64
	imgui.SetNextItemWidth(width * s)
	shown := "0"
	if p.Offset != 0 {
		shown = fmt.Sprintf("%+d", p.Offset)
	}
	if typed, _, done := l.TextField("##offset", "", shown, &l.Widgets.Offset); done {
		if n, err := strconv.ParseInt(strings.TrimPrefix(strings.TrimSpace(typed), "+"), 10, 32); err == nil {
			l.Do(command.With(command.SetOffset, float64(n)))
		}
	}
	l.AddTip("Frames of A before the first one of B; negative if B begins earlier.")
	imgui.SameLineV(0, 4*s)
	step("+", 1, &l.Widgets.Later)
	name, tip := "Auto", ""
	if p.Busy {
		name, tip = "Cancel", "Stop, and match frames as before."
	}
	at := imgui.CursorScreenPos()
	at.X = max(at.X, at.X+imgui.ContentRegionAvail().X-button*s)
	imgui.SetCursorScreenPos(at)
	if l.Toggle(name, button*s, auto && !p.Busy, &l.Widgets.Align) {
		l.Do(command.Do(command.Align))
	}
	l.AddTipOf(command.Do(command.Align), tip)
	if p.State != "" {
		l.WriteSmall(p.State)
	}
}
