package panel

import (
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
	"ffkvadrat/player/views"
)

// ways are the buttons of the pyramid and of the page that explains the algorithm, at the
// bar's right end, if there is room between at and end. They return where they begin; the
// menu has both, too.
func (cb *controlBar) ways(at, end, y float32, settings *session.Settings) float32 {
	s := cb.scale
	const texts = 210 // for the video's time and the frame
	if end-at < (2*(signSide+signGap)+texts)*s {
		return end
	}
	x := end
	for _, b := range [...]signed{
		{"explain", command.Explain, cb.drawExplain, false, &cb.w.BarExplain},
		{"pyramid", command.Pyramid, cb.drawPyramid, settings.View == views.Pyramid, &cb.w.BarPyramid},
	} {
		x = cb.signed(x, y, &b)
	}
	return x - signGap*s
}
