package overlay_test

import (
	"image/color"
	"math"
	"testing"

	"ffkvadrat/overlay"
)

// visions are kinds of colour vision as matrices on linear RGB: full severity in G. M. Machado,
// M. M. Oliveira and L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color Vision
// Deficiency", IEEE Transactions on Visualization and Computer Graphics 15(6), 2009.
var visions = []struct {
	name       string
	matrix     [3][3]float64
	neighbours float64 // the least distance in Oklab of neighbouring sizes
	pairs      float64 // that of any two sizes of 1 to 1024 pixels
}{
	{"usual", [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 0.14, 0.14},
	{"protanopia", [3][3]float64{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}, 0.13, 0.10},
	{"deuteranopia", [3][3]float64{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}, 0.13, 0.10},
	{"tritanopia", [3][3]float64{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}, 0.10, 0.07},
}

// TestSafeSizes: the colours of sizes are far apart for people with each kind of colour vision. In
// the usual colours, two neighbours are at 0.05 with deuteranopia.
func TestSafeSizes(t *testing.T) {
	for _, v := range visions {
		var seen [overlay.Levels][3]float64
		for level := range seen {
			c := linear(overlay.BySafeLevel.LevelColour(level))
			var simulated [3]float64
			for i, row := range v.matrix {
				simulated[i] = min(max(row[0]*c[0]+row[1]*c[1]+row[2]*c[2], 0), 1)
			}
			seen[level] = lab(simulated)
		}
		for b := range seen {
			for a := range b {
				d := math.Sqrt(square(seen[a][0]-seen[b][0]) + square(seen[a][1]-seen[b][1]) + square(seen[a][2]-seen[b][2]))
				if b == a+1 && d < v.neighbours || b <= 10 && d < v.pairs {
					t.Errorf("%s: sizes %d and %d differ by %.3f", v.name, 1<<a, 1<<b, d)
				}
			}
		}
	}
}

func square(v float64) float64 { return v * v }

// linear returns a colour's linear RGB.
func linear(c color.RGBA) (rgb [3]float64) {
	for i, v := range [3]uint8{c.R, c.G, c.B} {
		f := float64(v) / 255
		if rgb[i] = f / 12.92; f > 0.04045 {
			rgb[i] = math.Pow((f+0.055)/1.055, 2.4)
		}
	}
	return rgb
}

// lab converts linear RGB to Oklab.
func lab(c [3]float64) [3]float64 {
	l := math.Cbrt(0.4122214708*c[0] + 0.5363325363*c[1] + 0.0514459929*c[2])
	m := math.Cbrt(0.2119034982*c[0] + 0.6806995451*c[1] + 0.1073969566*c[2])
	s := math.Cbrt(0.0883024619*c[0] + 0.2817188376*c[1] + 0.6299787005*c[2])
	return [3]float64{
		0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
		1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
		0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
	}
}
