package glpyramid

import (
	"strconv"

	"ffkvadrat/gpu"
)

// Shape is how [Points] stores and sums the levels of its pyramid. The zero value is the papers'
// dicer_single.
//
// Source: Ziegler, Tevs, Theobalt, Seidel, "GPU Point List Generation through Histogram Pyramids",
// sections 6.3, 6.4 and 8.
type Shape uint8

const (
	// Single has a float32 a cell, and a texture level for each level of the pyramid.
	Single Shape = iota
	// Vec4 stores in each cell the values of its four children (dicer_vec4): the traversal reads
	// one cell a level, and no pixel.
	Vec4
	// Rect packs all levels into one level of a texture, side by side (dicer_rect).
	Rect
	// Bilinear is Single, but sums four cells by one filtered fetch at their common corner
	// (dicer_bil). That gives their mean; the sum is four times as much. It is exact only
	// where the driver filters exactly, see [ErrInexact]. It needs a pyramid without leaf
	// markers: four children of −1, −1, 2 and 0 hold four leaves and have the same mean as
	// four of 0, which hold none.
	Bilinear
	// Bilinear16 is Bilinear in floats of 16 bits, the only ones that the papers' hardware could
	// filter. They represent all integers up to 2048, and only some of the larger ones, up to
	// 65,504.
	Bilinear16
)

// shapes lists the properties of each shape.
var shapes = [...]struct {
	name     string
	defines  []string
	format   gpu.TexelFormat
	exact    int // all integers up to this one are exact in the format
	filtered bool
}{
	Single:     {"single", nil, gpu.R32F, 1 << 24, false},
	Vec4:       {"vec4", []string{"VEC4"}, gpu.RGBA32F, 1 << 24, false},
	Rect:       {"rect", []string{"RECT"}, gpu.R32F, 1 << 24, false},
	Bilinear:   {"bilinear", nil, gpu.R32F, 1 << 24, true},
	Bilinear16: {"bilinear16", nil, gpu.R16F, 1 << 11, true},
}

// Shapes returns all shapes.
func Shapes() []Shape {
	all := make([]Shape, len(shapes))
	for i := range all {
		all[i] = Shape(i)
	}
	return all
}

func (s Shape) String() string {
	if int(s) >= len(shapes) {
		return "Shape(" + strconv.Itoa(int(s)) + ")"
	}
	return shapes[s].name
}
