package quadfile

import (
	"fmt"

	"ffkvadrat/quadpyramid"
)

// coveredArea returns the sum of the quads' areas in pixels. A quad outside the picture of width ×
// height is an error.
func coveredArea(quads []quadpyramid.Quad, width, height int) (int64, error) {
	right, bottom, area, done := coverVectors(quads)
	for _, q := range quads[done:] {
		size := q.Size()
		right, bottom = max(right, q.X()+size), max(bottom, q.Y()+size)
		area += int64(size) * int64(size)
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
