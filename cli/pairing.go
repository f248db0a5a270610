package cli

import "errors"

// pairing has the flags of how the frames of two videos are matched.
type pairing struct {
	Scale bool `help:"Convert the encode to the reference's size and format. FFmpeg's scaler does it (bicubic). Both need the same shape on the display. compare does it by itself if the sizes differ."`
	Coded bool `help:"Take pictures as they are coded, without rotation and sample shape. For encodes that lost their rotation or sample aspect ratio. Without it, an encode is turned as both display matrices say."`
}

// alone returns what is wrong if there is no second video, for commands where it is optional.
func (p pairing) alone() error {
	switch {
	case p.Scale:
		return errors.New("--scale is for a second video: add --beside")
	case p.Coded:
		return errors.New("--coded is for a second video: add --beside")
	}
	return nil
}
