// Package views defines what the player can show instead of the video: the steps from picture to
// quads (edge strength, mask, levels of the pyramid, sorted points), samples for quality control
// (false colours, samples out of range), the reconstruction, maps for encoders, quads in space, and the
// comparisons with a second video.
//
// Input is the values of a step, or samples; output is their colours. [Painter] paints views on the
// CPU, package glviews on the GPU. There are no goroutines.
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
	Video          View = iota // the video
	Strength                   // D of the operator, bluish for leaf pixels, yellowish for others
	Mask                       // leaf pixels light, others dark
	Pyramid                    // cells of a level of the pyramid
	False                      // luma in false colours
	Outside                    // samples outside the limited range
	Sorted                     // leaf pixels, packed and sorted by luma
	Equalised                  // histogram equalised
	Vectors                    // gray, tinted by the codec's motion vectors
	Reconstruction             // picture made from the quads
	Map                        // gray, tinted by the map for an encoder
	Cloud                      // quads of the last frames in space
	Difference                 // luma of the video less that of a second one
	BlockPSNR                  // gray, each block tinted by the PSNR of a second video's
	ViewCount                  // number of views
)

// views has a row for each view.
var views = [ViewCount]struct {
	name, title string
	// For views of pixels, else nil: pixel returns what the view shows of a pixel, where sum is its
	// D, and d is D on the threshold's scale.
	pixel  func(sum uint64, d float64, leaf bool) Pixel
	colour func(d float64, leaf bool) color.RGBA // the same colour
	// For views of samples, else nil: sample returns the colour of a pixel with the given samples.
	sample func(l *Levels, v [3]int) color.RGBA
	define string // for inspect_pixels.comp
	sorts  bool   // pixels are moved
	// vectors means that frames must include the codec's motion vectors.
	vectors bool
	// space means that the view shows the quads of several frames as particles in space.
	space bool
	// For views that compare the video with a second one, else nil: second returns the painter.
	second func() Comparer
	// For views of whole pictures, else nil: whole returns the painter.
	whole    func() Whole
	quads    bool // whole needs the quads, too
	rebuilds bool // shows the reconstruction
}{
	{name: "video", title: "Picture"},
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
	{name: "difference", title: "Difference", second: func() Comparer { return &Differ{} }},
	{name: "block-psnr", title: "Block PSNR", second: func() Comparer { return &BlockMeter{} }},
}

// Whole paints a view of the whole picture on the CPU. One goroutine at a time may use it.
type Whole interface {
	// Paint paints into dst, which has the picture's size; c converts to RGB.
	Paint(dst *image.RGBA, p *yuv.Picture, of Given, c yuv.Converter) error
}

// Comparer paints a view of a picture and that of a second video. One goroutine at a time may use it.
type Comparer interface {
	// Paint paints p compared with q into dst. All have one size, and the pictures one format; c converts p to RGB. Views
	// without a gain ignore it.
	Paint(dst *image.RGBA, p, q *yuv.Picture, gain Gain, c yuv.Converter)
	// Compared returns the letter of the plane of the pictures painted last that was compared, and its PSNR in dB; infinite if
	// they are equal.
	Compared() (plane string, psnr float64)
}

// Given is the input of [Whole] besides the picture.
type Given struct {
	Params analysis.Params
	Quads  []quadpyramid.Quad  // in any order, for views of quads only
	Fill   reconstruction.Fill // for Reconstruction

	// For Map:
	MapFor   regions.Form
	Counting regions.Counting
	Strength int // as in [regions.Settings], in steps of H.264's QP
}

// Whole returns a new painter for the view, or nil if the view is painted otherwise.
func (v View) Whole() Whole {
	if views[v].whole == nil {
		return nil
	}
	return views[v].whole()
}

// OfQuads reports whether Whole needs the quads.
func (v View) OfQuads() bool { return views[v].quads }

// Needs returns what frames must include for the view.
func (v View) Needs() yuv.Needs { return yuv.Needs{Vectors: views[v].vectors} }

// Pixel is what a view shows of a pixel: its colour and, enlarged, its value.
type Pixel struct {
	Colour color.RGBA
	Lines  [2]string // the first one in large type
}

// ParseView returns the view with a name, as String returns it.
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

// Next returns the next view, cyclically.
func (v View) Next() View { return (v + 1) % ViewCount }

// Title returns the view's name in the player.
func (v View) Title() string { return views[v].title }

// OfPixels reports whether the view shows a decision for each pixel.
func (v View) OfPixels() bool { return views[v].pixel != nil }

// OfSamples reports whether the view shows samples without decisions.
func (v View) OfSamples() bool { return views[v].sample != nil }

// Sorts reports whether the view moves pixels, so that quads cannot be drawn over them.
func (v View) Sorts() bool { return views[v].sorts }

// Alone reports whether no quads are drawn over the view: they would hide cells of the pyramid, and
// small differences.
func (v View) Alone() bool { return v == Pyramid || v.Sorts() || v.NeedsSecond() }

// HidesBlocks reports whether the codec's blocks are not drawn over the view: they would change the colours of
// views of samples. Over a view of two videos they have outlines only, which show the blocks that carry the error.
func (v View) HidesBlocks() bool { return v.Alone() && !v.NeedsSecond() || v.OfSamples() }

// NeedsSecond reports whether the view compares the video with a second one.
func (v View) NeedsSecond() bool { return views[v].second != nil }

// Comparer returns a new painter for a view that compares the video with a second one.
func (v View) Comparer() Comparer { return views[v].second() }

// InSpace reports whether the view shows the quads of several frames as particles in space; see
// package cloud.
func (v View) InSpace() bool { return views[v].space }

// Rebuilds reports whether the view shows the reconstruction.
func (v View) Rebuilds() bool { return views[v].rebuilds }

// Pixel returns what a view of pixels shows of a pixel. sum is its D; d is D on the threshold's
// scale. The shader's colour may differ by one, as it rounds roots differently.
func (v View) Pixel(sum uint64, d float64, leaf bool) Pixel { return views[v].pixel(sum, d, leaf) }

// Define returns the define for inspect_pixels.comp that selects the view.
func (v View) Define() string { return views[v].define }

func strength(sum uint64, d float64, leaf bool) Pixel {
	return Pixel{
		strengthColour(d, leaf),
		[2]string{number(d), strconv.FormatUint(sum, 10)},
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

// Colours of cells without a count.
var (
	leafColour  = color.RGBA{230, 232, 237, 255} // as in the mask
	emptyColour = color.RGBA{23, 26, 31, 255}
)

// CellColour returns the colour of a pyramid cell: light for a leaf marker, dark for 0. A count has
// a colour of [overlay.ScaleColour] by the square root of its fraction of most, the level's largest
// count.
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

// Most returns the largest count among cells, or 0.
func Most(cells []int32) int32 {
	most := int32(0)
	for _, value := range cells {
		most = max(most, value)
	}
	return most
}
