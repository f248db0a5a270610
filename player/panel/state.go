package panel

import (
	"image"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/player/plot"
	"ffkvadrat/yuv"
)

// Facts are what the panel tells about a film.
type Facts struct {
	Name     string        // of the file
	Codec    string        // such as "h264"
	Picture  string        // size and sample format
	Frames   int64         // 0 where unknown
	Duration time.Duration // 0 where unknown
	Renderer string        // the OpenGL driver's name
	Software bool          // it runs on the CPU
}

// Status is what the panel says about the moment.
type Status struct {
	Playing
	Found
	Cost
	Numbers   [2]Numbers // on the left side of a wipe, or everywhere; on the right
	Inspected []string   // what is under the pointer, line by line
	Descent   Descent
	Wipe      Wipe
	Timeline  Timeline
	Account   yuv.Account // how the picture is shown

	Saving  Saving  // an export
	Films   []Entry // the playlist
	Current int     // the one of them that plays, −1 for none
	Recent  []Entry // films that were played, the last one first

	Help    bool    // all keys are listed
	Message string  // what a key just did
	Visible float32 // of the message, 0 to 1
}

// Playing is the picture on the screen, and how playback goes on.
type Playing struct {
	Paused, Ended bool
	Index         int64 // of the picture, -1 where unknown
	About         int64 // what Index may be where it is unknown, else -1
	Time          time.Duration
	Speed         float64
	Loop          []time.Duration // where a loop begins and ends, as far as marked
	LoopFile      bool            // the whole film loops
}

// Found are the quads of the picture.
type Found struct {
	Quads    int
	Coverage float64     // 0 to 1
	Top      int         // level of the pyramid's single cell
	Plots    *plot.Plots // nil until there are some; for a moment of a picture before
}

// Cost is what playback takes, and whether it keeps pace.
type Cost struct {
	Decode, Draw time.Duration
	Stages       analysis.Times
	Dropped      int64
	Drift        time.Duration // picture less clock
	HasDrift     bool
	BySound      bool   // the clock is the sound's, not the machine's
	Sound        string // why there is none; empty if there is
}

// Sizes in pixels at scale 1.
const (
	sideWidth = 304
	barHeight = 72
)

// Areas are the parts of a target: where the picture may stand, the side panel
// on the right, and below the picture the timeline and the bar.
type Areas struct{ Picture, Side, Timeline, Bar image.Rectangle }

// Layout divides a target of the given size, among the picture alone or with the panel and
// the timeline.
func Layout(width, height int, scale float32, panel, timeline bool) Areas {
	if !panel {
		return Areas{Picture: image.Rect(0, 0, width, height)}
	}
	right := max(width-int(sideWidth*scale), 0)
	bar := max(height-int(barHeight*scale), 0)
	below := bar
	if timeline {
		below = max(bar-int(timelineHeight*scale), 0)
	}
	return Areas{
		Picture:  image.Rect(0, 0, right, below),
		Side:     image.Rect(right, 0, width, height),
		Timeline: image.Rect(0, below, right, bar),
		Bar:      image.Rect(0, bar, right, height),
	}
}
