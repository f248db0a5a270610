// Package views defines what the player can show instead of the picture: the steps from picture to
// quads (the strength of edges, the mask, the levels of the pyramid, sorted points), samples as quality
// control looks at them (false colours, samples out of range), what the quads make of the picture, the
// map for an encoder, and quads in space.
//
// Input is the values of a step, or samples; output is their colours. [Painter] paints
// the views on the CPU, package glviews on the GPU. No goroutines.
package views

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strconv"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/analysis/regions"
	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// View is a kind of picture that the player shows.
type View uint8

const (
	Video          View = iota // the picture itself
	Strength                   // D of the operator, bluish in leaf pixels, yellowish in others
	Mask                       // leaf pixels light, others dark
	Pyramid                    // the cells of a level of the pyramid
	False                      // luma in false colours
	Outside                    // samples outside the limited range
	Sorted                     // leaf pixels, packed and sorted by luma
	Equalised                  // the picture with its light spread over the whole range
	Vectors                    // the picture in gray, tinted by the codec's motion vectors
	Reconstruction             // the picture that the quads make
	Map                        // the picture in gray, tinted by the map for an encoder
	Cloud                      // the quads of the last pictures in space
	ViewCount                  // number of views
)

// views has a row for each view.
var views = [ViewCount]struct {
	name, title string
	// pixel is what a view of pixels shows of one, whose D is sum and, on the threshold's
	// scale, d; nil for the other views.
	pixel  func(sum uint64, d float64, leaf bool) Pixel
	colour func(d float64, leaf bool) color.RGBA // the colour of the same
	// sample is the colour of a pixel with these samples, for views of samples; nil for
	// the other views.
	sample func(l *Levels, v [3]int) color.RGBA
	define string // of inspect_pixels.comp
	sorts  bool   // pixels leave their places
	// vectors says that pictures have to come with the codec's motion vectors.
	vectors bool
	// space says that the view has the quads of several pictures, which are particles in space.
	space bool
	// whole makes what paints the view on the CPU from the whole picture; nil for the other views.
	whole    func() Whole
	quads    bool // whole paints from the quads, too
	rebuilds bool // the view shows what the quads make of the picture
}{
	{name: "video", title: "Video"},
	{name: "edges", title: "Edges", pixel: strength, colour: strengthColour, define: "STRENGTH"},
	{name: "mask", title: "Mask", pixel: mask, colour: maskColour, define: "MASK"},
	{name: "pyramid", title: "Pyramid"},
	{name: "false-colour", title: "False colour", sample: falseColour, define: falseDefine()},
	{name: "range", title: "Out of range", sample: outside, define: "OUTSIDE"},
	{name: "sorted", title: "Sorted points", sorts: true, whole: func() Whole { return &Sorter{} }},
	{name: "equalised", title: "Equalised", whole: func() Whole { return &Equaliser{} }},
	{name: "vectors", title: "Motion vectors", whole: func() Whole { return &Tinter{} }, vectors: true},
	{name: "reconstruction", title: "Reconstruction", whole: func() Whole { return &Rebuilder{} }, quads: true, rebuilds: true},
	{name: "map", title: "Map", whole: func() Whole { return &Mapper{} }, quads: true},
	{name: "cloud", title: "Cloud", sorts: true, space: true},
}

// Whole paints a view on the CPU, from the whole picture. One goroutine at a time may use it.
type Whole interface {
	// Paint paints into dst, which has the picture's size, in the colours of c.
	Paint(dst *image.RGBA, p *yuv.Picture, of Given, c yuv.Converter) error
}

// Given is what views of whole pictures are painted of, beside the picture.
type Given struct {
	Params analysis.Params
	Quads  []quadpyramid.Quad  // in any order, of views of quads alone
	Fill   reconstruction.Fill // of Reconstruction

	// Of Map:
	MapFor   regions.Form
	Counting regions.Counting
	Strength int // as in [regions.Settings], in steps of H.264's quantiser
}

// Whole returns what paints the view, or nil for views that other ways show.
func (v View) Whole() Whole {
	if views[v].whole == nil {
		return nil
	}
	return views[v].whole()
}

// OfQuads reports whether the view is painted from the quads, too.
func (v View) OfQuads() bool { return views[v].quads }

// Needs says what pictures have to come with.
func (v View) Needs() yuv.Needs { return yuv.Needs{Vectors: views[v].vectors} }

// Pixel is what a view shows of a pixel: its colour and, enlarged, its value.
type Pixel struct {
	Colour color.RGBA
	Lines  [2]string // the first one large
}

// ParseView returns the view with a name; String writes the name.
func ParseView(name string) (View, error) {
	for i, n := range views {
		if n.name == name {
			return View(i), nil
		}
	}
	return 0, fmt.Errorf("views: no view is called %q", name)
}

func (v View) String() string {
	if v < ViewCount {
		return views[v].name
	}
	return fmt.Sprintf("View(%d)", uint8(v))
}

// Next returns the view after v; after the last comes the first.
func (v View) Next() View { return (v + 1) % ViewCount }

// Title is the view's name in the player.
func (v View) Title() string { return views[v].title }

// OfPixels reports whether the view shows decisions about pixels.
func (v View) OfPixels() bool { return views[v].pixel != nil }

// OfSamples reports whether the view shows the picture's samples, without any decision.
func (v View) OfSamples() bool { return views[v].sample != nil }

// Sorts reports whether the view moves pixels from their places, so that quads cannot stand over
// them.
func (v View) Sorts() bool { return views[v].sorts }

// InSpace reports whether the view shows the quads of the last pictures as particles in space, which
// takes a video: see package cloud.
func (v View) InSpace() bool { return views[v].space }

// Rebuilds reports whether the view shows the picture that the quads make.
func (v View) Rebuilds() bool { return views[v].rebuilds }

// Pixel returns what a view of pixels shows for one pixel. sum is its D; d is D on the
// threshold's scale. The shader's colour may differ by one because it rounds roots
// differently.
func (v View) Pixel(sum uint64, d float64, leaf bool) Pixel { return views[v].pixel(sum, d, leaf) }

// Define returns the define that makes inspect_pixels.comp draw the view.
func (v View) Define() string { return views[v].define }

func strength(sum uint64, d float64, leaf bool) Pixel {
	return Pixel{
		strengthColour(d, leaf),
		[2]string{strconv.FormatFloat(d, 'f', 4, 64), strconv.FormatUint(sum, 10)},
	}
}

func strengthColour(d float64, leaf bool) color.RGBA {
	light := 255 * min(math.Sqrt(math.Sqrt(d)), 1)
	tint := [3]float64{1, 0.85, 0.45}
	if leaf {
		tint = [3]float64{0.45, 0.65, 1}
	}
	at := func(part float64) uint8 { return uint8(math.Round(light * part)) }
	return color.RGBA{at(tint[0]), at(tint[1]), at(tint[2]), 255}
}

func maskColour(_ float64, leaf bool) color.RGBA {
	if leaf {
		return leafColour
	}
	return emptyColour
}

func mask(_ uint64, _ float64, leaf bool) Pixel {
	if leaf {
		return Pixel{leafColour, [2]string{"leaf"}}
	}
	return Pixel{emptyColour, [2]string{"no leaf"}}
}

// Colours of cells that are not a count.
var (
	leafColour  = color.RGBA{230, 232, 237, 255} // as in the mask
	emptyColour = color.RGBA{23, 26, 31, 255}
)

// CellColour is the colour of a pyramid's cell: light for a leaf marker, dark
// for 0. For a count it is a colour of [overlay.ScaleColour], chosen by the root of
// the count's part of most, the largest count on the cell's level.
func CellColour(value, most int32) color.RGBA {
	switch {
	case value == quadpyramid.LeafMarker:
		return leafColour
	case value <= 0:
		return emptyColour
	}
	part := math.Sqrt(float64(value) / float64(max(value, most)))
	return overlay.ScaleColour(int(math.Round(255 * part)))
}

// Most returns the largest count among cells, 0 if there is none.
func Most(cells []int32) int32 {
	most := int32(0)
	for _, value := range cells {
		most = max(most, value)
	}
	return most
}
