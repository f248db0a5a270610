package glpyramid

// Choice is the shape of a [Reference] builder; all shapes make the same list. The zero value is
// the paper's shape: a mask, and one number for each cell. Its cells are those of
// [quadpyramid.Pyramid], every level can be inspected, and it takes a quarter of the memory of
// Partial. BenchmarkVariants measures each shape.
//
// Source: Ziegler, Tevs, Theobalt, Seidel, "GPU Point List Generation through Histogram Pyramids",
// sections 6.1 and 6.3.
type Choice struct {
	// Partial stores in each cell the values of its four children instead of its own (the
	// vec4-HistoPyramid). The traversal then reads one cell a level instead of up to four numbers,
	// and the reduction writes and reads four times the bytes.
	Partial bool
	// Merged decides about the pixels in the first reduction, without a mask. The traversal decides
	// again about the pixels that it reaches, except with Partial, where level 1 keeps the
	// decisions.
	Merged bool
}

func (c Choice) String() string {
	switch c {
	case Choice{Partial: true}:
		return "partial"
	case Choice{Merged: true}:
		return "merged"
	case Choice{Partial: true, Merged: true}:
		return "partial+merged"
	}
	return "paper"
}
