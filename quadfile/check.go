package quadfile

import (
	"errors"
	"fmt"

	"ffkvadrat/feature"
	"ffkvadrat/quadpyramid"
)

// CheckQuads returns the first contradiction between a frame and the analysis that the list alone
// shows: a size beyond the limits; four quads that should be merged; with means, pixels without a
// quad. The list must be sorted and without overlap, as a [Reader] returns it. The merging of quads
// of the common feature is checked only if they have means.
func (a *Analysis) CheckQuads(f *Frame) error {
	if a.Variant.HasValues() { // nothing merges; the Reader has checked the rest
		return nil
	}
	if a.Cube != 0 {
		return a.checkCubes(f)
	}
	isFeature := a.Variant.HasMeans()
	if isFeature && a.MinSize <= 1 {
		area, err := coveredArea(f.Quads, f.Width, f.Height)
		if err != nil {
			return err
		}
		if area != int64(f.Width)*int64(f.Height) {
			return fmt.Errorf("the quads of %s cover %d of %d pixels", a.Variant.Header(), area, f.Width*f.Height)
		}
	}
	var level uint32
	if isFeature {
		var err error
		if level, err = feature.Level(a.Of(f).Threshold); err != nil {
			return err
		}
		if len(f.Means) != 0 && len(f.Means) != len(f.Quads) {
			return errors.New("a quad has no mean")
		}
	}
	for i, q := range f.Quads {
		size := q.Size()
		switch {
		case a.MinSize != 0 && size < a.MinSize:
			return fmt.Errorf("quad %d %v is smaller than min_size %d", i, q, a.MinSize)
		case a.MaxSize != 0 && size > a.MaxSize:
			return fmt.Errorf("quad %d %v is larger than max_size %d", i, q, a.MaxSize)
		case len(f.Classes) != 0 && i >= 3 && f.Classes[i-3] != f.Classes[i]:
		case i < 3 || a.MaxSize != 0 && size == a.MaxSize || !siblings(f.Quads[i-3:i+1]):
		case !isFeature || len(f.Means) != 0 && close4(f.Means[i-3:i+1], level):
			return fmt.Errorf("quads %d to %d, from %v on, should be one", i-3, i, f.Quads[i-3])
		}
	}
	return nil
}

// siblings reports whether four quads in order are the quarters of a square.
func siblings(four []quadpyramid.Quad) bool {
	a, d := four[0], four[3]
	level, size := a.Level(), a.Size()
	return four[1].Level() == level && four[2].Level() == level && d.Level() == level &&
		a.X()&size == 0 && a.Y()&size == 0 && d.X() == a.X()+size && d.Y() == a.Y()+size
}

// close4 reports whether the common feature combiner merges four means: the sum of their squared
// deviations from the average is at most level.
func close4(four []feature.Mean, level uint32) bool {
	var sum int64
	for c := range 3 {
		average := int64(2)
		for _, m := range four {
			average += int64(m.Vector()[c])
		}
		average >>= 2
		for _, m := range four {
			d := int64(m.Vector()[c]) - average
			sum += d * d
		}
	}
	return sum <= int64(level)
}
