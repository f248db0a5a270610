package panel

import (
	"image"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/marks"
	"ffkvadrat/player/plot"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
)

// Facts are what the panel shows about a video.
type Facts struct {
	Name     string        // of the file
	Frames   int64         // 0 if unknown
	Duration time.Duration // 0 if unknown
	Live     bool          // it goes on by itself
	Untold   string        // why nobody knows how the codec divides pictures; empty if it is known
	Renderer string        // the OpenGL driver's name
	Software bool          // it runs on the CPU
}

// Status is the current state that the panel shows.
type Status struct {
	Playing
	Found
	Stored Stored
	Cost
	Marking
	Numbers     [2]Numbers // on the left side of a wipe, or everywhere; on the right
	Inspected   []string   // about the pixel under the pointer, line by line
	Descent     Descent
	Wipe        Wipe
	Worst       Worst
	Timeline    Timeline
	Account     yuv.Account // how the picture is shown
	Picking     Picking
	Information Information

	Saving  Saving  // an export
	Videos  []Entry // the playlist
	Current int     // index of the one that plays, −1 for none
	Recent  []Entry // videos played before, the newest first
	Browser Browser // what the file browser shows while it is open

	Quitting bool // the user is asked whether to quit while an export runs
	Sample   bool // the sample plays, and the user is told so
	Controls bool // the bar over the picture is visible, if the panel is not

	Help    bool    // the list of all keys is visible
	Message string  // result of the last key
	Visible float32 // of the message, 0 to 1
}

// Marking describes the video's marks.
type Marking struct {
	Marks   marks.List
	Marked  int    // index of the mark of the picture, −1 for none
	Written string // result of the last export of marks
	Exists  string // the file that has to be replaced for that; empty for none
}

// Playing describes the picture on the screen and the state of playback.
type Playing struct {
	transport.State
	Index int64 // of the picture, -1 if unknown
	About int64 // approximate index if Index is unknown, else -1
	Time  time.Duration
	Bytes int // of the picture's packet, 0 if unknown
}

// Found describes the quads of the picture.
type Found struct {
	List
	Uncounted   bool        // their number and coverage are not known
	AgesUnknown bool        // the colours stand for ages, and are by size as long as nobody knows these
	Top         int         // level of the pyramid's single cell
	Largest     int         // level of the largest quads that the picture can have
	Most        int32       // the largest count of the level in the view of the pyramid
	Low         float64     // the lower end of their lowest class
	Bounds      edge.Bounds // between their classes
	Codec       Codec       // how the codec divided the picture
	Plots       *plot.Plots // nil until there are some; for a moment those of an earlier picture, which they name
}

// List is what the list of quads has. The names are those of the player's status lines.
type List struct {
	Quads    int     `json:"quads"`
	Thing    string  `json:"thing"`              // the word for one of them: quad, cube, point or hit
	Cubed    bool    `json:"cubed"`              // the quads are what cubes are in the picture
	NoCubes  string  `json:"no_cubes,omitempty"` // why they are not, though the settings ask for it
	Coverage float64 `json:"coverage"`           // 0 to 1
}

// Codec describes how the codec divided the picture, if the settings ask for it.
type Codec struct {
	Known            bool // the codec tells it
	Blocks, Vectors  int
	Finest, Coarsest int     // quantisers
	QP               float64 // mean quantiser, if HasQP
	HasQP            bool
	Missing          string // why a trace does not have the picture; else empty
	// Compared is set while blocks are shown by how they compare with the quads: Finer is the part of the pixels
	// where the codec divided more finely, Coarser that where the content is divided more finely, IoU that of the boundaries.
	Compared            bool
	Finer, Coarser, IoU float64
}

// Cost is the time that playback takes.
type Cost struct {
	Decode, Draw time.Duration
	Stages       analysis.Times
}

// Sizes in pixels at scale 1.
const (
	barHeight = 72
)

// Areas are the parts of a target: the picture's area, the side panel on the
// right, and below the picture the timeline and the bar.
type Areas struct{ Picture, Side, Timeline, Bar image.Rectangle }

// Shape says which parts there are.
type Shape struct {
	Panel    bool // the side panel, and a bar below the picture
	Width    int  // of the side panel at scale 1; 0 for the least
	Controls bool // without the panel, a bar over the picture
	Timeline bool // with a bar, a timeline above it
}

// Layout divides a target of the given size. Without the panel, the picture has
// all of it.
func (o Shape) Layout(width, height int, scale float32) Areas {
	right := width
	if o.Panel {
		side := max(min(int(float32(o.Width)*scale), width-int(pictureWidth*scale)), int(session.LeastPanelWidth*scale))
		right = max(width-side, 0)
	}
	a := Areas{Picture: image.Rect(0, 0, right, height)}
	if !o.Panel && !o.Controls {
		return a
	}
	bar := max(height-int(barHeight*scale), 0)
	below := bar
	if o.Timeline {
		below = max(bar-int(timelineHeight(float32(height)/scale)*scale), 0)
	}
	a.Timeline, a.Bar = image.Rect(0, below, right, bar), image.Rect(0, bar, right, height)
	if o.Panel {
		a.Picture.Max.Y, a.Side = below, image.Rect(right, 0, width, height)
	}
	return a
}

// Layout divides a target with or without panel and timeline.
func Layout(width, height int, scale float32, panel, timeline bool) Areas {
	return Shape{Panel: panel, Timeline: timeline}.Layout(width, height, scale)
}
