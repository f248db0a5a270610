package player

import (
	"testing"
	"time"

	"ffkvadrat/overlay"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
)

// TestHistory: a drag is one step, and so are quick key presses; other changes are separate steps.
// A change after undo drops what could be redone.
func TestHistory(t *testing.T) {
	var h history
	s := session.Default().Choices
	now := time.Unix(0, 0)
	set := func(after time.Duration, press int, change func()) {
		change()
		now = now.Add(after)
		h.note(s, now, press, false)
	}
	set(0, 0, func() {})
	for i := range 10 { // a slow drag
		set(time.Second, 1, func() { s.Threshold = 0.1 + float64(i)/10 })
	}
	set(time.Millisecond, 2, func() { s.Threshold = 3 })
	set(time.Second, 0, func() { s.Threshold = 2 })
	set(oneStep/2, 0, func() { s.Threshold = 1.9 }) // a held key
	set(oneStep/2, 0, func() { s.Threshold = 1.8 })
	set(oneStep/2, 0, func() { s.Look = overlay.Fill }) // another setting
	set(2*oneStep, 0, func() { s.Look = overlay.Mosaic })
	set(time.Second, 0, func() { s.Engine = session.GPU }) // not recorded

	type seen struct {
		threshold float64
		look      overlay.Look
	}
	steps := []seen{{0.01, 0}, {1, 0}, {3, 0}, {1.8, 0}, {1.8, overlay.Fill}, {1.8, overlay.Mosaic}}
	if len(h.past) != len(steps)-1 {
		t.Fatalf("%d steps, want %d", len(h.past), len(steps)-1)
	}
	check := func(i int, s session.Choices, names, want string) {
		t.Helper()
		if got := (seen{s.Threshold, s.Look}); got != steps[i] || names != want {
			t.Errorf("step %d: %+v, %q; want %+v, %q", i, got, names, steps[i], want)
		}
	}
	names := []string{"Threshold", "Threshold", "Threshold", "Look", "Look"}
	for i := len(names) - 1; i >= 0; i-- {
		s, name := h.step(&h.past, &h.future, nil)
		check(i, s.Choices, name, names[i])
	}
	if _, name := h.step(&h.past, &h.future, nil); name != "" {
		t.Errorf("before the first change: %q", name)
	}
	for i, want := range names {
		s, name := h.step(&h.future, &h.past, nil)
		check(i+1, s.Choices, name, want)
	}
	if _, name := h.step(&h.future, &h.past, nil); name != "" {
		t.Errorf("after the last change: %q", name)
	}
	undone, _ := h.step(&h.past, &h.future, nil)
	s = undone.Choices
	set(0, 0, func() { s.Opacity = 0.5 })
	if _, name := h.step(&h.future, &h.past, nil); name != "" {
		t.Errorf("after a change, %q can be done again", name)
	}
	undone, name := h.step(&h.past, &h.future, nil)
	check(4, undone.Choices, name, "Opacity")
}

// TestSwapIsAStep: undo and redo of a swap restore both sides, between other steps.
func TestSwapIsAStep(t *testing.T) {
	var h history
	a, b := session.Default().Choices, session.Default().Choices
	h.note(a, time.Unix(0, 0), 0, false)
	a.Threshold = 0.2
	h.note(a, time.Unix(1, 0), 0, false)
	h.swap(b, b)
	b = a
	for _, want := range []struct {
		from, to *[]moment
		names    string
		a, b     float64
	}{
		{&h.past, &h.future, "swap", 0.2, 0.01}, {&h.past, &h.future, "Threshold", 0.01, 0.01}, {&h.future, &h.past, "Threshold", 0.2, 0.01},
		{&h.future, &h.past, "swap", 0.01, 0.2}, {&h.past, &h.future, "swap", 0.2, 0.01},
	} {
		left := b
		m, names := h.step(want.from, want.to, &left)
		if m.b != nil {
			b = *m.b
		}
		if names != want.names || m.Threshold != want.a || b.Threshold != want.b {
			t.Errorf("%q: A %v, B %v; want %+v", names, m.Threshold, b.Threshold, want)
		}
	}
}

// Thresholds that follow the frames are not steps. Undo does not carry a video's colour conversion
// to another one.
func TestHistoryIsTheUsers(t *testing.T) {
	var h history
	s := session.Default().Choices
	h.note(s, time.Unix(0, 0), 0, false)
	s.EachFrame = true
	h.note(s, time.Unix(1, 0), 0, false)
	for i := range 5 {
		s.Threshold = float64(i)
		h.note(s, time.Unix(int64(10+i), 0), 0, false)
	}
	if len(h.past) != 1 || h.now.Threshold != 4 {
		t.Errorf("%d steps, the threshold is %v", len(h.past), h.now.Threshold)
	}
	s.EachFrame, s.Auto, s.Threshold = false, true, 0.3
	h.note(s, time.Unix(15, 0), 0, true)
	steps := len(h.past)
	s.Threshold = 0.4 // for another video
	h.note(s, time.Unix(16, 0), 0, true)
	if len(h.past) != steps {
		t.Error("a threshold that the player found is a step")
	}
	s.Threshold = 0.5
	h.note(s, time.Unix(17, 0), 7, false)
	s.Auto = false
	h.note(s, time.Unix(18, 0), 7, false)
	s.Threshold = 0.6
	h.note(s, time.Unix(19, 0), 7, false)
	if len(h.past) != steps+1 || h.now != s || h.past[steps].Threshold != 0.4 || !h.past[steps].Auto {
		t.Errorf("a drag that ends Auto is %d steps, from %+v", len(h.past)-steps, h.past[steps])
	}
	s.Shown.Matrix = yuv.BT2020
	h.note(s, time.Unix(20, 0), 0, false)
	s.Shown = yuv.Choice{}
	h.show(&s)
	h.note(s, time.Unix(30, 0), 0, false)
	for len(h.past) > 0 {
		if got, _ := h.step(&h.past, &h.future, nil); got.Shown != (yuv.Choice{}) {
			t.Errorf("another video's choice: %+v", got.Shown)
		}
	}
	var long history
	for i := range mostUndone + 50 {
		s.LineWidth = i
		long.note(s, time.Unix(int64(i), 0), 0, false)
	}
	if len(long.past) != mostUndone {
		t.Errorf("%d steps are kept", len(long.past))
	}
}
