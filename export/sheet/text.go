package sheet

import (
	"fmt"
	"image"
	"image/color"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// writer writes lines of text.
type writer struct {
	face font.Face
}

// newWriter returns a writer of text of a size in pixels.
func newWriter(size float64) (*writer, error) {
	parsed, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, fmt.Errorf("sheet: %w", err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		return nil, fmt.Errorf("sheet: %w", err)
	}
	return &writer{face}, nil
}

func (w *writer) close() { w.face.Close() }

// height returns the height of a line.
func (w *writer) height() float64 {
	m := w.face.Metrics()
	return float64(m.Ascent+m.Descent) / 64 * 1.25
}

// write writes a line into a rectangle, in its middle from top to bottom. Text that is too
// long ends with an ellipsis.
func (w *writer) write(dst *image.RGBA, within image.Rectangle, text string, c color.RGBA) {
	text = w.fitted(text, within.Dx())
	m := w.face.Metrics()
	base := (within.Min.Y+within.Max.Y)/2 + (m.Ascent.Round()-m.Descent.Round())/2
	d := font.Drawer{
		Dst: dst.SubImage(within).(*image.RGBA), Src: image.NewUniform(c), Face: w.face,
		Dot: fixed.P(within.Min.X, base),
	}
	d.DrawString(text)
}

// fitted shortens text at its end until it is at most width pixels wide.
func (w *writer) fitted(text string, width int) string {
	if font.MeasureString(w.face, text).Ceil() <= width {
		return text
	}
	runes := []rune(text)
	for n := len(runes) - 1; n > 0; n-- {
		if short := string(runes[:n]) + "…"; font.MeasureString(w.face, short).Ceil() <= width {
			return short
		}
	}
	return ""
}
