package player

import (
	"fmt"
	"io"
)

// Config is what the command line asks of the player.
type Config struct {
	Path      string // file to open
	Title     string // what to call it
	Stream    int    // index of the video stream, or decode.Best
	Engine    string // "auto", "gpu" or "cpu"
	Threshold float64
	Frames    int  // end after this many shown frames; 0: play on
	Untimed   bool // show every frame, as fast as the machine can, without sound
	// Status, unless nil, gets a JSON line for every shown picture.
	Status io.Writer
	// Warn is called with one line for what the user should know and the
	// player goes on without, such as a missing sound device.
	Warn func(message string)
}

// Report is what came of playing.
type Report struct {
	Shown, Dropped int
	HasSound       bool
	AVDrift        float64 // 95th percentile of |A−V|, in milliseconds; with sound only
}

func (r Report) String() string {
	s := fmt.Sprintf("shown %d, dropped %d", r.Shown, r.Dropped)
	if r.HasSound {
		s += fmt.Sprintf(", A-V p95 %.1f ms", r.AVDrift)
	}
	return s
}
