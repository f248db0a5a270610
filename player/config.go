// Package player is the window that plays videos with their quadtree as it changes.
//
// Input is files, the user's keys and mouse, and a [Config]; [Run] returns a [Report] when the user quits. The
// calling thread must be the process's first. It owns the window and does all drawing and analysis on the GPU.
// Other goroutines decode, open files, and compute what may come later; they end with Run. Only the sound device
// stays, which a process opens once. The packages below do the work; this one connects them, and has the table of
// commands and their keys.
package player

import (
	"errors"
	"io"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/gpu"
	"ffkvadrat/pipeline"
	"ffkvadrat/player/invocation"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/session"
	"ffkvadrat/quadfile/stored"
)

// ErrNoDisplay reports that there is no display for a window.
var ErrNoDisplay = errors.New("no display")

// Config says what to play and how.
type Config struct {
	// Paths are files, and folders with videos, to play one after another.
	Paths  []string
	Stream int // video stream of each file, or decode.Best
	// Engine is "auto", "gpu" or "cpu". If the GPU engine cannot be made, "gpu"
	// is an error; if it fails later, the CPU engine takes over.
	Engine   string
	Settings session.Settings // settings at the start
	// Reads are the files that the arguments name: no file that the player writes replaces one.
	Reads []pipeline.File
	// Stored are stored quads of the first video, at StoredPath, with which the player begins; nil
	// for none. The player reads their frames while it plays; if it does not come so far, the
	// caller closes them.
	Stored     *stored.Opening
	StoredPath string
	// Beside is a second video, which is shown beside the first video of Paths; empty for none. Its pictures are turned as
	// the first video's are coded, by the display matrices of both; not with Coded. With Scale they are converted to
	// the first video's size and format, which else has to be the same size.
	Beside       string
	Scale, Coded bool
	// Trace says how an encoder divided the first video's pictures, nil for what the decoder tells. The caller
	// closes it.
	Trace scene.Trace

	// Start is where the first video begins, as [decode.ParsePosition] reads it; empty for
	// where the store has it, or its beginning.
	Start      string
	Pause      bool // it waits there, paused
	Fullscreen bool
	Loop       bool    // each video is repeated
	Speed      float64 // 0 means 1

	Frames  int64 // end after this many shown pictures; 0 for no limit
	Untimed bool  // show every picture as fast as possible, without sound, and end
	Pace    Pace

	// Commands are the flags of the command line's commands, and Access those of its arguments that
	// allow videos to be opened: the player writes commands with them. With Device Access names the video.
	Commands invocation.Commands
	Access   []string
	Device   bool

	// Store keeps settings, the window and the videos from one run to the next;
	// nil for none.
	Store  *session.Store
	Window session.Window // where to open it; the zero value for 1280 × 720 anywhere
	// Programs keeps compiled programs from one run to the next; nil for none.
	Programs gpu.Cache
	// Passing is a video of Paths that is deleted after this run. It is not
	// remembered.
	Passing string

	// Status receives one JSON line for each picture shown and for each change
	// of state; nil for none. See the type Line.
	Status io.Writer
	// Warn receives messages about problems that do not end playback; nil for
	// none.
	Warn func(message string)
}

func (c Config) withDefaults() Config {
	if c.Warn == nil {
		c.Warn = func(string) {}
	}
	return c
}

// begin begins to play as the configuration says.
func (p *player) begin() error {
	p.play.Begin()
	if p.cfg.Pause {
		p.play.TogglePause()
	}
	p.win.setFullscreen(p.cfg.Fullscreen)
	if p.cfg.Loop {
		p.play.LoopFile()
	}
	if p.cfg.Speed != 0 && p.cfg.Speed != 1 {
		p.play.SetSpeed(p.cfg.Speed)
	}
	if p.cfg.Start == "" {
		return nil
	}
	// Digits alone are seconds here, and a frame where a place is typed.
	to, err := decode.ParsePosition(p.cfg.Start)
	if err == nil && to.Index < 0 {
		p.play.SeekTo(to.Seconds)
		return nil
	}
	return p.play.GoTo(p.cfg.Start)
}

// ends reports whether the last picture ends playback, instead of staying on
// the screen.
func (c *Config) ends() bool { return c.Frames > 0 || c.Untimed }

// Report summarises a run.
type Report struct {
	Shown, Dropped int64
	// Drift is the difference between pictures and the clock, at the 95th
	// percentile.
	Drift    time.Duration
	HasSound bool          // the clock was the sound's
	First    time.Duration // from the window to its first picture
	// Faults are the faults of damaged videos, by their paths. Other videos are
	// not in it.
	Faults map[string]decode.Faults
	Failed []error // of videos that were skipped
}
