package player

import (
	"strings"
	"time"

	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
)

// history has the earlier and later settings for undo and redo. It excludes the engine, as all
// engines give the same quads, and the source of quads, which belongs to the video.
type history struct {
	past, future []moment
	now          session.Choices
	started      bool
	last         change
}

// moment has the settings before a step or, to redo it, after it.
type moment struct {
	session.Choices
	b *session.Choices // those of B if the step swaps A and B, else nil
}

// change describes the last step. Changes of the same settings during one drag, or by quick key
// presses, are one step.
type change struct {
	names string    // of the changed settings
	at    time.Time // time of the last change
	press int       // ID of the mouse press during which it was made; 0 for none
}

const (
	mostUndone = 200                    // maximum number of steps
	oneStep    = 700 * time.Millisecond // maximum time between key presses of one step
)

// note records the current settings. press is the ID of the current mouse press, 0 for none. found
// means that the player chose the threshold.
func (h *history) note(s session.Choices, now time.Time, press int, found bool) {
	s.Engine, s.Source = h.now.Engine, h.now.Source
	if !h.started {
		h.now, h.started = s, true
		return
	}
	if s.EachFrame && h.now.EachFrame || found && h.now.Auto {
		h.now.Threshold = s.Threshold // the player changes it with each frame
	}
	auto := s.Auto
	if s.Auto = h.now.Auto; s == h.now { // changing the threshold by hand has ended Auto: the same step
		h.now.Auto = auto
		return
	}
	s.Auto = auto
	names := changed(&h.now, &s)
	l := &h.last
	same := names == l.names && press == l.press && (press != 0 || now.Sub(l.at) < oneStep)
	if !same {
		h.begin(nil)
	}
	h.now, h.future = s, h.future[:0]
	h.last = change{names, now, press}
}

// begin begins a step. b is nil unless it swaps A and B.
func (h *history) begin(b *session.Choices) {
	h.past = append(h.past, moment{h.now, b})
	h.past = h.past[max(len(h.past)-mostUndone, 0):]
}

// swap records that A and B, which had the settings b, were swapped; s are A's settings now.
func (h *history) swap(s, b session.Choices) {
	h.begin(&b)
	s.Engine, s.Source = h.now.Engine, h.now.Source
	h.now, h.future, h.last = s, h.future[:0], change{}
}

// step moves one step from a list of settings to the other; from past to future is undo. b are B's settings, nil
// without B. It returns the settings to adopt and the names of those that change, or nothing without a step.
func (h *history) step(from, to *[]moment, b *session.Choices) (m moment, names string) {
	n := len(*from) - 1
	if n < 0 {
		return moment{Choices: h.now}, ""
	}
	m = (*from)[n]
	left := moment{Choices: h.now}
	names = changed(&h.now, &m.Choices)
	if m.b != nil {
		left.b, names = b, "swap"
	}
	*to, *from = append(*to, left), (*from)[:n]
	h.now, h.last = m.Choices, change{}
	return m, names
}

// show adopts the colour conversion and the alignment of another video without a step, as they belong to the video.
func (h *history) show(s *session.Choices) {
	h.now.Shown, h.now.Align = s.Shown, s.Align
	for _, all := range [][]moment{h.past, h.future} {
		for i := range all {
			all[i].Shown, all[i].Align = s.Shown, s.Align
		}
	}
}

// tune adopts the parameters of another video without a step.
func (h *history) tune(t session.Tuning) {
	h.now.SetTuning(t)
	for _, all := range [][]moment{h.past, h.future} {
		for i := range all {
			all[i].SetTuning(t)
		}
	}
}

// changed returns the titles of the settings that differ between a and b.
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

// past implements undo and redo.
type past struct {
	*core
	history
	thresholds *thresholds
}

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

func (h *past) stepTo(text, none string, from, to *[]moment) {
	b := h.scene.B()
	m, names := h.history.step(from, to, b)
	if names == "" {
		h.say(none)
		return
	}
	m.Engine, m.Source = h.settings.Engine, h.settings.Source
	h.settings.Choices = m.Choices
	if m.b != nil {
		if b != nil {
			h.scene.SetB(*m.b)
		}
		h.thresholds.keep(m.Params)
	}
	h.say(text + names)
}

// swapWipe swaps A and B, which is one step.
func (h *past) swapWipe(command.Command) {
	h.noteSettings()
	b := h.scene.B()
	e, swapped := h.scene.SwapWipe(h.settings.Choices)
	h.apply(e)
	if swapped {
		h.history.swap(e.Choices, *b)
		h.locate()
		h.thresholds.keep(e.Params)
		h.timeline.Set(&h.scene.Applied)
	}
}
