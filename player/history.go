package player

import (
	"strings"
	"time"

	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
)

// history has the settings before and after the ones that are set, for undo and
// redo. The engine is not part of it: all engines give the same quads. Neither is the source of
// quads, which belongs to the video.
type history struct {
	past, future []session.Choices
	now          session.Choices
	started      bool
	last         change
}

// change is the last step of the history. Changes of the same settings in one
// drag of the mouse, or by keys in quick succession, are one step.
type change struct {
	names string    // of the settings
	at    time.Time // of its end
	press int       // number of the mouse's press that made it; 0 for none
}

const (
	mostUndone = 200                    // steps that can be undone
	oneStep    = 700 * time.Millisecond // between keys of one step
)

// note takes the settings as they are now. press is the number of the mouse's
// press that is going on, 0 for none. found says that the player found the
// threshold by itself.
func (h *history) note(s session.Choices, now time.Time, press int, found bool) {
	s.Engine, s.Source = h.now.Engine, h.now.Source
	if !h.started {
		h.now, h.started = s, true
		return
	}
	if s.EachFrame && h.now.EachFrame || found && h.now.Auto {
		h.now.Threshold = s.Threshold // the pictures change it, not the user
	}
	auto := s.Auto
	if s.Auto = h.now.Auto; s == h.now { // moving the threshold has ended Auto: the same step
		h.now.Auto = auto
		return
	}
	s.Auto = auto
	names := changed(&h.now, &s)
	l := &h.last
	same := names == l.names && press == l.press && (press != 0 || now.Sub(l.at) < oneStep)
	if !same {
		h.past = append(h.past, h.now)
		h.past = h.past[max(len(h.past)-mostUndone, 0):]
	}
	h.now, h.future = s, h.future[:0]
	h.last = change{names, now, press}
}

// step moves from a list of settings to the other one: from past to future is
// undo. It returns the settings to take, and what changes; nothing if there is
// no step.
func (h *history) step(from, to *[]session.Choices) (s session.Choices, names string) {
	n := len(*from) - 1
	if n < 0 {
		return h.now, ""
	}
	s = (*from)[n]
	names = changed(&h.now, &s)
	*to, *from = append(*to, h.now), (*from)[:n]
	h.now, h.last = s, change{}
	return s, names
}

// show takes another video's choice of colours, which belongs to the video.
func (h *history) show(s *session.Choices) {
	h.now.Shown = s.Shown
	for _, all := range [][]session.Choices{h.past, h.future} {
		for i := range all {
			all[i].Shown = s.Shown
		}
	}
}

// changed returns the titles of the settings in which a and b differ.
func changed(a, b *session.Choices) string {
	before, after := session.Settings{Choices: *a}, session.Settings{Choices: *b}
	var names []string
	for i := range session.Table() {
		if r := &session.Table()[i]; !r.Same(&before, &after) && r.Name != "auto_threshold" {
			names = append(names, r.Title)
		}
	}
	return strings.Join(names, ", ")
}

// past goes back to earlier settings.
type past struct {
	*core
	history
	thresholds *thresholds
}

// noteSettings puts changes of the settings into the history.
func (h *past) noteSettings() {
	press := 0
	if h.input.pointer.held {
		press = h.input.pointer.presses
	}
	s := &h.settings
	found := s.Auto && h.thresholds.auto.found && s.Threshold == h.thresholds.auto.set
	h.history.note(s.Choices, time.Now(), press, found)
}

func (h *past) undo(command.Command) {
	h.noteSettings()
	h.stepTo("Undone: ", "Nothing to undo", &h.history.past, &h.history.future)
}

func (h *past) redo(command.Command) {
	h.noteSettings()
	h.stepTo("Redone: ", "Nothing to redo", &h.history.future, &h.history.past)
}

func (h *past) stepTo(text, none string, from, to *[]session.Choices) {
	s, names := h.history.step(from, to)
	if names == "" {
		h.say(none)
		return
	}
	s.Engine, s.Source = h.settings.Engine, h.settings.Source
	h.settings.Choices = s
	h.say(text + names)
}
