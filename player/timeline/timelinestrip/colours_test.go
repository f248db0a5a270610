package timelinestrip

import (
	"image/color"
	"math"
	"testing"

	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// The curves, whose colours their labels have, too, can be read in all themes.
func TestCurvesAreLegible(t *testing.T) {
	for theme := range session.ThemeCount {
		inks := widgets.Themed(theme)
		for i := range session.CurveCount {
			if got := widgets.Contrast(ink(inks, i), inks.Ground); got < widgets.LeastContrast {
				t.Errorf("%v: %v has a contrast of %.2f", theme, i, got)
			}
		}
	}
}

// No two curves, and no curve and the marks, have colours that are taken for each other: by the distance in Lab (CIE
// 1976), also for people without the middle cones.
func TestCurvesDiffer(t *testing.T) {
	const usual, without = 23, 12
	for theme := range session.ThemeCount {
		inks := widgets.Themed(theme)
		for i := range session.CurveCount {
			all := map[string]color.NRGBA{"marks": inks.MarkColour}
			for j := range i {
				all[j.String()] = ink(inks, j)
			}
			for name, other := range all {
				a, b := linear(ink(inks, i)), linear(other)
				if d := apart(lab(a), lab(b)); d < usual {
					t.Errorf("%v: %v and %s are %.1f apart", theme, i, name, d)
				}
				if d := apart(lab(deuteranope(a)), lab(deuteranope(b))); d < without && name != "marks" {
					t.Errorf("%v: %v and %s are %.1f apart for deuteranopes", theme, i, name, d)
				}
			}
		}
	}
}

// triple are the linear sRGB values or the Lab coordinates of a colour.
type triple [3]float64

func apart(a, b triple) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

func linear(c color.NRGBA) (out triple) {
	for i, v := range [3]uint8{c.R, c.G, c.B} {
		s := float64(v) / 255
		if out[i] = s / 12.92; s > 0.04045 {
			out[i] = math.Pow((s+0.055)/1.055, 2.4)
		}
	}
	return out
}

// deuteranope simulates deuteranopia: Machado, Oliveira, Fernandes 2009, table 1, severity 1.
func deuteranope(c triple) (out triple) {
	for i, row := range [3]triple{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}} {
		out[i] = min(max(row[0]*c[0]+row[1]*c[1]+row[2]*c[2], 0), 1)
	}
	return out
}

// lab converts linear sRGB to Lab with the white D65.
func lab(c triple) triple {
	var f triple
	for i, row := range [3]triple{{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}} {
		white := row[0] + row[1] + row[2]
		v := (row[0]*c[0] + row[1]*c[1] + row[2]*c[2]) / white
		if f[i] = (24389./27*v + 16) / 116; v > 216./24389 {
			f[i] = math.Cbrt(v)
		}
	}
	return triple{116*f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])}
}
