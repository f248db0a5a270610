package overlay

import (
	"fmt"
	"image/color"
	"math"

	"ffkvadrat/analysis/partition"
)

// VectorColouring is what the colour of a motion vector shows.
type VectorColouring uint8

const (
	ByDirection          VectorColouring = iota // where its line leads
	ByReference                                 // whether it refers to an earlier or a later frame
	ByList                                      // its reference list
	VectorColouringCount                        // number of colourings
)

// Colours of vectors from earlier and later frames.
var (
	EarlierColour = color.RGBA{255, 255, 255, 255}
	LaterColour   = color.RGBA{255, 150, 190, 255}
)

// vectorColourings has a row for each colouring.
var vectorColourings = [VectorColouringCount]struct {
	name, title string
	// entries are the two colours with what they mean; none if the colour is that of DirectionColour.
	entries []LegendEntry
	second  func(m *partition.Vector) bool // a vector has the second colour
}{
	ByDirection: {name: "direction", title: "Direction"},
	ByReference: {
		name: "reference", title: "Reference", entries: []LegendEntry{{Colour: EarlierColour, Name: "earlier"}, {Colour: LaterColour, Name: "later"}},
		second: func(m *partition.Vector) bool { return m.Future },
	},
	ByList: {
		name: "list", title: "List", entries: []LegendEntry{{Colour: color.RGBA{120, 215, 255, 255}, Name: "list 0"}, {Colour: color.RGBA{255, 175, 75, 255}, Name: "list 1"}},
		second: (*partition.Vector).Second,
	},
}

// Entries returns the two colours of vectors with what they mean; none if colours are those of DirectionColour.
func (c VectorColouring) Entries() []LegendEntry { return vectorColourings[c].entries }

// of returns the opaque colour of a vector that leads in a direction on the screen.
func (c VectorColouring) of(m *partition.Vector, dx, dy float64) color.RGBA {
	row := &vectorColourings[c]
	switch {
	case row.entries == nil:
		return DirectionColour(dx, dy)
	case row.second(m):
		return row.entries[1].Colour
	}
	return row.entries[0].Colour
}

// ParseVectorColouring returns the colouring with a name from String.
func ParseVectorColouring(name string) (VectorColouring, error) {
	for i, n := range vectorColourings {
		if n.name == name {
			return VectorColouring(i), nil
		}
	}
	return 0, fmt.Errorf("overlay: no colouring of vectors is called %q", name)
}

func (c VectorColouring) String() string {
	if c < VectorColouringCount {
		return vectorColourings[c].name
	}
	return fmt.Sprintf("VectorColouring(%d)", uint8(c))
}

// Title returns the player's name for the colouring.
func (c VectorColouring) Title() string { return vectorColourings[c].title }

// VectorDensity says how many motion vectors are drawn: the longest of each square.
type VectorDensity uint8

const (
	LegibleVectors     VectorDensity = iota // squares of apart pixels of the target, or of the median length of the lines if that is more
	AllVectors                              // no squares
	VectorEach16                            // squares of 16 pixels of the picture
	VectorEach32                            // the same of 32
	VectorDensityCount                      // number of densities
)

// vectorDensities has a row for each density; a side of 0 depends on the view.
var vectorDensities = [VectorDensityCount]struct {
	name, title string
	side        float32 // of the squares, in pixels of the picture
}{{"auto", "Auto", 0}, {"all", "All", 1}, {"16", "Each 16 px", 16}, {"32", "Each 32 px", 32}}

// ParseVectorDensity returns the density with a name from String.
func ParseVectorDensity(name string) (VectorDensity, error) {
	for i, n := range vectorDensities {
		if n.name == name {
			return VectorDensity(i), nil
		}
	}
	return 0, fmt.Errorf("overlay: no density of vectors is called %q", name)
}

func (d VectorDensity) String() string {
	if d < VectorDensityCount {
		return vectorDensities[d].name
	}
	return fmt.Sprintf("VectorDensity(%d)", uint8(d))
}

// Title returns the player's name for the density.
func (d VectorDensity) Title() string { return vectorDensities[d].title }

// DirectionColour returns the opaque colour of a vector by where it leads on the screen. All are light, so that with
// dark edges they stand out from the colours of blocks.
func DirectionColour(dx, dy float64) color.RGBA {
	const middle, swing = 190, 65
	if dx == 0 && dy == 0 {
		dx = 1
	}
	long := hypot(dx, dy)
	x, y := dx/long, float64(dy/long*(math.Sqrt(3)/2))
	// The cosines of the angles to the directions 0°, 120° and 240°.
	light := func(cos float64) uint8 { return uint8(middle + float64(swing*cos)) }
	return color.RGBA{light(x), light(y - float64(x/2)), light(-y - float64(x/2)), 255}
}
