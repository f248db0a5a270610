// Package quadfile writes the quad lists of a video's frames as data and reads them back: the
// format ffkvadrat-quads as JSON, NDJSON or .ffq. It also writes, but does not read, tables, sparse
// matrices, point clouds, COCO, YUView's statistics, and maps for encoders.
//
// Input is a [Header] and a [Frame] for each picture; output is bytes that depend on nothing else.
// docs/reference/formats/quads.md and the JSON Schema of [Schema] define the format. The package
// starts no goroutines. A [Writer] or [Reader] is used by one goroutine at a time; [Piece] says how
// several can share the work.
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

// MaxSide is the largest width and height of a picture in pixels, the limit of [quadpyramid.Quad].
const MaxSide = 1 << 14

// Rational is a fraction as FFmpeg gives it. A zero numerator or denominator means unknown.
type Rational struct {
	Num, Den int
}

func (r Rational) known() bool { return r.Num != 0 && r.Den != 0 }

// Header says what was analysed and how. Its strings are UTF-8; an invalid byte is written as
// U+FFFD, an empty string is left out.
type Header struct {
	Source   Source
	Analysis Analysis
	// QuadFields names the numbers of a quad in their order. Empty means the variant's own,
	// [Analysis.QuadFields]. Formats with [Fields] take any selection of these.
	QuadFields []string
	// Columns names all columns of a format with [Rows], of frames and of quads, in their order.
	// Empty means [Header.FrameFields] and then QuadFields.
	Columns []string
	// Strength of maps for encoders is that of regions.Settings in steps of QP; 0 means
	// regions.DefaultStrength. The file does not have it.
	Strength int
	// Fill of a summary with distortion is the name of the reconstruction, see
	// reconstruction.ParseFill; else empty.
	Fill string
	// SITI of a summary with spatial and temporal information is the name of its domain, see
	// siti.ParseDomain; else empty.
	SITI string
	// Coded is set for a summary with [Frame.Coded].
	Coded bool
}

// Source is the analysed stream, in ffprobe's terms.
type Source struct {
	Path          string
	StreamIndex   int
	CodecName     string
	Width, Height int // pixels as coded, 1 to MaxSide
	PixFmt        string
	TimeBase      Rational // seconds per tick, positive
	AvgFrameRate  Rational // frames per second; 0/0 if unknown
	// Interlaced says that the stream announces interlaced frames, or begins with one. Tables of text
	// and of columns then have the frames' Interlacing.
	Interlaced bool
	// Fields says whether the pictures are frames or fields; Height, TimeBase and AvgFrameRate are the
	// pictures'.
	Fields yuv.Fields
	// Grain is GrainOff if film grain that the stream describes was left out.
	Grain yuv.Grain
	// First and Step give the numbers in the names of a sequence's pictures: First + Step·PTS, with both Fields
	// of half the PTS. Step is 0 for other sources.
	First, Step int64
}

// FrameNumber returns the number in the name of a sequence's picture with a time stamp.
func (s *Source) FrameNumber(pts int64) int64 {
	if s.Fields == yuv.BothFields {
		pts >>= 1
	}
	return s.First + s.Step*pts
}

// Seconds converts ticks to seconds, with the same rounding as a Writer and a Reader.
func (s *Source) Seconds(pts int64) float64 { return seconds(pts, s.TimeBase) }

// Frame is one frame with its quads.
type Frame struct {
	// Index counts the frames of a linear decode from 0 in presentation order; -1 if unknown.
	Index int64
	// PTS is the presentation time stamp in ticks of the source's time base, if HasPTS. Without
	// one, Time is an estimate.
	PTS    int64
	HasPTS bool
	// Corrected is set if Time differs from PTS because the time stamps have a discontinuity.
	Corrected bool
	// Time is the presentation time in seconds. A Writer uses it only without HasPTS or with
	// Corrected; a Reader always sets it.
	Time     float64
	KeyFrame bool
	// PictType is 'I', 'P', 'B' and so on as ffprobe prints it; 0 or '?' if unknown.
	PictType byte
	// Width and Height are the frame's size in pixels, PixFmt is its pixel format. Zero values mean
	// the header's. A Reader sets them.
	Width, Height int
	PixFmt        string
	// Corrupt is set if the decoder marked the frame as damaged. Errors counts the decode errors
	// since the frame before.
	Corrupt bool
	Errors  int
	// Interlacing is the order of the frame's fields.
	Interlacing yuv.Interlacing
	// Threshold is the frame's own, with EachFrame; else 0.
	Threshold float64
	// Luma has the statistics of the picture's luma, if HasLuma, for summaries.
	Luma    yuv.Tones
	HasLuma bool
	// Distortion is that of the picture reconstructed from the quads, for summaries whose header
	// has Fill.
	Distortion distortion.Distortion
	// Information is the picture's spatial and temporal information, for summaries whose header has
	// SITI.
	Information siti.Values
	// Coded has statistics of the coded frame, for summaries whose header has Coded.
	Coded Coded
	// Times are the presentation times in seconds of a window's frames, if its cubes have Colours;
	// else empty. A Reader leaves them empty.
	Times []float64
	// Quads is the list in Morton order, or the analysis' order of points and hits. Every quad lies
	// inside the picture.
	Quads []quadpyramid.Quad
	Means []feature.Mean // one per quad, of the variant CommonFeature; else empty
	// Values has one per point or hit, each of one pixel: its luma, alpha or score; else empty.
	Values []uint16
	// Colours has one per quad if [Format.NeedsColours]; else empty. A Reader leaves them empty.
	Colours []Colour
	// Classes has the class of each quad, ascending, if the analysis has classes; else empty. Quads
	// are in order within a class; those of two classes do not overlap.
	Classes []uint8
	// Window is the number of frames of a record of cubes, 1 to Analysis.Cube; 0 for quads. The
	// record's fields are those of the first frame, but Corrupt and Errors cover all.
	Window int
	// Starts has the first frame of each cube, relative to the window; else empty. Quads then has
	// the cubes' squares, in the Morton order of cubes.
	Starts []uint8
}

// Document is a whole export in memory.
type Document struct {
	Header Header
	Frames []Frame
}

// QuadFields returns the names of all numbers of a quad: "x", "y", "size", with CommonFeature also
// the three channels of the mean; of points and hits "x", "y", "value"; with bounds also "class";
// with cubes "x", "y", "frame", "size".
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
	case s.First < 0 || s.Step < 0 || s.Step == 0 && s.First != 0:
		return fmt.Errorf("picture numbers from %d in steps of %d", s.First, s.Step)
	}
	if err := a.Check(); err != nil {
		return err
	}
	return checkNames("quad fields", h.QuadFields, a, a.QuadFields())
}

func sizeOK(width, height int) bool {
	return width >= 1 && width <= MaxSide && height >= 1 && height <= MaxSide
}

// seconds converts pts to seconds with the rounding of FFmpeg's tools: first the time base is
// rounded to a double, then the product.
func seconds(pts int64, timeBase Rational) float64 {
	return float64(pts) * (float64(timeBase.Num) / float64(timeBase.Den))
}
