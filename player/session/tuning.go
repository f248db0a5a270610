package session

import (
	"errors"
	"fmt"
	"strings"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/match"
)

const tuningFolder, tuningFormat = "tunings", "ffkvadrat-tuning"

// Tuning is what the user has set for one video: how its quads are found.
type Tuning struct {
	Params analysis.Params
	Auto   bool // the player finds the threshold
}

// Tuning returns the choices' part that belongs to the video.
func (c *Choices) Tuning() Tuning { return Tuning{c.Params, c.Auto} }

// SetTuning replaces this part.
func (c *Choices) SetTuning(t Tuning) { c.Params, c.Auto = t.Params, t.Auto }

// Fresh returns the tuning for the next video: the edge variant with the same operator, unless that compares
// colours, and an automatic threshold, without what belongs to the pictures of this one: threshold, lower bound,
// classes, colours, template.
func (t Tuning) Fresh() Tuning {
	p, operator := t.Params, t.Params.Operator
	if operator.Kind() == edge.Distance {
		operator = Default().Operator
	}
	p = p.Switched(analysis.EdgeThreshold, operator)
	p.Low, p.Colours, p.Search.Template = 0, Default().Colours, match.Template{}
	p = p.Divided(0)
	p.Threshold = p.DefaultThreshold()
	return Tuning{p, true}
}

// Tuning returns what was kept for a video; nil for nothing. An error is a *[FormatError] or one of
// package io/fs.
func (s *Store) Tuning(video VideoFile) (*Tuning, error) {
	return read(s.pathOf(tuningFolder, video), tuningFormat, nil, func(o *object) (*Tuning, error) { return parseTuning(o, video) })
}

func parseTuning(o *object, video VideoFile) (*Tuning, error) {
	of, err := o.takeVideo()
	if err != nil {
		return nil, err
	}
	if of != video {
		return nil, fmt.Errorf("it is of %q with %d bytes", of.Path, of.Size)
	}
	for i := range o.members {
		if r := Named(o.members[i].name); r == nil || !r.tunes() {
			return nil, o.members[i].fail(errors.New("there is no such field"))
		}
	}
	s, err := parseSettings(o)
	t := s.Tuning()
	return &t, err
}

// KeepTuning stores the tuning of a video. It forgets a fresh one.
func (s *Store) KeepTuning(video VideoFile, t Tuning) error {
	return s.changeOf(tuningFolder, video, func() (string, error) {
		if t == t.Fresh() {
			return "", nil
		}
		return video.content(tuningFormat, func(w *strings.Builder) error {
			settings := Default()
			settings.SetTuning(t)
			settings.writeThose(w, "  ", (*Setting).tunes)
			return nil
		})
	})
}

// tunes reports whether a setting belongs to the video.
func (r *Setting) tunes() bool { return r.Parameter != nil || r.Name == "auto_threshold" }
