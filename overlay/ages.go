package overlay

import "ffkvadrat/quadpyramid"

// NextAges appends to dst the ages of a list's quads. A quad's age is the number of consecutive lists
// just before this one that have it, with the same position and size. before is the previous list, with
// its ages; both are in traversal order. It is the CPU twin of gloverlay.Ages.
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
