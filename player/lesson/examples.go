package lesson

import (
	"image/color"
	"strings"

	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
)

// examples are those of the paper's figures. Figure 2 has a square of leaf pixels only. For figures
// 3 to 5, the paper gives every number, but not which of the four upper right pixels is no leaf.
var examples = [...]struct{ name, rows string }{
	{"the paper's figure 2", "#### #### #### ####"},
	{"the paper's figures 3 to 5", "###. #### #### ####"},
}

// Examples is the number of examples.
const Examples = len(examples)

// Named returns the name of an example.
func Named(i int) string { return examples[i].name }

// Colours of an example's pixels.
var (
	yellow = color.RGBA{250, 214, 60, 255}
	gray   = color.RGBA{92, 97, 108, 255}
)

// Example returns the lesson about an example of the paper.
func Example(i int) *Lesson {
	rows := strings.Fields(examples[i].rows)
	var mask edge.Mask
	mask.Resize(len(rows), len(rows))
	var pixels []Pixel
	for y, row := range rows {
		for x, c := range row {
			pixel := Pixel{Colour: gray, Inside: true}
			mask.Leaf[y*mask.Width+x] = 0
			if c == '#' {
				pixel.Colour, mask.Leaf[y*mask.Width+x] = yellow, 1
			}
			pixels = append(pixels, pixel)
		}
	}
	l := FromMask(examples[i].name, &mask, quadpyramid.Unlimited)
	l.Pixels = pixels
	return l
}
