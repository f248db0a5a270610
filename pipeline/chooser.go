package pipeline

import (
	"io"

	"ffkvadrat/decode"
)

// chooser chooses the frames of a pass.
type chooser struct {
	pass    *pass
	strict  bool         // the first fault ends it, with errDamaged
	counted int          // number of faults counted so far
	skipped chan float64 // receives the part done after a skipped frame
}

// next is a Find: it returns the next chosen frame.
func (c *chooser) next(video *decode.Video) (Chosen, error) {
	for !c.pass.full() {
		frame, err := video.Next()
		faults := video.Faults()
		if c.strict && faults.Damage() > 0 && (err == nil || err == io.EOF) {
			frame.Release()
			return Chosen{}, errDamaged
		}
		if err != nil {
			return Chosen{Faults: faults.Count() - c.counted}, err
		}
		v := c.pass.take(frame)
		if v == choose {
			p := Chosen{Frame: frame, Part: c.pass.part, Faults: faults.Count() - c.counted, Met: faults}
			c.counted = faults.Count()
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
