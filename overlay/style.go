package overlay

import (
	"fmt"
	"image"
	"image/color"
)

// Look is how quads are shown.
type Look uint8

const (
	Outline   Look = iota // outlines, coloured by size
	Fill                  // outlines and a fainter inside
	Mosaic                // filled squares in the mean colour of the picture under them
	LookCount             // number of looks
)

// looks has a row for each look.
var looks = [LookCount]struct {
	name, title, note string
	inside            float32 // opacity of a quad's inside relative to the outline's
	halo              float32 // opacity of black next to the outline relative to the outline's
	tone              float32 // opacity of a small quad's tone relative to the outline's
	// cells draws each quad as a cell without lines, in the mean colour of the picture under it, for
	// any colouring and any size.
	cells  bool
	legend string // replaces the colouring's legend; empty to keep that
	define string // for overlay_quads.vert; empty for the colouring's
}{
	{name: "outline", title: "Outlines", note: "lines around quads", halo: 0.3, tone: 0.4},
	{name: "fill", title: "Filled", note: "lines, faint inside", inside: 0.35, tone: 0.5},
	{name: "mosaic", title: "Mosaic", note: "mean colours", inside: 1, tone: 1, cells: true, legend: "each quad in the mean colour under it", define: "MOSAIC"},
}

// ParseLook returns the look with a name from String.
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

// Next returns the look after l, and the first after the last.
func (l Look) Next() Look { return (l + 1) % LookCount }

// Title returns the player's name for the look.
func (l Look) Title() string { return looks[l].title }

// Note says what the look shows, in a few words.
func (l Look) Note() string { return looks[l].note }

// Legend describes the colours of a look that defines its own; else it is empty.
func (l Look) Legend() string { return looks[l].legend }

// Define returns the look's define for overlay_quads.vert, empty if the colouring's applies.
func (l Look) Define() string { return looks[l].define }

// Style is how the quads of a list are drawn.
type Style struct {
	Look      Look
	Colour    Colouring
	Opacity   float32 // 0 to 1
	LineWidth int     // target pixels, at least 1; cells have no lines
	Detail    Detail
	Only      int // the only level to draw, plus 1; 0 for all levels
	// Ages are the ages of the list's quads for ByAge on the CPU; without them all quads are new. On
	// the GPU gloverlay.Quads has them.
	Ages []uint32
	// Of is the class of each quad for ByClass on the CPU, of Classes in all; without it all quads have
	// one class. For ByDifference it is the kind of each quad, for ByError its step, with ErrorSteps as
	// Classes.
	Of      []uint8
	Classes int
	// box is the size of the box that each quad stands for, with the quad's top left pixel; see Boxed.
	box image.Point
}

// Boxed returns the style for lists whose quads mark boxes of one size, such as the matches of a
// template: outlines of boxes, however small, at their quads' positions. A size of 0 changes nothing.
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

// Box returns the size of the boxes that quads mark; zero without boxes.
func (s Style) Box() image.Point { return s.box }

// NeedsMeans reports whether the style shows mean colours of the picture.
func (s Style) NeedsMeans() bool { return looks[s.Look].cells || colourings[s.Colour].means }

// BySize reports whether the colours are those of [Colouring.LevelColour].
func (s Style) BySize() bool { return !looks[s.Look].cells && s.Colour.Sizes() }

// HolePart returns the opacity of a quad's inside relative to the outline's.
func (s Style) HolePart() float32 {
	if inside := colourings[s.Colour].inside; inside > 0 && s.Look == Fill {
		return inside
	}
	return looks[s.Look].inside
}

// haloFrom and haloFull are the sides, in line widths, from which a quad's halo appears and has its whole opacity: in
// smaller quads it would darken most of the picture.
const haloFrom, haloFull = 6, 16

// Halo returns the opacity of the black next to the outlines of a level's quads in a view. It lies inside them, so that
// the lines are visible on bright and noisy pictures. It is a whole number of 255ths.
func (s Style) Halo(v *View, level int) float32 {
	if s.box != (image.Point{}) {
		return 0
	}
	side := v.side(level) / float32(max(s.Width(), 1))
	return float32(inParts(s.Alpha(v, level)*looks[s.Look].halo*min(max((side-haloFrom)/(haloFull-haloFrom), 0), 1))) / 255
}

// HaloWidth returns how far the black reaches from an outline, in target pixels.
func (s Style) HaloWidth() int { return (s.Width() + 1) / 2 }

// Width returns the width of lines. It is 0 for cells, which end where their neighbours begin.
func (s Style) Width() int {
	if looks[s.Look].cells {
		return 0
	}
	return max(s.LineWidth, 1)
}

// Levels is the number of quad levels.
const Levels = 15

// palette has a colour for each level. Levels 0 to 8, which occur in video, go from yellow over orange,
// magenta and blue to cyan. Larger quads are pale.
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

// safePalette has other colours for the levels, which differ in lightness as well: from light yellow
// down to red and violet, up again to a pale cyan, and from level 11 darker and darker grey. Neighbours,
// and any two of the levels up to 10, are far apart for all common kinds of colour vision. A search for
// the largest distances chose them.
var safePalette = [Levels]color.RGBA{
	{255, 255, 62, 255},
	{224, 184, 3, 255},
	{234, 128, 136, 255},
	{238, 2, 16, 255},
	{189, 34, 113, 255},
	{130, 2, 253, 255},
	{65, 121, 173, 255},
	{112, 144, 254, 255},
	{25, 197, 207, 255},
	{55, 246, 145, 255},
	{210, 255, 251, 255},
	{180, 180, 180, 255},
	{130, 130, 130, 255},
	{84, 84, 84, 255},
	{42, 42, 42, 255},
}

// sparse is the side, in target pixels, from which outlines have full opacity. With [Full] smaller
// quads are fainter, so that the picture stays visible under dense ones.
const sparse = 6

// hides reports whether quads of a level are not drawn.
func (s Style) hides(level int) bool { return s.Only > 0 && s.Only-1 != level }

// Alpha returns the opacity of a level's outlines in a view, or of its cells.
func (s Style) Alpha(v *View, level int) float32 {
	if s.hides(level) {
		return 0
	}
	outline, _ := s.parts(v, level)
	alpha := s.Opacity * outline
	if s.Detail == Full && !looks[s.Look].cells && s.box == (image.Point{}) {
		alpha *= min(max(v.side(level)/sparse, 0.2), 1)
	}
	return alpha
}
