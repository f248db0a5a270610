package lettering

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"strings"
)

// Sizes of a caption: text for a picture of a width, in pixels.
const (
	leastCaption = 14
	captionPart  = 55 // of the width
)

// Caption returns a picture with text below it, in as many lines as it needs.
func Caption(img *image.RGBA, text string) (*image.RGBA, error) {
	width := img.Rect.Dx()
	w, err := New(max(float64(width)/captionPart, leastCaption))
	if err != nil {
		return nil, err
	}
	defer w.Close()
	line := int(math.Ceil(w.Height()))
	gap := line / 3
	lines := w.lines(text, width-2*gap)
	out := image.NewRGBA(image.Rect(0, 0, width, img.Rect.Dy()+len(lines)*line+gap))
	draw.Draw(out, out.Rect, image.NewUniform(color.RGBA{16, 17, 20, 255}), image.Point{}, draw.Src)
	draw.Draw(out, image.Rectangle{Max: img.Rect.Size()}, img, img.Rect.Min, draw.Src)
	for i, text := range lines {
		y := img.Rect.Dy() + gap/2 + i*line
		w.Write(out, image.Rect(gap, y, width-gap, y+line), text, color.RGBA{224, 226, 232, 255})
	}
	return out, nil
}

// lines breaks text at spaces that may break into lines of at most width pixels, if the words are not longer.
func (w *Writer) lines(text string, width int) (lines []string) {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\n' }) {
		if n := len(lines); n > 0 && w.Width(lines[n-1]+" "+word) <= width {
			lines[n-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}
