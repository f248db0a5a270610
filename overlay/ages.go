package overlay

import "ffkvadrat/quadpyramid"

// NextAges appends to dst the ages of the quads of a list. The age of a quad is the number
// of consecutive lists just before this one that have the same quad, in place and size.
// before is the list before, with its ages; both lists are in the order of the traversal.
// It is the twin of gloverlay.Ages.
func NextAges(dst []uint32, list, before []quadpyramid.Quad, ages []uint32) []uint32 {
	i := 0
	for _, q := range list {
		for i < len(before) && before[i].Morton() < q.Morton() {
			i++
		}
		age := uint32(0)
		if i < len(before) && before[i] == q {
			age = ages[i] + 1
		}
		dst = append(dst, age)
	}
	return dst
}
