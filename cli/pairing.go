package cli

import "errors"

// pairing is the part of the arguments that says how the pictures of two videos are brought together.
type pairing struct {
	Scale bool `help:"Convert an encode's pictures to the reference's size and format, as FFmpeg's scaler does (bicubic). Both need the same shape on the display."`
	Coded bool `help:"Take pictures as they are coded, for encodes that lost rotation or sample aspect ratio. Without it, an encode is turned as the display matrices of both videos say."`
}

// alone returns why there is nothing to pair, for commands that have a second video only with a flag.
func (p pairing) alone() error {
	switch {
	case p.Scale:
		return errors.New("--scale: it is for a second video, of --beside")
	case p.Coded:
		return errors.New("--coded: it is for a second video, of --beside")
	}
	return nil
}
