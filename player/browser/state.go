package browser

import "ffkvadrat/measure/survey"

// State is what an open file browser shows. The page itself has the selection and the filter.
type State struct {
	Settings bool // selects a settings file instead of videos
	Desktop  bool // the desktop's own dialog is available
	Path     string
	Listing  *Listing // of Path; nil while it is being read
	Places   []Place
	Poster   *survey.Poster // of the selected file; nil while it is being made
}

// Video is a video in a list.
type Video struct {
	Path string
	Bad  bool // cannot be played, or no longer exists
	// Poster is nil while it is being made. Only some of the recent videos have one.
	Poster *survey.Poster
}

// Gone reports whether a recent video no longer exists.
func (v *Video) Gone() bool { return v.Bad || v.Poster.Gone() }
