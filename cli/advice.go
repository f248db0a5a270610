package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"

	"ffkvadrat/decode"
	"ffkvadrat/export/compare"
	"ffkvadrat/export/quads"
)

// advised adds advice to an error, if there is any that the error does not
// give.
func advised(err error) error {
	var size *decode.SizeError
	var stream *decode.StreamError
	var unsupported *decode.UnsupportedError
	var container *decode.ContainerError
	var mismatch *compare.MismatchError
	var rows *quads.RowsError
	advice := ""
	switch {
	case errors.As(err, &size) && size.MaxPixels > 0:
		advice = "a larger --max-pixels lets them in"
	case errors.As(err, &stream):
		advice = "probe tells how many there are, and without --stream the best one is taken"
	case errors.As(err, &mismatch):
		advice = "--scale converts it"
	case errors.As(err, &rows):
		advice = "a larger --max-rows lets it in, --quads asks for fewer"
	case errors.As(err, &container):
		advice = "ffkvadrat probe --containers lists what is opened"
	case errors.As(err, &unsupported) && unsupported.Codec != "":
		advice = "a newer one may"
	case errors.As(err, &unsupported):
		advice = "ffmpeg may convert it to another one"
	case errors.Is(err, fs.ErrNotExist) && strings.Contains(err.Error(), `open "-"`):
		advice = "standard input is /dev/stdin"
	case errors.Is(err, syscall.ENXIO) && inputIsClosed():
		advice = errNoInput.Error()
	case errors.Is(err, decode.ErrNetwork):
		advice = "--allow-network opens it"
	case errors.Is(err, decode.ErrNotVideo):
		advice = "it is of another kind, or its beginning or its index is missing"
	case errors.Is(err, decode.ErrNoVideo):
		advice = "there is only sound in it"
	}
	if advice == "" {
		return err
	}
	return fmt.Errorf("%w; %s", err, advice)
}
