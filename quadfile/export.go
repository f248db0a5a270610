// Package quadfile writes the quad lists of a video's frames as data, and reads
// them back: the format ffkvadrat-quads as JSON, NDJSON or .ffq. It also
// writes, but does not read, CSV, COCO, YUView's statistics and maps for encoders. It compresses.
//
// Input is a [Header] and one [Frame] for each picture. Output is bytes that depend on
// nothing else: two runs, engines or machines write the same file. The format is
// described in docs/reference/formats/quads.md and by the JSON Schema that [Schema] returns. No
// goroutines; a [Writer] and a [Reader] belong to one goroutine at a time.
package quadfile

import (
	"fmt"

	"ffkvadrat/analysis/siti"
	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
	"ffkvadrat/yuv/distortion"
)

// MaxSide is the largest width and height of a picture, in pixels: the most that a
// [quadpyramid.Quad] can address.
const MaxSide = 1 << 14

// Rational is a fraction as FFmpeg gives it. A denominator or numerator of 0
// means "not known".
type Rational struct {
	Num, Den int
}

func (r Rational) known() bool { return r.Num != 0 && r.Den != 0 }

// Header says what was analysed and how. Its strings are UTF-8; an invalid
// byte is written as U+FFFD. Empty strings are left out of the file.
type Header struct {
	Source   Source
	Analysis Analysis
	// QuadFields names the numbers of a quad, in their order. Empty means the variant's own, as
	// [Analysis.QuadFields] has them; others are some of these, in any order, for formats with
	// [Fields].
	QuadFields []string
	// Columns, of formats with [Rows], are the names of all columns, of frames and of quads, in their
	// order. Empty means those of [Analysis.FrameFields], then QuadFields.
	Columns []string
	// Strength, of maps for encoders, is that of regions.Settings in steps of H.264's quantiser; 0 is
	// regions.DefaultStrength. It is not in the file. Else 0.
	Strength int
	// Fill, of a summary that says how far the picture which the quads make is from the video's, is
	// how it fills them: a name of reconstruction.ParseFill. Else empty.
	Fill string
	// SITI, of a summary with spatial and temporal information, is their domain: a name of
	// siti.ParseDomain. Else empty.
	SITI string
	// Coded is set of a summary that says how the codec coded the frames.
	Coded bool
}

// Source is the analysed stream, in ffprobe's terms.
type Source struct {
	Path          string
	StreamIndex   int
	CodecName     string
	Width, Height int // pixels as coded, 1 to MaxSide
	PixFmt        string
	TimeBase      Rational // seconds a tick, positive
	AvgFrameRate  Rational // frames a second; 0/0 if not known
}

// Seconds is the time of a number of ticks, to the bit as a Writer and a Reader compute it.
func (s *Source) Seconds(pts int64) float64 { return seconds(pts, s.TimeBase) }

// Frame is one picture with its quads.
type Frame struct {
	// Index counts the frames of a linear decode from 0, in presentation order;
	// it is -1 if that number is not known.
	Index int64
	// PTS is the presentation time in ticks of the source's time base, valid
	// if HasPTS is set. If the stream has none, Time is an estimate.
	PTS    int64
	HasPTS bool
	// Corrected is set if Time is another than that of PTS: the file's time stamps go back there, or jump.
	Corrected bool
	// Time is the presentation time in seconds. A Writer uses it only if HasPTS is false or Corrected is set;
	// a Reader always sets it.
	Time     float64
	KeyFrame bool
	// PictType is 'I', 'P', 'B' and so on as ffprobe prints it; 0 or '?' if it is not
	// known.
	PictType byte
	// Width and Height are the picture's own size in pixels, PixFmt its own
	// pixel format. Zero values mean the header's. A Reader fills them in.
	Width, Height int
	PixFmt        string
	// Corrupt is set if the decoder marked the picture as damaged; Errors counts the
	// decode errors on the way to it.
	Corrupt bool
	Errors  int
	// Threshold is the frame's own if the analysis has EachFrame, else 0.
	Threshold float64
	// Luma says how light the picture is, if HasLuma is set: for summaries.
	Luma    yuv.Tones
	HasLuma bool
	// Distortion is that of the picture which the quads make: for summaries whose header has a fill.
	Distortion distortion.Distortion
	// Information is the picture's spatial and temporal information: for summaries whose header has its
	// domain.
	Information siti.Values
	// Coded is how the codec coded the frame: for summaries whose header is Coded.
	Coded Coded
	// Times are the presentation times in seconds of the frames of a window whose cubes have Colours;
	// else empty. A Reader leaves them empty.
	Times []float64
	// Quads is the list in Morton order, or in that of points and hits; every quad lies inside the
	// picture.
	Quads []quadpyramid.Quad
	Means []feature.Mean // of the variant CommonFeature, one a quad; else empty
	// Values are one a quad of points and hits, each of one pixel and in the analysis'
	// order: the pixel's luma or alpha, or a hit's score; else empty.
	Values []uint16
	// Colours are one a quad if [Format.NeedsColours] says so; else empty. A Reader leaves them empty.
	Colours []Colour
	// Classes has the class of each quad, in ascending order, if the analysis has classes; else
	// empty. Each class's quads are in order; those of two classes do not overlap.
	Classes []uint8
	// Window is the number of frames, 1 to Analysis.Cube, that a record of cubes is about; 0 of
	// quads. The record's facts are those of the first, but for Corrupt and Errors, which are about all.
	Window int
	// Starts are one a cube, its first frame counted from the window's first; else empty. Quads then
	// has what cubes are in each of their frames, in the Morton order of cubes.
	Starts []uint8
}

// Document is a whole export in memory.
type Document struct {
	Header Header
	Frames []Frame
}

// QuadFields returns the names of all of a quad's numbers in an export of this analysis: "x", "y",
// "size", of CommonFeature also the mean in three channels; of points and hits "x", "y",
// "value"; with bounds also "class"; with cubes "x", "y", "frame", "size".
func (a *Analysis) QuadFields() []string {
	fields := []string{"x", "y", "size"}
	switch {
	case a.Variant.HasValues():
		fields[2] = "value"
	case a.Cube != 0:
		fields = []string{"x", "y", "frame", "size"}
	case a.Variant.HasMeans():
		fields = append(fields, meanNames(a.Features)...)
	}
	if a.Bounds.Classes() > 0 {
		fields = append(fields, "class")
	}
	return fields
}

// meanNames returns the names of the three numbers of a mean.
func meanNames(features channel.Space) []string {
	switch features {
	case channel.YUV:
		return []string{"mean_y", "mean_u", "mean_v"}
	case channel.Vectors:
		return []string{"mean_known", "mean_dx", "mean_dy"}
	}
	return []string{"mean_r", "mean_g", "mean_b"}
}

// check returns why h cannot be written, or nil.
func (h *Header) check() error {
	s, a := &h.Source, &h.Analysis
	switch {
	case !sizeOK(s.Width, s.Height):
		return fmt.Errorf("picture size %d×%d: sides are 1 to %d", s.Width, s.Height, MaxSide)
	case s.StreamIndex < 0:
		return fmt.Errorf("stream index %d is negative", s.StreamIndex)
	case s.TimeBase.Num <= 0 || s.TimeBase.Den <= 0:
		return fmt.Errorf("time base %d/%d is not positive", s.TimeBase.Num, s.TimeBase.Den)
	case s.AvgFrameRate.known() && (s.AvgFrameRate.Num < 0 || s.AvgFrameRate.Den < 0):
		return fmt.Errorf("average frame rate %d/%d is negative", s.AvgFrameRate.Num, s.AvgFrameRate.Den)
	}
	if err := a.Check(); err != nil {
		return err
	}
	return checkNames("quad fields", h.QuadFields, a, a.QuadFields())
}

func sizeOK(width, height int) bool {
	return width >= 1 && width <= MaxSide && height >= 1 && height <= MaxSide
}

// seconds returns pts in seconds, with the roundings of FFmpeg's own tools: first the time
// base is rounded to a double, then the product.
func seconds(pts int64, timeBase Rational) float64 {
	return float64(pts) * (float64(timeBase.Num) / float64(timeBase.Den))
}
