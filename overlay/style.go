package overlay

import (
	"fmt"
	"image"
	"image/color"
)

// Look is how quads are shown.
type Look uint8

const (
	Outline   Look = iota // their outlines, coloured by size
	Fill                  // outlines and, fainter, the inside
	Mosaic                // each as a square in the mean colour of the picture under it
	LookCount             // how many there are
)

// looks has a row for each look.
var looks = [LookCount]struct {
	name, title string
	inside      float32 // opacity of a quad's inside as a part of the outline's
	tone        float32 // opacity of a small quad's tone in the same way
	// cells shows each quad as a cell without lines, in the mean colour of the picture
	// under it, whatever the colouring and however small the quad.
	cells  bool
	legend string // in place of the colouring's; empty for that one
	define string // of overlay_quads.vert; empty for the colouring's
}{
	{name: "outline", title: "Outlines", tone: 0.4},
	{name: "fill", title: "Filled", inside: 0.35, tone: 0.5},
	{name: "mosaic", title: "Mosaic", inside: 1, tone: 1, cells: true, legend: "each quad in the mean colour under it", define: "MOSAIC"},
}

// ParseLook returns the look with a name, as String writes it.
func ParseLook(name string) (Look, error) {
	for i, n := range looks {
		if n.name == name {
			return Look(i), nil
		}
	}
	return 0, fmt.Errorf("overlay: no look is called %q", name)
}

func (l Look) String() string {
	if l < LookCount {
		return looks[l].name
	}
	return fmt.Sprintf("Look(%d)", uint8(l))
}

// Next returns the look after l; after the last one comes the first.
func (l Look) Next() Look { return (l + 1) % LookCount }

// Title returns the player's name for the look.
func (l Look) Title() string { return looks[l].title }

// Legend says what colours are, for looks that have their own; it is empty for others.
func (l Look) Legend() string { return looks[l].legend }

// Define returns the define of overlay_quads.vert with which the look is drawn; it is
// empty for looks drawn as their colouring is.
func (l Look) Define() string { return looks[l].define }

// Style is how the quads of a list are drawn.
type Style struct {
	Look      Look
	Colour    Colouring
	Opacity   float32 // 0 to 1
	LineWidth int     // target pixels, at least 1; looks of cells have no lines
	Detail    Detail
	Only      int // the level whose quads are drawn, plus 1; 0 for those of all levels
	// Ages are the ages of the list's quads, which ByAge shows on the CPU; without
	// them all quads are new. On the GPU, gloverlay.Quads has them.
	Ages []uint32
	// Of is the class of each quad, which ByClass shows on the CPU, and Classes how many there
	// are; without them all quads are of one class. With ByDifference it is the kind of each quad.
	Of      []uint8
	Classes int
	// box is what stands for each quad, from its upper left pixel on; see Boxed.
	box image.Point
}

// Boxed returns the style for lists whose quads stand for boxes of a size, such as the places of a
// template: outlines of boxes, however small, at their quads' places. A size of 0 changes nothing.
func (s Style) Boxed(width, height int) Style {
	if width == 0 {
		return s
	}
	s.box, s.Only = image.Pt(width, height), 0
	if looks[s.Look].cells {
		s.Look = Outline
	}
	return s
}

// Box returns the size of the boxes that quads stand for; it is zero if they stand for themselves.
func (s Style) Box() image.Point { return s.box }

// NeedsMeans reports whether the style shows means of the picture.
func (s Style) NeedsMeans() bool { return looks[s.Look].cells || colourings[s.Colour].means }

// BySize reports whether colours are those of [LevelColour].
func (s Style) BySize() bool { return !looks[s.Look].cells && s.Colour == ByLevel }

// HolePart returns the opacity of a quad's inside as a part of the outline's opacity.
func (s Style) HolePart() float32 { return looks[s.Look].inside }

// Width returns the width of the lines. For looks of cells it is 0: cells end
// where their neighbours begin.
func (s Style) Width() int {
	if looks[s.Look].cells {
		return 0
	}
	return max(s.LineWidth, 1)
}

// Levels is the number of levels that a quad can have.
const Levels = 15

// palette gives each level its colour. Levels 0 to 8, those seen in video, go from yellow
// over orange, magenta and blue to cyan; neighbours are far apart in lightness or hue for
// every common kind of colour vision. Larger quads stay pale.
var palette = [Levels]color.RGBA{
	{255, 224, 64, 255},
	{255, 176, 48, 255},
	{255, 122, 61, 255},
	{247, 79, 105, 255},
	{214, 68, 160, 255},
	{158, 88, 220, 255},
	{96, 120, 250, 255},
	{52, 168, 245, 255},
	{64, 210, 225, 255},
	{150, 232, 214, 255},
	{200, 242, 220, 255},
	{224, 247, 232, 255},
	{240, 250, 240, 255},
	{248, 252, 248, 255},
	{255, 255, 255, 255},
}

// LevelColour returns the colour of a level's quads, opaque.
func LevelColour(level int) color.RGBA { return palette[level] }

// sparse is the side, in target pixels, from which on outlines have the full opacity.
// With [Full] smaller quads are drawn fainter, to keep the picture visible below dense
// ones.
const sparse = 6

// hides reports whether a level's quads are not drawn.
func (s Style) hides(level int) bool { return s.Only > 0 && s.Only-1 != level }

// Alpha returns the opacity of the outlines of a level's quads in a view; for looks of
// cells, that of the cells.
func (s Style) Alpha(v *View, level int) float32 {
	if s.hides(level) {
		return 0
	}
	alpha := s.Opacity * s.outlined(v, level)
	if s.Detail == Full && !looks[s.Look].cells && s.box == (image.Point{}) {
		alpha *= min(max(v.side(level)/sparse, 0.2), 1)
	}
	return alpha
}
