package pipeline

import (
	"io"

	"ffkvadrat/decode"
)

// chooser returns the pictures that a pass chooses.
type chooser struct {
	pass    *pass
	strict  bool         // the first fault ends it, with errDamaged
	told    int          // number of faults already counted for earlier pictures
	skipped chan float64 // receives the part done after a skipped frame
}

// next is a Find: it returns the next chosen picture.
func (c *chooser) next(video *decode.Video) (Chosen, error) {
	for !c.pass.full() {
		frame, err := video.Next()
		faults := video.Faults()
		if c.strict && faults.Any() && (err == nil || err == io.EOF) {
			frame.Release()
			return Chosen{}, errDamaged
		}
		if err != nil {
			return Chosen{Faults: faults.Count() - c.told}, err
		}
		v := c.pass.take(frame)
		if v == choose {
			p := Chosen{Frame: frame, Part: c.pass.part, Faults: faults.Count() - c.told, Met: faults}
			c.told = faults.Count()
			return p, nil
		}
		frame.Release()
		switch {
		case v == past && c.pass.chosen == 0:
			return Chosen{}, ErrBackwards
		case v == past:
			return Chosen{}, io.EOF
		}
		select {
		case c.skipped <- c.pass.part:
		default:
		}
	}
	return Chosen{}, io.EOF
}
