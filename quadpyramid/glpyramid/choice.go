package glpyramid

// Choice is the shape of a [Reference] builder. All shapes make the same list. The zero
// value is the paper's own shape, with a mask and one number for each cell. Every level can
// be inspected, the cells are those of [quadpyramid.Pyramid], and they fit into a storage
// buffer that four times as many bytes would not fit. BenchmarkVariants measures each
// shape.
//
// Source: Ziegler, Tevs, Theobalt, Seidel, "GPU Point List Generation through
// Histogram Pyramids", sections 6.1 and 6.3.
type Choice struct {
	// Partial has a cell keep its four children's values instead of its own (the
	// vec4-HistoPyramid): a descent then reads one cell a level instead of up to
	// four numbers, and the reduction writes and reads four times the bytes.
	Partial bool
	// Merged makes the first reduction decide about the pixels itself, without a mask.
	// The traversal has to decide again about the pixels that it reaches, except with
	// Partial, where level 1 keeps the decisions.
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
