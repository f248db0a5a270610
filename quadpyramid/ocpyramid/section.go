package ocpyramid

import "ffkvadrat/quadpyramid"

// Section appends to quads the section of a window's cubes with one of its frames, in the order of
// the traversal, and to lasts for how many frames each quad lasts. No sorting is needed: the order
// of the cubes in a frame is the order of their quads.
func Section(quads []quadpyramid.Quad, lasts []uint32, list []Cube, frame int) ([]quadpyramid.Quad, []uint32) {
	for _, c := range list {
		if c.Frame() <= frame && frame < c.Frame()+c.Size() {
			quads, lasts = append(quads, c.Quad()), append(lasts, uint32(c.Size()))
		}
	}
	return quads, lasts
}
