package survey

import "image"

// Final is the finished thumbnail of the very place of a time, nil while there
// is none.
func (s *Survey) Final(at float64) *image.RGBA {
	s.mu.Lock()
	defer s.mu.Unlock()
	if made := s.thumbs.made[s.place(at)]; made != nil && made.final {
		return made.Image
	}
	return nil
}
