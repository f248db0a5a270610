package verify

import (
	"errors"
	"fmt"
)

// regularity checks that the frames are every Nth of a video, as in every selection.
type regularity struct {
	begun, unnumbered bool
	last              int64 // number of the last frame with a known number
	passed            int64 // records since then that could not be read
	step              int64 // smallest so far, 0 before
}

// pass counts a record whose number is unknown.
func (s *regularity) pass() { s.passed++ }

// next returns an error if the next frame's number does not fit; -1 means no
// number.
func (s *regularity) next(index int64) error {
	switch {
	case index < 0:
		s.unnumbered = true
		return nil
	case s.unnumbered:
		return errors.New("it has a number, but one before it has no number")
	}
	n, records := index-s.last, s.passed+1
	first := !s.begun
	s.begun, s.last, s.passed = true, index, 0
	if first || records > 1 && s.step == 0 {
		return nil
	}
	step := s.step
	if records == 1 && (step == 0 || n < step) {
		s.step = n
	}
	if step != 0 && n != records*step {
		return irregular(n, records*step)
	}
	return nil
}

// irregular is the error of a frame that is n frames after the previous one.
func irregular(n, want int64) error {
	return fmt.Errorf("it is %s after the one before it, but those before are %d apart: no selection of frames gives that", count(n, "frame"), want)
}

// count returns a number of things as text.
func count(n int64, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
