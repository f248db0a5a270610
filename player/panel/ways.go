package panel

import (
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// ways are the buttons for the pyramid and the page that explains the algorithm, at the bar's right
// end, if there is room between at and end. It returns where they begin. The menu has both
// commands, too.
func (cb *controlBar) ways(at, end, y float32, settings *session.Settings) float32 {
	s := cb.Scale
	const texts = 210 // width reserved for position and frame
	if end-at < (2*(widgets.SignSide+signGap)+texts)*s {
		return end
	}
	x := end
	for _, b := range [...]signed{
		{"explain", command.Explain, cb.DrawExplain, false, &cb.w.BarExplain},
		{"pyramid", command.Pyramid, cb.DrawPyramid, settings.View == views.Pyramid, &cb.w.BarPyramid},
	} {
		x = cb.signed(x, y, &b)
	}
	return x - signGap*s
}
