package ocpyramid

import "ffkvadrat/quadpyramid"

// Section appends to quads what the cubes of a window are in one of its frames, in the order of the
// traversal, and to lasts for how many frames each lasts. Cubes that a frame goes through are in the
// list's order in that of its quads: of two, the first has the lower places, also in that frame.
func Section(quads []quadpyramid.Quad, lasts []uint32, list []Cube, frame int) ([]quadpyramid.Quad, []uint32) {
	for _, c := range list {
		if c.Frame() <= frame && frame < c.Frame()+c.Size() {
			quads, lasts = append(quads, c.Quad()), append(lasts, uint32(c.Size()))
		}
	}
	return quads, lasts
}
