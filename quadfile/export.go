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
	"errors"
	"fmt"
	"slices"

	"ffkvadrat/analysis/siti"
	"ffkvadrat/edge"
	"ffkvadrat/feature"
	"ffkvadrat/match"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/points"
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

// Analysis is the parameters that the quads depend on.
type Analysis struct {
	Variant   string  // one of the constants
	Threshold float64 // on the operator's scale, at least 0
	// EachFrame says that each frame has its own threshold; Threshold counts for none.
	EachFrame bool

	// Of variants that discriminate; else empty.
	Operator string  // a name of edge.Operators
	Planes   string  // "y", "yuv" or "alpha"; empty for operators that compare colours
	Low      float64 // the lower end of a band, 0 to Threshold
	Invert   bool
	Bounds   edge.Bounds // between classes
	Colours  channel.Box // of operators that compare colours

	Features string // of VariantFeature and of these operators "rgb" or "yuv", or "vectors" of the former; else empty
	// Matrix ("bt601", "bt709" or "bt2020") and Range ("limited" or "full") are those with
	// which the first picture was converted to RGB features; empty if nothing was converted.
	Matrix, Range string

	Order string // of VariantPoints and VariantHits "morton", "lines" or "value"; else empty

	Search match.Search // of VariantHits

	MinSize, MaxSize int // the limits of a quad's side in pixels, powers of two; 0 for none, as of points and hits

	// Cube is the length of windows of frames whose quads are cubes; 0 for quads. Of VariantEdge,
	// without bounds and thresholds of each frame.
	Cube int
	// Cuts says that windows of cubes end at cuts, too.
	Cuts bool
	// Every is the distance of a window's frames in the stream, if it is not 1; else 0.
	Every int64
}

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
	Means []feature.Mean // of VariantFeature, one a quad; else empty
	// Values are one a quad of VariantPoints and VariantHits, each of one pixel and in the analysis'
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
// "size", of VariantFeature also the mean in three channels; of VariantPoints and VariantHits "x", "y",
// "value"; with bounds also "class"; with cubes "x", "y", "frame", "size".
func (a *Analysis) QuadFields() []string {
	fields := []string{"x", "y", "size"}
	switch {
	case a.variant().values:
		fields[2] = "value"
	case a.Cube != 0:
		fields = []string{"x", "y", "frame", "size"}
	case a.variant().means:
		fields = append(fields, meanNames(a.Features)...)
	}
	if a.Bounds.Classes() > 0 {
		fields = append(fields, "class")
	}
	return fields
}

// meanNames returns the names of the three numbers of a mean.
func meanNames(features string) []string {
	switch features {
	case "yuv":
		return []string{"mean_y", "mean_u", "mean_v"}
	case "vectors":
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

// Check returns why there is no such analysis, or nil.
func (a *Analysis) Check() error {
	v := a.variant()
	hasFeatures := v.means || a.comparesColours()
	switch {
	case v.name == "":
		return fmt.Errorf("unsupported variant %.40q", a.Variant)
	case !hasFeatures && a.Features != "":
		return fmt.Errorf("variant %[2]s with operator %.40[3]q cannot have features %.40[1]q", a.Features, a.Variant, a.Operator)
	case hasFeatures && a.Features != "rgb" && a.Features != "yuv" && (a.Features != "vectors" || !v.means):
		return fmt.Errorf("unsupported features %.40q", a.Features)
	case !v.discriminates && (a.Operator != "" || a.Planes != "" || a.Low != 0 || a.Invert || a.Bounds != edge.Bounds{} || a.Colours != channel.Box{}):
		return fmt.Errorf("variant %s cannot have operator, planes, low, invert, bounds or colours", a.Variant)
	case v.searches && a.Search.Template == match.Template{}:
		return fmt.Errorf("variant %s needs a template", a.Variant)
	case !v.searches && a.Search != match.Search{}:
		return fmt.Errorf("variant %s cannot have a template", a.Variant)
	case v.values && (a.MinSize != 0 || a.MaxSize != 0):
		return fmt.Errorf("variant %s cannot have min_size or max_size", a.Variant)
	case v.values && !known(a.Order), !v.values && a.Order != "":
		return fmt.Errorf("variant %[2]s cannot have order %.40[1]q", a.Order, a.Variant)
	case a.Bounds != edge.Bounds{} && a.Order != "" && a.Order != points.Morton.String():
		return fmt.Errorf("bounds cannot be combined with order %s", a.Order)
	case (a.Matrix != "" || a.Range != "") && a.Features != "rgb":
		return errors.New("matrix and range need RGB features")
	case !slices.Contains(matrices[:], a.Matrix):
		return fmt.Errorf("unsupported matrix %.40q", a.Matrix)
	case !slices.Contains(ranges[:], a.Range):
		return fmt.Errorf("unsupported range %.40q", a.Range)
	case (a.Matrix == "") != (a.Range == ""):
		return errors.New("matrix and range belong together: one is missing")
	}
	if err := a.checkScale(); err != nil {
		return err
	}
	if err := a.checkCube(); err != nil {
		return err
	}
	_, err := quadpyramid.NewLimits(a.MinSize, a.MaxSize)
	return err
}

// known reports whether there is an order of points of a name.
func known(order string) bool {
	_, err := points.ParseOrder(order)
	return err == nil
}

// Of returns the analysis of a frame: with the frame's threshold, if it has its own.
func (a Analysis) Of(f *Frame) Analysis {
	if a.EachFrame {
		a.Threshold = f.Threshold
	}
	return a
}

// checkScale fails if the discriminator is not known or its numbers are not on its
// scale.
func (a *Analysis) checkScale() error {
	switch v := a.variant(); {
	case v.searches:
		return a.Search.Check(a.Threshold)
	case !v.discriminates:
		_, err := feature.Level(a.Threshold)
		return err
	}
	d := edge.Discriminator{Threshold: a.Threshold, Low: a.Low, Invert: a.Invert, Bounds: a.Bounds, Colours: a.Colours}
	var err error
	d.Operator, err = edge.ParseOperator(a.Operator)
	switch {
	case a.Operator == "":
		return errors.New("the operator is missing")
	case err != nil:
		return fmt.Errorf("unsupported operator %.40q", a.Operator)
	case a.comparesColours() && a.Planes != "":
		return fmt.Errorf("operator %[2]s cannot have planes %.40[1]q", a.Planes, a.Operator)
	case a.comparesColours():
		return d.Check()
	}
	if d.Planes, err = edge.ParsePlanes(a.Planes); err != nil {
		return fmt.Errorf("unsupported planes %.40q", a.Planes)
	}
	return d.Check()
}

// comparesColours reports whether the operator compares the colours of pixels with others.
func (a *Analysis) comparesColours() bool {
	o, err := edge.ParseOperator(a.Operator)
	return err == nil && o.Kind() == edge.Distance
}

// The values that an analysis may have for its matrix and its range.
var (
	matrices = [...]string{"", "bt601", "bt709", "bt2020"}
	ranges   = [...]string{"", "limited", "full"}
)

func sizeOK(width, height int) bool {
	return width >= 1 && width <= MaxSide && height >= 1 && height <= MaxSide
}

// seconds returns pts in seconds, with the roundings of FFmpeg's own tools: first the time
// base is rounded to a double, then the product.
func seconds(pts int64, timeBase Rational) float64 {
	return float64(pts) * (float64(timeBase.Num) / float64(timeBase.Den))
}
