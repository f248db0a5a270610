package timeline

import (
	"time"

	"ffkvadrat/measure/survey"
)

// Status is what the panel shows about the video over time.
type Status struct {
	Shown bool
	// View is what is known so far; a new pointer means a new video.
	View *survey.View
	// Stored is what is known of stored quads while they are shown, else nil. Curves of quads then
	// use it where it has values.
	Stored *survey.View
	// Thing is the word for one of the counted quads; empty means "quad".
	Thing string
	// Thumbnail is for the time under the mouse, or nil.
	Thumbnail *survey.Thumbnail
}

// OfQuads returns the view with the curves of quads.
func (s *Status) OfQuads() *survey.View {
	if s.Stored != nil {
		return s.Stored
	}
	return s.View
}

// At returns what is known of the frame at a time, and of its quads, or nil.
func (s *Status) At(t time.Duration) (video, quads *survey.Bin) {
	in := func(v *survey.View) *survey.Bin {
		if v == nil {
			return nil
		}
		i := v.At(t.Seconds())
		if i < 0 {
			return nil
		}
		return &v.Bins[i]
	}
	return in(s.View), in(s.OfQuads())
}
