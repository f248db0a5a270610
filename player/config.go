// Package player is the window that plays videos and shows their quads.
//
// Input is files, the user's keys and mouse, and a [Config]; [Run] returns a [Report] when the user
// quits. It must be called on the process's first thread, which owns the window and makes all
// OpenGL calls. Other goroutines decode, open files, and compute in the background; they end with
// Run, except that of the sound device, which a process opens once. The packages below do the work;
// this one connects them, and has the table of commands and keys.
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
	// Paths are videos, and folders with videos.
	Paths  []string
	Stream int // video stream of each file, or decode.Best
	// Engine is "auto", "gpu" or "cpu". With "gpu", it is an error if the GPU engine cannot be
	// made. If it fails later, the CPU engine takes over.
	Engine   string
	Settings session.Settings // settings at the start
	// Reads are the input files, which the player never replaces.
	Reads []pipeline.File
	// Stored are stored quads of the first video, read from StoredPath; nil for none. The player
	// reads their frames during playback. If it does not start doing so, the caller closes them.
	Stored     *stored.Opening
	StoredPath string
	// Second is a second video to show alongside the first of Paths; empty for none. Display
	// matrices of both apply, unless Coded is set. With Scale, frames are converted to the first
	// video's size and format; otherwise the sizes must be equal.
	Second       string
	Scale, Coded bool
	Aligned      bool // Settings say how a second video is aligned, else the store
	// Trace has the encoder's blocks of the first video; nil for those of the decoder. The caller
	// closes it.
	Trace scene.Trace

	// Start is the position at which the first video begins, as for [decode.ParsePosition]; empty
	// for the stored position or the beginning.
	Start      string
	Pause      bool // pause there
	Fullscreen bool
	Panel      bool    // the panel stays in a narrow window
	Loop       bool    // repeat each video
	Speed      float64 // 0 means 1

	Frames  int64 // end after n frames shown; 0 for no limit
	Untimed bool  // show every frame as fast as possible, without sound, and end
	Pace    Pace

	// Commands are the flags of the program's commands. Access are the flags that give access to
	// the input, for commands composed by the player. With Device, Access names the video.
	Commands invocation.Commands
	Access   []string
	Device   bool

	// Tuned says that the settings' parameters hold for all videos of this run. Otherwise each video
	// has its own, see session.Tuning.
	Tuned bool

	// Store keeps settings, window and recent videos between runs; nil for none.
	Store  *session.Store
	Window session.Window // place of the window; the zero value for 1280 × 720 at a default place
	// Programs caches compiled shaders between runs; nil for none.
	Programs gpu.Cache
	// Passing is a video of Paths that is deleted after this run. It is not stored.
	Passing string

	// Instead returns the path of a video that can be played. It is called if none of Paths can: Run
	// then shows a page with the reason over that video, where the user can open another one. nil
	// makes Run return the error.
	Instead func() (path string, err error)

	// Status receives a line of JSON for each frame shown and each change of state; nil for none.
	// See [Line].
	Status io.Writer
	// Warn receives warnings; nil for none.
	Warn func(message string)
}

func (c Config) withDefaults() Config {
	if c.Warn == nil {
		c.Warn = func(string) {}
	}
	return c
}

// startFirst plays the first video that can be played as the configuration says.
func (p *player) startFirst() {
	if p.refused != nil || p.started {
		return
	}
	p.started = true
	if p.cfg.Pause {
		p.play.TogglePause()
	}
	if p.cfg.Loop {
		p.play.LoopFile()
	}
	if p.cfg.Speed != 0 && p.cfg.Speed != 1 {
		p.play.SetSpeed(p.cfg.Speed)
	}
	if p.cfg.Start == "" {
		return
	}
	// Plain digits are seconds here, but frame numbers in the window.
	to, err := decode.ParsePosition(p.cfg.Start)
	if err == nil && to.Index < 0 {
		p.play.SeekTo(to.Seconds)
	} else if err = p.play.GoTo(p.cfg.Start); err != nil {
		p.complain(err)
	}
}

// ends reports whether playback ends after the last frame instead of pausing.
func (c *Config) ends() bool { return c.Frames > 0 || c.Untimed }

// Report summarises a run.
type Report struct {
	Shown, Dropped int64
	// Drift is the 95th percentile of the difference between frames and clock.
	Drift    time.Duration
	HasSound bool          // the sound was the master clock
	First    time.Duration // from the window's opening to its first frame
	// Faults are the faults of damaged videos by path.
	Faults map[string]decode.Faults
	Failed []error // of skipped videos
	// Told is set if the window has shown Run's error.
	Told bool
}
