package cli

import (
	"cmp"
	"errors"
	"fmt"

	"ffkvadrat/decode"
)

// instant has the flags that select one frame.
type instant struct {
	At    string `placeholder:"T" help:"Go to the frame shown at the time T. T counts from the start, in seconds, M:S or H:M:S; #N is the frame with index N."`
	Frame *int64 `placeholder:"N" help:"Go to the frame with index N; the first is 0. The same as --at '#N'."`
}

// given reports whether the flags select a frame.
func (i instant) given() bool { return i.At != "" || i.Frame != nil }

// text returns the position as a value of --at.
func (i instant) text() string {
	if i.Frame != nil {
		return fmt.Sprintf("#%d", *i.Frame)
	}
	return i.At
}

// wrap prefixes an error about the value with the flag.
func (i instant) wrap(err error) error {
	if i.Frame != nil {
		return fmt.Errorf("--frame: %w", err)
	}
	return fmt.Errorf("--at: %w", err)
}

// parse returns the position, by default the start.
func (i instant) parse() (decode.Position, error) {
	switch {
	case i.At != "" && i.Frame != nil:
		return decode.Position{}, errors.New("--at and --frame: use one of them")
	case i.Frame != nil && *i.Frame < 0:
		return decode.Position{}, fmt.Errorf("--frame: %d is negative", *i.Frame)
	}
	at, err := decode.ParsePosition(cmp.Or(i.text(), "0"))
	if err != nil {
		return at, i.wrap(err)
	}
	return at, nil
}

// seek moves the video to the position.
func (i instant) seek(v *decode.Video) error {
	at, err := i.parse()
	if err != nil {
		return err
	}
	var end *decode.EndError
	if err = v.Reach(at); errors.As(err, &end) {
		return i.wrap(end)
	}
	return err
}
