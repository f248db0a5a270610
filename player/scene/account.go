package scene

import (
	"ffkvadrat/decode"
	"ffkvadrat/yuv"
)

// account holds the reason why a picture is shown as it is, and the values from
// which that was computed.
type account struct {
	format        yuv.Format
	colour        yuv.Colour
	width, height int
	choice        yuv.Choice
	text          yuv.Account
}

// Account says why the frame is shown as it is: its matrix, range and transfer.
func (s *Scene) Account(f *decode.Frame) yuv.Account {
	p := &f.Picture
	now := account{p.Format, p.Colour, p.Width, p.Height, s.choice, s.account.text}
	if now != s.account {
		now.text = now.choice.Account(now.format, now.colour, now.width, now.height)
		s.account = now
	}
	return s.account.text
}
