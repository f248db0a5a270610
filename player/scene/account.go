package scene

import (
	"ffkvadrat/decode"
	"ffkvadrat/yuv"
)

// account caches the reasons for the picture's colour conversion, and what they were computed from.
type account struct {
	format        yuv.Format
	colour        yuv.Colour
	width, height int
	choice        yuv.Choice
	text          yuv.Account
}

// Account returns the matrix, range and transfer of a frame's display, with their reasons.
func (s *Scene) Account(f *decode.Frame) yuv.Account {
	p := &f.Picture
	now := account{p.Format, p.Colour, p.Width, p.Height, s.choice, s.account.text}
	if now != s.account {
		now.text = now.choice.Account(now.format, now.colour, now.width, now.height)
		s.account = now
	}
	return s.account.text
}
