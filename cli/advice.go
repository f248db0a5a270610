package cli

import (
	"errors"
	"fmt"
	"syscall"

	"ffkvadrat/decode"
	"ffkvadrat/measure/fit"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/player"
)

// advised adds advice to an error, unless the error contains it already.
func advised(err error) error {
	var size *decode.SizeError
	var stream *decode.StreamError
	var unsupported *decode.UnsupportedError
	var container *decode.ContainerError
	var raw *decode.RawError
	var mismatch *fit.MismatchError
	var rows *quads.RowsError
	advice := ""
	switch {
	case errors.As(err, &size) && size.MaxPixels > 0:
		advice = "a larger --max-pixels allows them"
	case errors.As(err, &stream):
		advice = "probe lists the streams; without --stream the best one is used"
	case errors.As(err, &mismatch):
		advice = "--scale converts it"
	case errors.As(err, &rows):
		advice = "a larger --max-rows allows it, --quads finds fewer quads"
	case errors.As(err, &raw):
		advice = "--raw says it, such as --raw " + rawExample(raw)
	case errors.As(err, &container):
		advice = "ffkvadrat probe --containers lists what is opened"
	case errors.As(err, &unsupported) && unsupported.Codec != "":
		advice = "a newer one may"
	case errors.As(err, &unsupported):
		advice = "ffmpeg may convert it to another one"
	case errors.Is(err, syscall.ENXIO) && inputIsClosed():
		advice = errNoInput.Error()
	case errors.Is(err, player.ErrNoDisplay):
		advice = "only play needs one: export, render, snapshot and all other commands work without"
	case errors.Is(err, decode.ErrNetwork):
		advice = "--allow-network opens it"
	case errors.Is(err, decode.ErrEmpty):
		advice = "is it still being written?"
	case errors.Is(err, decode.ErrNotVideo):
		advice = "it is another kind of file, or its header or index is missing"
	case errors.Is(err, decode.ErrNoVideo):
		advice = "it has only sound"
	}
	if advice == "" {
		return err
	}
	return fmt.Errorf("%w; %s", err, advice)
}
