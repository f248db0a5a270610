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

// No two curves, and no curve and the marks, have colours that are taken for each other: by CIEDE2000, also for people
// without the middle cones. Curves that are often shown together are further apart. A second video's have the hues of the
// first one's, within a few degrees, and are dashed, too.
func TestCurvesDiffer(t *testing.T) {
	const usual, often, dashed, without = 15, 22, 7, 8
	together := session.NewCurves(session.QuadsCurve, session.CoverageCurve, session.LumaCurve, session.SICurve, session.TICurve, session.BytesCurve, session.QPCurve, session.SecondPSNRCurve)
	for theme := range session.ThemeCount {
		inks := widgets.Themed(theme)
		for i := range session.CurveCount {
			a := linear(ink(inks, i))
			if d := apart(lab(a), lab(linear(inks.MarkColour))); d < usual {
				t.Errorf("%v: %v and the marks are %.1f apart", theme, i, d)
			}
			if of := hue(i); of != i {
				x, y := lab(a), lab(linear(ink(inks, of)))
				if turn := math.Abs(math.Remainder(math.Atan2(x[2], x[1])-math.Atan2(y[2], y[1]), 2*math.Pi)); turn > math.Pi/9 || apart(x, y) < 2*dashed {
					t.Errorf("%v: %v and %v are %.1f apart, their hues %.2f", theme, i, of, apart(x, y), turn)
				}
			}
			for j := range i {
				least, b := float64(usual), linear(ink(inks, j))
				switch {
				case together.Has(i) && together.Has(j):
					least = often
				case hue(i) != i || hue(j) != j:
					least = dashed
				}
				if d := apart(lab(a), lab(b)); d < least {
					t.Errorf("%v: %v and %v are %.1f apart", theme, i, j, d)
				}
				if d := apart(lab(deuteranope(a)), lab(deuteranope(b))); d < without && hue(i) == i && hue(j) == j {
					t.Errorf("%v: %v and %v are %.1f apart for deuteranopes", theme, i, j, d)
				}
			}
		}
	}
}

// triple are the linear sRGB values or the Lab coordinates of a colour.
type triple [3]float64

// apart returns the difference of two colours in Lab by CIEDE2000, with the names of Sharma, Wu, Dalal 2005.
func apart(x, y triple) float64 {
	const degree = math.Pi / 180
	gray := func(c float64) float64 {
		c = math.Pow(c, 7)
		return math.Sqrt(c / (c + math.Pow(25, 7)))
	}
	g := (1 - gray((math.Hypot(x[1], x[2])+math.Hypot(y[1], y[2]))/2)) / 2
	polar := func(c triple) (chroma, hue float64) {
		a := (1 + g) * c[1]
		if hue = math.Atan2(c[2], a); hue < 0 {
			hue += 2 * math.Pi
		}
		return math.Hypot(a, c[2]), hue
	}
	c1, h1 := polar(x)
	c2, h2 := polar(y)
	dh, hm := h2-h1, (h1+h2)/2
	switch {
	case c1*c2 == 0:
		dh, hm = 0, h1+h2
	case math.Abs(dh) > math.Pi:
		dh -= math.Copysign(2*math.Pi, dh)
		hm += math.Pi
	}
	lm, cm := (x[0]+y[0])/2-50, (c1+c2)/2
	t := 1 - 0.17*math.Cos(hm-30*degree) + 0.24*math.Cos(2*hm) + 0.32*math.Cos(3*hm+6*degree) - 0.2*math.Cos(4*hm-63*degree)
	hm = math.Mod(hm, 2*math.Pi)
	turn := 60 * degree * math.Exp(-math.Pow((hm/degree-275)/25, 2))
	l := (y[0] - x[0]) / (1 + 0.015*lm*lm/math.Sqrt(20+lm*lm))
	c := (c2 - c1) / (1 + 0.045*cm)
	h := 2 * math.Sqrt(c1*c2) * math.Sin(dh/2) / (1 + 0.015*cm*t)
	return math.Sqrt(l*l + c*c + h*h - 2*gray(cm)*math.Sin(turn)*c*h)
}

// TestApart: pairs of the paper's table 1.
func TestApart(t *testing.T) {
	for _, c := range []struct {
		a, b triple
		want float64
	}{
		{triple{50, 2.6772, -79.7751}, triple{50, 0, -82.7485}, 2.0425}, {triple{50, 0, 0}, triple{50, -1, 2}, 2.3669},
		{triple{50, 2.49, -0.001}, triple{50, -2.49, 0.0011}, 7.2195}, {triple{50, 2.5, 0}, triple{73, 25, -18}, 27.1492},
		{triple{60.2574, -34.0099, 36.2677}, triple{60.4626, -34.1751, 39.4387}, 1.2644}, {triple{2.0776, 0.0795, -1.135}, triple{0.9033, -0.0636, -0.5514}, 0.9082},
	} {
		if got := apart(c.a, c.b); math.Abs(got-c.want) > 5e-5 {
			t.Errorf("%v and %v are %.4f apart, want %v", c.a, c.b, got, c.want)
		}
	}
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
