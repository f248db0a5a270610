package player

import (
	"fmt"

	"ffkvadrat/yuv"
)

// account is why the picture is shown as it is, told in the status, and what
// that was made from.
type account struct {
	format        yuv.Format
	colour        yuv.Colour
	width, height int
	choice        yuv.Choice
}

// account brings it up to date.
func (p *player) account() {
	if p.frame == nil {
		return
	}
	picture := &p.frame.Picture
	now := account{picture.Format, picture.Colour, picture.Width, picture.Height, p.screen.choice}
	if now != p.accounted {
		p.accounted = now
		p.status.Account = now.choice.Account(now.format, now.colour, now.width, now.height)
	}
}

// about is a line on the picture on the screen.
func (p *player) about() string {
	f := p.frame
	if f == nil {
		return p.facts.Name
	}
	kind := ""
	if f.KeyFrame {
		kind = ", key frame"
	}
	a := &p.status.Account
	return fmt.Sprintf("pts %d  (%.6f s)   %c%s   %s, %s, %s", f.PTS, f.Time, f.PictType, kind, a.Matrix, a.Range, a.Transfer)
}
