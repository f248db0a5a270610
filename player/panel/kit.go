package panel

import (
	"time"

	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
)

// kit builds the widgets that the parts of the panel share: rows of settings, sliders, lists,
// buttons, and their tooltips. It queues the commands that widgets give.
type kit struct {
	pen
	tips
	badges
	target

	Names    []string // of the controls of the last Build, in their order; valid until the next
	keys     Keys
	typing   typing
	written  map[string]written // the numbers beside sliders, by the names of their settings
	commands []command.Command  // of the next Build, and memory
}

func newKit(keys Keys, scale float32) *kit {
	k := &kit{pen: pen{scale: scale}, keys: keys, written: map[string]written{}}
	k.Defaults = session.Default()
	k.explain()
	return k
}

// begin begins a Build, elapsed after the last one.
func (k *kit) begin(elapsed time.Duration) {
	k.Names, k.Badges = k.Names[:0], k.Badges[:0]
	k.typing.slider, k.typing.sliding = k.typing.sliding, ""
	k.restTip(elapsed)
}

// do adds a command.
func (k *kit) do(c command.Command) { k.commands = append(k.commands, c) }

// take returns the commands of a Build, valid until the next.
func (k *kit) take() []command.Command {
	commands := k.commands
	k.commands = k.commands[:0]
	return commands
}

// target is what the widgets are laid out in.
type target struct {
	width, height int
	areas         Areas
	floats        bool // bar and timeline are over the picture
}
