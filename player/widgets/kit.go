// Package widgets has what the pages of the panel share: a [Kit] with rows of settings, sliders,
// lists, buttons, badges and tooltips, and the colours and sizes of the theme.
//
// Widgets are laid out with Dear ImGui between its NewFrame and Render. They change settings in
// place and queue commands. All calls are made on the GL thread.
package widgets

import (
	"image"
	"image/color"
	"time"

	"ffkvadrat/overlay"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
)

// Kit has the widgets that all parts of the panel share: rows of settings, sliders, lists, buttons,
// and tooltips. It queues the commands that widgets return.
type Kit struct {
	pen
	tips
	badges
	sought
	target
	focus
	spelt

	Colouring overlay.Colouring // of the quads in the next Build

	Opened image.Rectangle // the open list or menu of the last Build, in which it can be too large; empty for none

	pictured pictured
	listRoom float32 // width inside an open list that is as wide as its field

	Beds []Bed // of the last Build, valid until the next

	Closed   []string // what the lists of the last Build show while closed, in order; valid until the next
	Names    []string // of the widgets of the last Build, in order; valid until the next
	Keys     Keys
	typing   typing
	written  map[string]written // texts of the numbers next to sliders, by setting
	commands []command.Command  // of the next Build; the memory is reused
}

// New returns a kit for the player's keys at a scale in pixels per unit of length.
func New(keys Keys, scale float32) *Kit {
	k := &Kit{pen: pen{Scale: scale, Inks: OnPicture}, Keys: keys, written: map[string]written{}}
	k.Defaults = session.Default()
	k.explain()
	return k
}

// Begin starts a Build; elapsed is the time since the last one.
func (k *Kit) Begin(elapsed time.Duration) {
	k.Names, k.Closed, k.Badges, k.Beds = k.Names[:0], k.Closed[:0], k.Badges[:0], k.Beds[:0]
	k.typing.slider, k.typing.sliding = k.typing.sliding, ""
	k.Opened = image.Rectangle{}
	k.beginFocus()
	k.spelt.begin(elapsed)
	k.sought.begin()
	k.restTip(elapsed, k.focus.window != "")
}

// LevelColour returns the opaque colour of a level as the overlay shows it.
func (k *Kit) LevelColour(level int) color.RGBA { return k.Colouring.LevelColour(level) }

// Do adds a command.
func (k *Kit) Do(c command.Command) { k.commands = append(k.commands, c) }

// Take returns the queued commands, valid until the next Build.
func (k *Kit) Take() []command.Command {
	commands := k.commands
	k.commands = k.commands[:0]
	return commands
}

// target is the window or framebuffer that widgets are laid out in.
type target struct {
	Width, Height int
	Areas         Areas
	Held          Held
	Floats        bool // bar and timeline are over the picture
	Still         bool // a still picture, not a video
}

// Held are the modifier keys that are down.
type Held struct{ Shift, Control bool }

// Areas are the parts of a target.
type Areas struct{ Picture, Side, Timeline, Bar image.Rectangle }
