package align

import "io"

// stream holds the fingerprints of a video's frames that may still match.
type stream struct {
	source Source
	prints []Print
	at     int   // number of those that are passed
	first  int64 // the number of the first one's frame
	ended  bool
}

func newStream(source Source) stream { return stream{source: source, prints: make([]Print, 0, Window)} }

// fill reads fingerprints until the window is full or the video has ended.
func (s *stream) fill() error {
	for !s.ended && len(s.prints) < Window {
		s.prints = s.prints[:len(s.prints)+1]
		if err := s.source(&s.prints[len(s.prints)-1]); err != nil {
			s.prints = s.prints[:len(s.prints)-1]
			if err != io.EOF {
				return err
			}
			s.ended = true
		}
	}
	return nil
}

// number returns the number of the next frame.
func (s *stream) number() int64 { return s.first + int64(s.at) }

// left returns the number of frames that are not passed.
func (s *stream) left() int { return len(s.prints) - s.at }

// drop forgets the frames that are passed, except the last one if it may be repeated.
func (s *stream) drop(last bool) {
	n := s.at
	if last {
		n--
	}
	s.prints = s.prints[:copy(s.prints, s.prints[n:])]
	s.first += int64(n)
	s.at -= n
}
