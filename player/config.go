// Package player is what the user sees: a window that plays videos with their
// live quadtree, its keys and its clock.
//
// [Run] takes files and plays them until the user quits. The calling thread,
// which has to be the process's first one, owns the window and does all
// drawing and analysis; a goroutine decodes ahead (package feed), another one
// belongs to the sound device. What is due when is decided in package
// transport, the widgets are in package panel. Nothing of this outlives Run but
// the sound device, which a process opens once.
package player

import (
	"errors"
	"io"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/player/session"
)

// ErrNoDisplay tells that there is no display for a window.
var ErrNoDisplay = errors.New("no display")

// Config says what to play and how.
type Config struct {
	// Paths are files, and folders for the films in them: what to play one
	// after another.
	Paths  []string
	Stream int // video stream of each, or decode.Best
	// Engine is "auto", "gpu" or "cpu". Where the GPU engine cannot be made,
	// "gpu" is an error; where it fails later, playback goes on with the CPU's.
	Engine   string
	Settings session.Settings // what to begin with

	Frames  int64 // end after so many shown pictures; 0 for no limit
	Untimed bool  // show every picture as fast as possible, without sound, and end

	// Store is where settings, the window and the films are kept from one run
	// to the next; nil for nowhere.
	Store  *session.Store
	Window session.Window // where to open it; the zero value for 1280 × 720 anywhere
	// Passing is a film of Paths that is gone after this run, and not
	// remembered.
	Passing string

	// Status gets one JSON line for each picture shown and for each change of
	// state; nil for none. See the type line.
	Status io.Writer
	// Warn gets messages that do not end playback; nil for none.
	Warn func(message string)
}

func (c Config) withDefaults() Config {
	if c.Warn == nil {
		c.Warn = func(string) {}
	}
	return c
}

// ends reports whether the last picture ends playback, instead of staying on
// the screen.
func (c *Config) ends() bool { return c.Frames > 0 || c.Untimed }

// Report is how it went.
type Report struct {
	Shown, Dropped int64
	// Drift is how far pictures were from the clock, at the 95th percentile.
	Drift    time.Duration
	HasSound bool          // the clock was the sound's
	First    time.Duration // from the window to its first picture
	// Faults are those of damaged films, by their paths; the other films have
	// none.
	Faults map[string]decode.Faults
	Failed []error // of films that were passed over
}
