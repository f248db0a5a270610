package lesson

import (
	"image/color"
	"strings"

	"ffkvadrat/edge"
	"ffkvadrat/quadpyramid"
)

// examples are those of the paper's figures. Figure 2 has a square of leaf pixels only. For figures
// 3 to 5, the paper gives every number, but not which of the four upper right pixels is no leaf.
var examples = [...]struct{ name, about, rows string }{
	{"One quad", "All pixels are smooth (yellow), so each four cells become one, up to a single quad.", "#### #### #### ####"},
	{"Six quads", "One pixel is an edge (gray), the others are smooth (yellow). The three pixels next to it stay single, and the other three quarters become a quad each.", "###. #### #### ####"},
}

// Examples is the number of examples.
const Examples = len(examples)

// Named returns the name of an example.
func Named(i int) string { return examples[i].name }

// Colours of an example's pixels.
var (
	yellow = color.RGBA{250, 214, 60, 255}
	gray   = color.RGBA{60, 64, 74, 255}
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
	l.Pixels, l.about = pixels, examples[i].about
	return l
}
