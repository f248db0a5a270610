package quadfile

import (
	"fmt"

	"ffkvadrat/quadpyramid"
)

// sides has the size of quads of each level: a table is quicker than the shift.
var sides = func() (table [16]int) {
	for level := range quadpyramid.MaxLevel + 1 {
		table[level] = 1 << level
	}
	return table
}()

// coveredArea returns the sum of the quads' areas in pixels. A quad outside the picture of width ×
// height is an error.
func coveredArea(quads []quadpyramid.Quad, width, height int) (int64, error) {
	var right, bottom int
	var area int64
	for _, q := range quads {
		side := sides[q.Level()]
		right, bottom = max(right, q.X()+side), max(bottom, q.Y()+side)
		area += int64(side * side)
	}
	if right > width || bottom > height {
		return 0, outside(quads, width, height)
	}
	if area > int64(width)*int64(height) {
		return 0, fmt.Errorf("quads cover %d pixels of a %d×%d picture", area, width, height)
	}
	return area, nil
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

// coverageMillionths returns area / (width · height) in millionths, halves up.
func coverageMillionths(area int64, width, height int) int64 {
	whole := int64(width) * int64(height)
	return (2*area*1e6 + whole) / (2 * whole)
}
