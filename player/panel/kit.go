package panel

import (
	"time"

	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
)

// kit has the widgets that all parts of the panel share: rows of settings, sliders, lists, buttons,
// and tooltips. It queues the commands that widgets return.
type kit struct {
	pen
	tips
	badges
	target

	Names    []string // of the widgets of the last Build, in order; valid until the next
	keys     Keys
	typing   typing
	written  map[string]written // texts of the numbers next to sliders, by setting
	commands []command.Command  // of the next Build; the memory is reused
}

func newKit(keys Keys, scale float32) *kit {
	k := &kit{pen: pen{scale: scale}, keys: keys, written: map[string]written{}}
	k.Defaults = session.Default()
	k.explain()
	return k
}

// begin starts a Build; elapsed is the time since the last one.
func (k *kit) begin(elapsed time.Duration) {
	k.Names, k.Badges = k.Names[:0], k.Badges[:0]
	k.typing.slider, k.typing.sliding = k.typing.sliding, ""
	k.restTip(elapsed)
}

// do adds a command.
func (k *kit) do(c command.Command) { k.commands = append(k.commands, c) }

// take returns the queued commands, valid until the next Build.
func (k *kit) take() []command.Command {
	commands := k.commands
	k.commands = k.commands[:0]
	return commands
}

// target is the window or framebuffer that widgets are laid out in.
type target struct {
	width, height int
	areas         Areas
	floats        bool // bar and timeline are over the picture
}
