// Package lettering writes lines of text into images.
//
// Input is text, a size and a position; output is pixels of an image. A [Writer] belongs to one
// goroutine at a time. The font is Go Regular.
package lettering

import (
	"fmt"
	"image"
	"image/color"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Writer writes lines of text.
type Writer struct {
	face font.Face
}

// New returns a writer for text of a size in pixels.
func New(size float64) (*Writer, error) {
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, fmt.Errorf("lettering: %w", err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return nil, fmt.Errorf("lettering: %w", err)
	}
	return &Writer{face}, nil
}

// Close releases the font.
func (w *Writer) Close() { w.face.Close() }

// Height returns the height of a line.
func (w *Writer) Height() float64 {
	m := w.face.Metrics()
	return float64(m.Ascent+m.Descent) / 64 * 1.25
}

// Write writes a line into a rectangle, vertically centred. Text that is too long ends with an
// ellipsis.
func (w *Writer) Write(dst *image.RGBA, within image.Rectangle, text string, c color.RGBA) {
	text = w.fitted(text, within.Dx())
	m := w.face.Metrics()
	base := (within.Min.Y+within.Max.Y)/2 + (m.Ascent.Round()-m.Descent.Round())/2
	d := font.Drawer{
		Dst: dst.SubImage(within).(*image.RGBA), Src: image.NewUniform(c), Face: w.face,
		Dot: fixed.P(within.Min.X, base),
	}
	d.DrawString(text)
}

// Width returns the width of a text in pixels, rounded up.
func (w *Writer) Width(text string) int { return font.MeasureString(w.face, text).Ceil() }

// fitted truncates text to at most width pixels.
func (w *Writer) fitted(text string, width int) string {
	if w.Width(text) <= width {
		return text
	}
	runes := []rune(text)
	for n := len(runes) - 1; n > 0; n-- {
		if short := string(runes[:n]) + "…"; w.Width(short) <= width {
			return short
		}
	}
	return ""
}
