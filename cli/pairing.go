package cli

import (
	"errors"
	"fmt"

	"github.com/alecthomas/kong"

	"ffkvadrat/measure/align"
)

// pairing has the flags of how the frames of two videos are matched.
type pairing struct {
	Align alignment `default:"start" placeholder:"start|pts|auto|none|N" help:"${align_help}"`
	Scale bool      `help:"Convert the encode to the reference's size and format. FFmpeg's scaler does it (bicubic). Both need the same shape on the display. compare does it by itself if the sizes differ."`
	Coded bool      `help:"Take pictures as they are coded, without rotation and sample shape. For encodes that lost their rotation or sample aspect ratio. Without it, an encode is turned as both display matrices say."`
}

// alone returns what is wrong if there is no second video, for commands where it is optional.
func (p pairing) alone() error {
	switch {
	case p.Align.Rule != align.Rule{}:
		return errors.New("--align is for a second video: add --beside")
	case p.Scale:
		return errors.New("--scale is for a second video: add --beside")
	case p.Coded:
		return errors.New("--coded is for a second video: add --beside")
	}
	return nil
}

// alignment is how frames are matched.
type alignment struct{ align.Rule }

// Decode implements kong's hook. It takes negative numbers, which kong's strings refuse.
func (a *alignment) Decode(ctx *kong.DecodeContext) (err error) {
	token := ctx.Scan.Pop()
	if token.IsEOL() {
		return errMissing
	}
	a.Rule, err = align.ParseRule(fmt.Sprint(token.Value))
	return err
}

// MarshalText returns the value as a setting has it.
func (a alignment) MarshalText() ([]byte, error) { return []byte(a.String()), nil }
