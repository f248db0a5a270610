package overlay

import (
	"fmt"
	"image/color"
	"math"
	"math/bits"
	"strconv"

	"ffkvadrat/yuv/elementary"
)

// Colouring is what the colour of a quad shows. Mosaic ignores it.
type Colouring uint8

const (
	ByLevel        Colouring = iota // its size
	ByMean                          // the mean brightness of the picture under it
	ByAge                           // for how many frames it has existed, see [NextAges]
	ByClass                         // the class of its pixels
	BySafeLevel                     // its size, in colours for colour-blind people
	ByDifference                    // whether it is in a stored list, a live list or both, see [Difference]
	ByError                         // the error of a second video's luma under it, see [ErrorStep]
	ColouringCount                  // number of colourings
)

// colourings has a row for each colouring.
var colourings = [ColouringCount]struct {
	name, title string
	note        string // what it is, in a few words
	means, ages bool   // inputs of colour
	compares    bool   // it compares two lists
	second      bool   // it compares two videos
	// colour returns the colour of a quad from its level, the mean colour of the picture under it, its
	// age, and its class out of classes.
	colour func(level int, mean color.RGBA, age uint32, class, classes int) color.RGBA
	legend []LegendEntry
	ticks  []Tick  // marks at the scale, without a legend
	define string  // for overlay_quads.vert; empty for none
	inside float32 // opacity of a quad's inside relative to the outline's with [Fill]; 0 for that of the look
}{
	{
		name: "level", title: "Size", note: "of the quad",
		colour: func(level int, _ color.RGBA, _ uint32, _, _ int) color.RGBA { return palette[level] },
		legend: sizeLegend(&palette),
	},
	{
		name: "mean", title: "Mean", note: "brightness below it", means: true, ticks: meanTicks, define: "BY_MEAN",
		colour: func(_ int, mean color.RGBA, _ uint32, _, _ int) color.RGBA { return scale[lightness(mean)] },
	},
	{
		name: "age", title: "Age", note: "frames it has existed", ages: true, define: "BY_AGE",
		colour: func(_ int, _ color.RGBA, age uint32, _, _ int) color.RGBA { return AgeColour(ageStep(age)) },
		legend: ageLegend(),
	},
	{
		name: "class", title: "Class", note: "of its pixels", define: "BY_CLASS",
		colour: func(_ int, _ color.RGBA, _ uint32, class, classes int) color.RGBA { return ClassColour(class, classes) },
	},
	{
		name: "level-safe", title: "Size, colour-blind safe", note: "of the quad",
		colour: func(level int, _ color.RGBA, _ uint32, _, _ int) color.RGBA { return safePalette[level] },
		legend: sizeLegend(&safePalette),
	},
	{
		name: "difference", title: "Difference", note: "of two lists", compares: true, define: "BY_DIFFERENCE",
		colour: func(_ int, _ color.RGBA, _ uint32, kind, _ int) color.RGBA { return DifferenceColour(kind) },
		legend: differenceLegend(),
	},
	{
		name: "error", title: "Error", note: "of a second video", second: true, ticks: errorTicks, define: "BY_CLASS", inside: 0.7,
		colour: func(_ int, _ color.RGBA, _ uint32, step, steps int) color.RGBA { return ClassColour(step, steps) },
	},
}

// LegendEntry is a colour and its meaning.
type LegendEntry struct {
	Colour color.RGBA
	Name   string
}

// sizeLegend lists all sizes; a picture's sizes end at its shorter side.
func sizeLegend(colours *[Levels]color.RGBA) (entries []LegendEntry) {
	for level := range Levels {
		entries = append(entries, LegendEntry{colours[level], strconv.Itoa(1 << level)})
	}
	return entries
}

func ageLegend() (entries []LegendEntry) {
	for step := range AgeSteps {
		name := "new"
		if step > 0 {
			name = strconv.Itoa(1 << (step - 1))
		}
		entries = append(entries, LegendEntry{AgeColour(step), name})
	}
	return entries
}

// ParseColouring returns the colouring with a name from String.
func ParseColouring(name string) (Colouring, error) {
	for i, n := range colourings {
		if n.name == name {
			return Colouring(i), nil
		}
	}
	return 0, fmt.Errorf("overlay: no colouring is called %q", name)
}

func (c Colouring) String() string {
	if c < ColouringCount {
		return colourings[c].name
	}
	return fmt.Sprintf("Colouring(%d)", uint8(c))
}

// Next returns the colouring after c, and the first after the last.
func (c Colouring) Next() Colouring { return (c + 1) % ColouringCount }

// Title returns the player's name for the colouring.
func (c Colouring) Title() string { return colourings[c].title }

// Note says what the colours show, in a few words.
func (c Colouring) Note() string { return colourings[c].note }

// Ticks returns the marks at the scale of [ScaleColour] if the colouring uses all of it.
func (c Colouring) Ticks() []Tick { return colourings[c].ticks }

// Legend returns the colouring's colours; nil if it uses the scale, see Ticks, or those of
// [ClassColour].
func (c Colouring) Legend() []LegendEntry { return colourings[c].legend }

// Define returns the colouring's define for overlay_quads.vert, empty for none.
func (c Colouring) Define() string { return colourings[c].define }

// NeedsAges reports whether the colouring shows ages of quads.
func (c Colouring) NeedsAges() bool { return colourings[c].ages }

// Sizes reports whether the colouring shows sizes of quads.
func (c Colouring) Sizes() bool { return c == ByLevel || c == BySafeLevel }

// LevelColour returns the opaque colour of a level wherever sizes are shown in colour: that of
// [ByLevel], unless the colouring is [BySafeLevel].
func (c Colouring) LevelColour(level int) color.RGBA {
	if c == BySafeLevel {
		return safePalette[level]
	}
	return palette[level]
}

// Compares reports whether the colouring compares a stored list with a live one.
func (c Colouring) Compares() bool { return colourings[c].compares }

// NeedsSecond reports whether the colouring compares the video with a second one.
func (c Colouring) NeedsSecond() bool { return colourings[c].second }

// ScaleSteps is the number of colours of the scale.
const ScaleSteps = 256

// scale has a colour for each value from 0 to 255, from blue over red to yellow. It is a helix in
// Oklab: neighbours are equally far apart and lightness always increases, so that the order is visible
// with all kinds of colour vision.
var scale = helix(0.42, 0.93, 0.14, 280, 470)

// helix returns colours of one chroma whose lightness and hue, in degrees, go from one end to the other.
func helix(first, last, chroma, from, to float64) [ScaleSteps]color.RGBA {
	var colours [ScaleSteps]color.RGBA
	for i := range colours {
		t := float64(i) / 255
		hue := (from + float64(t*(to-from))) * math.Pi / 180
		colours[i] = oklab(first+float64(t*(last-first)), chroma*math.Cos(hue), chroma*math.Sin(hue))
	}
	return colours
}

// lch is a colour at a place of a scale, 0 to 1: lightness, chroma and hue in degrees, in Oklab.
type lch struct{ place, lightness, chroma, hue float64 }

// ab returns Oklab's two other axes.
func (c *lch) ab() (a, b float64) {
	angle := c.hue * math.Pi / 180
	return c.chroma * math.Cos(angle), c.chroma * math.Sin(angle)
}

// through returns a scale of colours through some, at 0, 1 and ascending places between.
func through(some []lch) (colours [ScaleSteps]color.RGBA) {
	at := 0
	for i := range colours {
		t := float64(i) / 255
		for t > some[at+1].place {
			at++
		}
		from, to := &some[at], &some[at+1]
		part := (t - from.place) / (to.place - from.place)
		between := func(x, y float64) float64 { return x + float64(part*(y-x)) }
		a0, b0 := from.ab()
		a1, b1 := to.ab()
		colours[i] = oklab(between(from.lightness, to.lightness), between(a0, a1), between(b0, b1))
	}
	return colours
}

// oklab converts Oklab to sRGB (B. Ottosson, "A perceptual color space for image processing", 2020).
func oklab(lightness, a, b float64) color.RGBA {
	cube := func(v float64) float64 { return v * v * v }
	l := cube(lightness + float64(0.3963377774*a) + float64(0.2158037573*b))
	m := cube(lightness - float64(0.1055613458*a) - float64(0.0638541728*b))
	s := cube(lightness - float64(0.0894841775*a) - float64(1.2914855480*b))
	channel := func(linear float64) uint8 {
		v := 12.92 * linear
		if linear > 0.0031308 {
			v = float64(1.055*elementary.Pow(linear, 1/2.4)) - 0.055
		}
		return uint8(math.Round(255 * min(max(v, 0), 1)))
	}
	return color.RGBA{
		R: channel(float64(4.0767416621*l) - float64(3.3077115913*m) + float64(0.2309699292*s)),
		G: channel(float64(-1.2684380046*l) + float64(2.6097574011*m) - float64(0.3413193965*s)),
		B: channel(float64(-0.0041960863*l) - float64(0.7034186147*m) + float64(1.7076147010*s)),
		A: 255,
	}
}

// ScaleColour returns the opaque colour of a value from 0 to 255 on the scale of means, dark to light.
func ScaleColour(value int) color.RGBA { return scale[value] }

// lightness returns the lightness of a mean, 0 to 255: BT.709's luma, with weights times 256.
func lightness(c color.RGBA) int {
	return (54*int(c.R) + 183*int(c.G) + 19*int(c.B) + 128) >> 8
}

// AgeSteps is the number of age steps with separate colours: 0, 1, from 2, from 4, and so on to from
// 512.
const AgeSteps = 11

// AgeColour returns the opaque colour of an age step; new quads are the lightest.
func AgeColour(step int) color.RGBA { return scale[255-step*255/(AgeSteps-1)] }

// ClassColour returns the opaque colour of one of classes classes; the last is the lightest.
func ClassColour(class, classes int) color.RGBA {
	if classes < 2 {
		return scale[255]
	}
	return scale[255*class/(classes-1)]
}

// ageStep returns the step of an age.
func ageStep(age uint32) int { return min(bits.Len32(age), AgeSteps-1) }
