package survey

import (
	"context"
	"image"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
)

// Stepped is a survey without a goroutine. step does the next part of the goroutine's work; it
// returns false when the video is complete. close ends the survey.
func Stepped(info decode.Info, opt Options, params analysis.Params) (s *Survey, step, close func()) {
	s = newSurvey(context.Background(), info, opt)
	s.SetParams(params)
	w := newWorker(s)
	return s, func() { w.measures = s.measures; w.step(params, s.turn) }, w.close
}

// Final returns the final thumbnail at exactly the place of a time, or nil while there is none.
func (s *Survey) Final(at float64) *image.RGBA {
	s.mu.Lock()
	defer s.mu.Unlock()
	if made := s.thumbs.made[s.place(at)]; made != nil && made.final {
		return made.Image
	}
	return nil
}
