package widgets

import (
	"image/color"
	"math"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/overlay"
	"ffkvadrat/player/session"
)

var white, black = color.NRGBA{255, 255, 255, 255}, color.NRGBA{0, 0, 0, 255}

// TestContrast: text in each of the theme's inks can be read on each ground it is written on; a
// translucent bed lies over a white or a black picture.
func TestContrast(t *testing.T) {
	if c := Contrast(white, black); math.Abs(c-21) > 1e-9 || Contrast(black, white) != c || Contrast(OnPicture.Dim, OnPicture.Dim) != 1 {
		t.Errorf("white on black has a contrast of %v", c)
	}
	readable := func(ink color.NRGBA, grounds ...color.NRGBA) {
		t.Helper()
		for _, bed := range grounds {
			for _, picture := range [...]color.NRGBA{white, black} {
				if c := Contrast(ink, Over(bed, picture)); c < LeastContrast {
					t.Errorf("ink %v on %v over %v: contrast %.2f", ink, bed, picture, c)
				}
			}
		}
	}
	for theme := range session.ThemeCount {
		i := Themed(theme)
		if i.Bed.A != 255 {
			t.Errorf("%v theme: the picture shows through boxes", theme)
		}
		for _, ink := range [...]color.NRGBA{i.Bright, i.Dim, i.Stronger} {
			readable(ink, i.Bed, i.Surround)
		}
		readable(i.Bright, i.Ground, i.Sunken, i.Raised, i.Hovered, i.Pressed, i.Chosen)
		readable(i.Dim, i.Ground, i.Sunken, i.Raised, i.Hovered, i.Pressed)
		readable(i.Stronger, i.Ground, i.Raised, i.Hovered)
		readable(i.Accent, i.Ground, i.Raised)
		readable(OnDark, i.Main, i.MainHovered)
		readable(i.LoopColour, i.Ground)
		readable(i.CoverageColour, i.Ground)
	}
	for theme := range session.ThemeCount {
		i := Themed(theme)
		for name, c := range map[string]float64{"border": Contrast(i.Border, i.Ground), "main button": Contrast(i.Main, i.Ground)} {
			if c < leastMark {
				t.Errorf("%v theme: %s: contrast %.2f", theme, name, c)
			}
		}
		if dimmed := Over(i.Scrim, i.Ground); IsLight(color.RGBA(dimmed)) != IsLight(color.RGBA(i.Ground)) || Contrast(dimmed, i.Ground) < 1.05 {
			t.Errorf("%v theme: the dimmed window is %v", theme, dimmed)
		}
	}
	for v := range 256 {
		for _, c := range [...]color.RGBA{{uint8(v), uint8(v), uint8(v), 255}, {255, uint8(v), 0, 255}, {0, uint8(v), 255, 255}, overlay.ByLevel.LevelColour(v % overlay.Levels)} {
			ink := OnDark
			if IsLight(c) {
				ink = OnLight
			}
			if got := Contrast(ink, color.NRGBA{c.R, c.G, c.B, 255}); got < LeastContrast {
				t.Errorf("a value in %v on %v: contrast %.2f", ink, c, got)
			}
		}
	}
}

// TestEdge: every colour of a level of quads, and of the scales and types of the codec's blocks, is seen on the ground of both themes, itself or
// by the outline around it.
func TestEdge(t *testing.T) {
	var colours []color.RGBA
	for v := range 256 {
		part := float64(v) / 255
		colours = append(colours, overlay.ByQuantiser.Ramp(part), overlay.ByBits.Ramp(part), overlay.ByLevel.LevelColour(v%overlay.Levels), overlay.TypeColour(partition.Type(v)%partition.TypeCount))
	}
	for theme := range session.ThemeCount {
		i := Themed(theme)
		for _, c := range colours {
			seen := Contrast(color.NRGBA(c), i.Ground)
			if edge, ok := i.Edge(c); ok {
				seen = max(seen, Contrast(edge, i.Ground))
			}
			if seen < 3 {
				t.Errorf("%v theme: %v has contrast %.2f", theme, c, seen)
			}
		}
	}
}

// TestSizes: no text of the theme has a font size below 12 pixels. Dear ImGui's sizes include
// ascent and descent.
func TestSizes(t *testing.T) {
	f, err := sfnt.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	m, err := f.Metrics(nil, fixed.I(1000), font.HintingNone)
	if err != nil {
		t.Fatal(err)
	}
	line := float64((m.Ascent + m.Descent).Round()) / 1000
	for _, size := range [...]float64{SmallSize, TextSize, TitleSize} {
		if size/line < 12 {
			t.Errorf("size %v is a font of %.1f pixels", size, size/line)
		}
	}
}
