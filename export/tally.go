package export

import (
	"fmt"

	"ffkvadrat/quadpyramid"
)

// levels is the number of sizes that a quad can have.
const levels = 15

// tally counts quads by their level.
type tally [levels]int64

// area returns the sum of the quads' areas in pixels.
func (t *tally) area() (area int64) {
	for level, n := range t {
		area += n << (2 * level)
	}
	return area
}

// count returns the tally of a list. Each quad has to lie inside a picture of width ×
// height, and all together must not be larger than it.
func count(quads []quadpyramid.Quad, width, height int) (t tally, err error) {
	// Several tables: neighbours often have the same level, and an addition to the same
	// place would wait for the one before.
	const ways = 4
	var each [ways][16]uint32
	right, bottom := 0, 0
	rest := quads
	for ; len(rest) >= ways; rest = rest[ways:] {
		for i, q := range (*[ways]quadpyramid.Quad)(rest) {
			each[i][q>>28]++
			right = max(right, q.X()+q.Size())
			bottom = max(bottom, q.Y()+q.Size())
		}
	}
	for _, q := range rest {
		each[0][q>>28]++
		right = max(right, q.X()+q.Size())
		bottom = max(bottom, q.Y()+q.Size())
	}
	if right > width || bottom > height {
		return t, outside(quads, width, height)
	}
	for i := range t {
		for _, way := range each {
			t[i] += int64(way[i])
		}
	}
	if area := t.area(); area > int64(width)*int64(height) {
		return t, fmt.Errorf("quads cover %d pixels of a %d×%d picture", area, width, height)
	}
	return t, nil
}

// outside returns an error about the first quad that is not inside the picture.
func outside(quads []quadpyramid.Quad, width, height int) error {
	for _, q := range quads {
		if q.X()+q.Size() > width || q.Y()+q.Size() > height {
			return fmt.Errorf("quad %v is not inside the %d×%d picture", q, width, height)
		}
	}
	return nil
}
