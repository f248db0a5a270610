package panel

import (
	"image"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/overlay"
	"ffkvadrat/player/plot"
	"ffkvadrat/player/session"
	"ffkvadrat/player/views"
	"ffkvadrat/yuv"
)

// MaxLineWidth is the widest line that the widgets offer.
const MaxLineWidth = 4

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

// Status is what the panel tells about the moment.
type Status struct {
	Paused, Ended bool
	Index         int64 // of the picture on the screen, -1 where unknown
	About         int64 // what Index may be where it is unknown, else -1
	Time          time.Duration
	Quads         int
	Coverage      float64     // 0 to 1
	Top           int         // level of the pyramid's single cell
	Plots         *plot.Plots // nil until there are some; for a moment of a picture before

	Decode, Draw time.Duration
	Stages       analysis.Times
	Dropped      int64
	Drift        time.Duration // picture less clock
	HasDrift     bool
	BySound      bool   // the clock is the sound's, not the machine's
	Sound        string // why there is none; empty where there is

	Speed     float64
	Loop      []time.Duration // where a loop begins and ends, as far as marked
	LoopFile  bool            // the whole film loops
	Inspected []string        // what is under the pointer, line by line
	Wipe      Wipe
	Descent   Descent
	Account   yuv.Account // how the picture is shown
	Numbers   [2]Numbers  // on the left side of a wipe, or everywhere; on the right
	Timeline  Timeline

	Saving  Saving  // an export
	Films   []Entry // the playlist
	Current int     // the one of them that plays, −1 for none
	Recent  []Entry // films that were played, the last one first

	Help    bool    // all keys are listed
	Message string  // what a key just did
	Visible float32 // of the message, 0 to 1
}

// Widgets are where some widgets stand, in pixels of the target; empty where
// they are hidden.
type Widgets struct {
	Tabs [session.TabCount]image.Rectangle

	// Tune
	Method, Look       image.Rectangle
	Methods            [len(methods)]image.Rectangle      // of the open list
	Looks              [overlay.LookCount]image.Rectangle // likewise
	Colour, View       image.Rectangle
	Colours            [overlay.ColouringCount]image.Rectangle // of the open list
	Views              [views.ViewCount]image.Rectangle        // likewise
	Finer, Coarser     image.Rectangle                         // the view's level
	Threshold          image.Rectangle
	Overlay            image.Rectangle
	Opacity, LineWidth image.Rectangle
	CPU, GPU           image.Rectangle
	Volume, Mute       image.Rectangle

	// Film
	Matrix, Range, Transfer image.Rectangle
	Matrices                [len(matrices)]image.Rectangle // of the open list
	Ranges                  [len(ranges)]image.Rectangle   // likewise
	Transfers               [len(transfers)]image.Rectangle
	Open                    image.Rectangle
	Films, Recents          []image.Rectangle // until the next Build; empty where scrolled away
	SaveSettings            image.Rectangle
	LoadSettings            image.Rectangle

	// Export
	Format, Packed, Part       image.Rectangle
	Formats                    [len(exportFormats)]image.Rectangle // of the open lists
	Packings                   [len(compressions)]image.Rectangle
	Parts                      [partCount]image.Rectangle
	Every, Summary, ExportName image.Rectangle
	Export                     image.Rectangle // the button
	// Plots
	Curve, Sizes, Luma, LogLuma image.Rectangle
	Presets                     [1 + len(paper)]image.Rectangle
	About, Once, EachFrame      image.Rectangle

	// below and over the picture
	Timeline, Seek, Play image.Rectangle
	Place                image.Rectangle

	// texts of the timeline and of the bar
	Words                   image.Rectangle
	Position, Length, Frame image.Rectangle
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
