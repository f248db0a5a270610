package views

import (
	"fmt"
	"image/color"
	"strings"

	"ffkvadrat/yuv"
)

// Levels are the code values that views of samples refer to.
type Levels struct {
	Black, Span int      // code value of black; difference from black to white
	Luma        yuv.Band // limited range of luma
	Chroma      yuv.Band // limited range of chroma
	Planes      int      // planes that count: 1 for luma, 3 with chroma
}

// LevelsOf returns the levels for a picture; colour says how it is displayed. In RGB pictures, all
// values are in range.
func LevelsOf(p *yuv.Picture, colour yuv.Colour) Levels {
	f := p.Format
	l := Levels{Span: f.MaxValue(), Planes: 1}
	l.Luma, l.Chroma = f.LimitedBands()
	switch {
	case f.Model == yuv.RGB:
		l.Luma = yuv.Band{High: f.MaxValue()}
	case f.Model == yuv.YUV:
		l.Planes = 3
	}
	if f.Model != yuv.RGB && colour.Resolve(p.Width, p.Height).Range == yuv.Limited {
		l.Black, l.Span = l.Luma.Low, l.Luma.High-l.Luma.Low
	}
	return l
}

// Of returns the number of planes of a view: false colours use luma only.
func (l *Levels) Of(v View) int {
	if v == False {
		return 1
	}
	return l.Planes
}

// Tone is a range of luma in the view of false colours. It begins at the end of the previous tone.
type Tone struct {
	Name   string
	Below  int // end of the tone, in thousandths from black to white
	Colour color.RGBA
	Grey   bool // shows luma itself instead of Colour
}

// Tones are the tones in the order of luma. Bands and hues are those of ARRI cameras (ALEXA Pocket
// Guide, "False Color Exposure Check").
var Tones = [...]Tone{
	{"black", 25, color.RGBA{122, 60, 190, 255}, false},
	{"near black", 40, color.RGBA{40, 90, 220, 255}, false},
	{"", 380, color.RGBA{}, true},
	{"grey card", 420, color.RGBA{60, 180, 75, 255}, false},
	{"", 520, color.RGBA{}, true},
	{"skin", 560, color.RGBA{245, 150, 180, 255}, false},
	{"", 970, color.RGBA{}, true},
	{"near white", 990, color.RGBA{250, 220, 60, 255}, false},
	{"white", 2000, color.RGBA{230, 50, 40, 255}, false}, // twice white is never reached
}

// Colours of samples out of range.
var (
	TooLow     = color.RGBA{60, 120, 255, 255}
	TooHigh    = color.RGBA{255, 60, 40, 255}
	ChromaAway = color.RGBA{255, 220, 40, 255}
)

// grey maps luma from black to white to 0 to 255.
func (l *Levels) grey(luma int) int {
	return min((max(luma-l.Black, 0)*255+l.Span/2)/l.Span, 255)
}

func falseColour(l *Levels, v [3]int) color.RGBA {
	for i := range Tones {
		if t := &Tones[i]; 1000*(v[0]-l.Black) < t.Below*l.Span {
			if t.Grey {
				g := uint8(l.grey(v[0]))
				return color.RGBA{g, g, g, 255}
			}
			return t.Colour
		}
	}
	return Tones[len(Tones)-1].Colour // unreachable
}

// falseDefine returns [Tones] as a define for the shader.
func falseDefine() string {
	var text strings.Builder
	text.WriteString("TONES(TONE, GREY)")
	for _, t := range Tones {
		if t.Grey {
			fmt.Fprintf(&text, " GREY(%d)", t.Below)
		} else {
			fmt.Fprintf(&text, " TONE(%d, %d, %d, %d)", t.Below, t.Colour.R, t.Colour.G, t.Colour.B)
		}
	}
	return text.String()
}

func outside(l *Levels, v [3]int) color.RGBA {
	switch {
	case v[0] < l.Luma.Low:
		return TooLow
	case v[0] > l.Luma.High:
		return TooHigh
	case l.Planes == 3 && (l.Chroma.Lacks(v[1]) || l.Chroma.Lacks(v[2])):
		return ChromaAway
	}
	g := uint8(l.grey(v[0]) / 2)
	return color.RGBA{g, g, g, 255}
}

// Sample returns the colour of a pixel of p in a view of samples.
func (v View) Sample(l *Levels, p *yuv.Picture, x, y int) color.RGBA {
	return views[v].sample(l, samplesAt(p, l.Of(v), x, y))
}

// samplesAt returns a pixel's luma and, for three planes, its chroma. Values above the maximum,
// which raw video can contain, are clamped.
func samplesAt(p *yuv.Picture, planes, x, y int) (v [3]int) {
	most := p.Format.MaxValue()
	v[0] = min(p.Sample(-1, x, y), most)
	for i := 1; i < planes; i++ {
		v[i] = min(p.Sample(i, x, y), most)
	}
	return v
}
