package panel

import (
	"fmt"
	"image"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/partition"
	"ffkvadrat/decode"
	"ffkvadrat/edge"
	"ffkvadrat/overlay"
	"ffkvadrat/playback/transport"
	"ffkvadrat/player/browser"
	"ffkvadrat/player/command"
	"ffkvadrat/player/exporting"
	"ffkvadrat/player/hint"
	"ffkvadrat/player/marks/markstab"
	"ffkvadrat/player/plot"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/rawform"
	"ffkvadrat/player/refusal"
	"ffkvadrat/player/second"
	"ffkvadrat/player/session"
	"ffkvadrat/player/timeline"
	"ffkvadrat/player/timeline/timelinestrip"
	"ffkvadrat/player/widgets"
	"ffkvadrat/yuv"
)

// Facts are what the panel shows about a video. They do not change while it plays.
type Facts struct {
	Name     string        // of the file
	Thing    string        // the word for it: video or picture
	Frames   int64         // 0 if unknown
	Duration time.Duration // 0 if unknown
	Live     bool          // a live source
	Once     string        // why it cannot be read a second time, as for an export; else empty
	Still    bool          // a single frame, which does not play
	NoBlocks string        // why the codec's blocks are unknown; else empty
	Renderer string        // the OpenGL driver's name
	Software bool          // OpenGL runs on the CPU
	NoGPU    string        // why the GPU engine cannot run; else empty
}

// base returns the video's name without its extension.
func (f *Facts) base() string {
	return strings.TrimSuffix(f.Name, filepath.Ext(f.Name))
}

// Status is the current state that the panel shows.
type Status struct {
	Playing
	Found
	Stored Stored
	Cost
	markstab.Marking
	Numbers     [2]Numbers // of A, or of the whole picture; of B
	Inspected   []string   // about the pixel under the pointer, in lines
	Heads       int        // those at the beginning that are always shown, as they have samples
	Descent     Descent
	Zoom        Zoom
	Outlines    []Outline // at the pointer, and at the pinned pixel
	Wipe        Wipe
	Worst       second.Worst
	Pairing     second.Pairing
	Timeline    timeline.Status
	Account     yuv.Account // how the picture is displayed
	Picking     Picking
	Information Information

	Saving  exporting.State // the export
	Plan    exporting.Plan  // what the form for exports asks for
	Videos  []browser.Video // the playlist
	Current int             // index of the current video, −1 for none
	Recent  []browser.Video // recent videos, newest first
	Browser browser.State   // while the file browser is open

	Hint     hint.Hint       // why the frame has no quads
	Raw      *rawform.Form   // of the playing raw video, or of what cannot be played; nil for none
	Refused  refusal.Refusal // why nothing can be played; the page covers everything
	Quitting bool            // ask whether to quit while an export runs
	Sample   bool            // the sample video plays
	Controls bool            // show the bar over the picture if the panel is hidden

	Fullscreen bool            // the window covers the display
	Shown      image.Rectangle // where the window shows the picture

	Message string        // result of the last command
	Offers  []Offer       // buttons of the message
	Visible float32       // opacity of the message, 0 to 1
	Reply   browser.Reply // the message if it is about what the file browser asked for, which shows it
	Quiet   bool          // nobody asked for the message: it is small, at the picture's lower edge
}

// Offer is a button of a message.
type Offer struct {
	Title   string
	Command command.Command
}

// shownMessage returns the message unless it is invisible.
func (s *Status) shownMessage() string {
	if s.Visible <= 0 {
		return ""
	}
	return s.Message
}

// playing returns the path of the video of the playlist that plays, empty for none.
func (s *Status) playing() string {
	if s.Current < 0 || s.Current >= len(s.Videos) {
		return ""
	}
	return s.Videos[s.Current].Path
}

// Playing describes the frame on the screen and the state of playback.
type Playing struct {
	transport.State
	Index int64 // frame number, −1 if unknown
	About int64 // approximate frame number if Index is unknown, else −1
	Time  time.Duration
	Bytes int // of the frame's packet, 0 if unknown
	Size  decode.Size
}

// Found describes the quads of the frame.
type Found struct {
	List
	Uncounted   bool        // their number and coverage are not known
	AgesUnknown bool        // colours are by size until the ages are known
	Top         int         // level of the pyramid's single cell
	Largest     int         // level of the largest possible quads
	DrawnFrom   int         // level of the smallest quads that are drawn at this zoom
	Small       int         // number of smaller ones, while the tab Tune says it
	Most        int32       // largest count in the shown level of the pyramid
	Low         float64     // lower bound of their lowest class
	Auto        float64     // threshold that Auto means for the video; 0 while it is unknown
	Provisional bool        // Auto's threshold may change: frames all over the video are still being analysed
	Bounds      edge.Bounds // between classes
	Codec       Codec       // the codec's blocks
	BlockBins   BlockBins
	FullRange   bool        // the samples have full range
	Plots       *plot.Plots // nil at first
	PlotsLag    bool        // they are those of an earlier frame, which they name
}

// List is what the list of quads has. The names are those of the player's status lines.
type List struct {
	Quads    int     `json:"quads"`
	Thing    string  `json:"thing"`              // word for one of them: quad, cube, point or hit
	Cubed    bool    `json:"cubed"`              // the quads are cross sections of cubes
	NoCubes  string  `json:"no_cubes,omitempty"` // why they are not, though the settings ask for it
	Coverage float64 `json:"coverage"`           // 0 to 1
}

// Codec describes the codec's blocks, if the settings ask for them.
type Codec struct {
	Known         bool          // the codec reports blocks
	Second        bool          // all of it, but Beside, is about a second video's blocks
	Vectors       int           // those of Side, with those that are 0
	BlockScale                  // of the colours
	Frames        [2]CodedFrame // the frame, and that of a second video if Beside is set
	Side          int           // the first side that shows blocks
	Beside        bool          // a second video shows its own blocks
	BesideScale   BlockScale    // of their colours
	Units         bool          // their prediction units are known
	Parts         bool          // and have outlines
	Divided       bool          // some blocks have several of them, if Parts is set
	Hidden        bool          // blocks are not drawn over the view
	Both          bool          // they are outlines over a view of two videos
	By            overlay.BlockColouring
	Opacity       float32 // as in [overlay.CodecStyle]
	Traced        bool    // the blocks are those of a trace
	Motion        bool    // vectors are drawn, and directions of intra prediction where there is room
	VectorsBy     overlay.VectorColouring
	Moving, Drawn int     // vectors with motion, and how many of these are drawn
	Directed      bool    // there is room for some
	Zoom          float64 // window pixels per pixel of the picture
	Times         int     // how many times as long as the motion lines are; 0 is 1
	TwoLists      bool    // some vectors are of reference list 1
	Missing       string  // why the trace lacks the frame; else empty
	// Compared is set while blocks are coloured by comparison with the quads. Finer is the share of
	// the pixels where the codec divided the picture more finely, Coarser where the quads did, Alike
	// where both divided it equally, and IoU the intersection over union of the boundaries.
	Compared                   bool
	Finer, Coarser, Alike, IoU float64
}

// BlockScale is the scale of the colours of a codec's blocks.
type BlockScale struct {
	Low, High int
	Coarsest  int  // the codec's usual coarsest QP
	OfAll     bool // of QPs, it is that of all frames
}

// CodedFrame is how the codec coded a frame.
type CodedFrame struct {
	Type        byte // as [decode.Coding.PictType]; 0 if there is no frame
	Size        decode.Size
	Packet      int     // bytes, 0 if unknown
	QP          float64 // mean quantisation parameter, if HasQP
	Least, Most int     // of the blocks; equal if they are not known
	HasQP       bool
	CodedQP     partition.Number // the mean without skipped blocks
	Blocks      int
	Types       [partition.TypeCount]float64 // the share of each type among the blocks' pixels
	Told        partition.Told               // those that are known
	Bits        [partition.TypeCount]float64 // the same among their bits, if HasRate
	Rate        float64                      // mean number of bits for 16×16 pixels, if HasRate
	HasRate     bool
}

// typed reports whether the types of some blocks are known.
func (f *CodedFrame) typed() bool { return f.Blocks > 0 && f.Types[partition.Unknown] < 1 }

// told reports whether the part of blocks of a type is known.
func (f *CodedFrame) told(kind partition.Type) bool { return kind == partition.Unknown || f.Told[kind] }

// part formats the part of the area in blocks of a type.
func (f *CodedFrame) part(kind partition.Type) string {
	if !f.told(kind) {
		return "–"
	}
	return quantity.Percent(f.Types[kind])
}

// Text describes the frame in one line, such as P frame · 12 345 bytes · QP 27.4 (22–34).
func (f *CodedFrame) Text() string {
	text := "frame"
	if f.Type != '?' {
		text = string(rune(f.Type)) + " frame"
	}
	if f.Size.Bytes > 0 {
		text += " · " + quantity.Count(int64(f.Size.Bytes), "byte")
	}
	switch f.Size.Of {
	case decode.InPacket:
		text += " in a packet of " + quantity.Grouped(int64(f.Packet))
	case decode.CodedBefore:
		text += ", coded before"
	}
	if qp := f.QPs(); qp != "" {
		text += " · QP " + qp
	}
	return text
}

// QPs returns the mean QP and the ends of those of the blocks; empty if none is known.
func (f *CodedFrame) QPs() string {
	if !f.HasQP {
		return ""
	}
	text := strconv.FormatFloat(f.QP, 'f', 1, 64)
	if f.Least < f.Most {
		text += fmt.Sprintf(" (%d–%d)", f.Least, f.Most)
	}
	return text
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

// Shape selects the parts of a target.
type Shape struct {
	Panel    bool // side panel, and a bar below the picture
	Width    int  // width of the side panel at scale 1; 0 for the minimum
	Controls bool // bar over the picture, if Panel is false
	Timeline bool // timeline above the bar

	TimelineHeight int  // at scale 1; 0 suits the target
	Lanes          int  // that the timeline has where there is room
	Zoomed         bool // the timeline shows a part of the video
}

// Layout divides a target of the given size. Without the panel, the picture fills it.
func (o Shape) Layout(width, height int, scale float32) widgets.Areas {
	right := width
	if o.Panel {
		wide := float32(o.Width)
		if o.Width == session.UsualPanelWidth { // nobody has dragged its edge
			wide = max(wide, min(widePart*float32(width)/scale, widePanel))
		}
		side := max(min(int(wide*scale), width-int(widePicture*scale)), int(session.LeastPanelWidth*scale))
		right = max(width-side, 0)
	}
	a := widgets.Areas{Picture: image.Rect(0, 0, right, height)}
	if !o.Panel && !o.Controls {
		return a
	}
	bar := max(height-int(barHeight*scale), 0)
	below := bar
	if o.Timeline {
		below = max(bar-int(timelinestrip.Height(float32(height)/scale, float32(bar)/scale, o.TimelineHeight, o.Lanes, o.Zoomed)*scale), 0)
	}
	a.Timeline, a.Bar = image.Rect(0, below, right, bar), image.Rect(0, bar, right, height)
	if o.Panel {
		a.Picture.Max.Y, a.Side = below, image.Rect(right, 0, width, height)
	}
	return a
}

// Layout divides a target with or without panel and timeline.
func Layout(width, height int, scale float32, panel, timeline bool) widgets.Areas {
	return Shape{Panel: panel, Timeline: timeline}.Layout(width, height, scale)
}
