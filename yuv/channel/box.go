package channel

import "fmt"

// Box is a range of colours: its channels lie between those of Low and High, inclusive. The zero value
// contains only black.
type Box struct{ Low, High Vector }

// Check returns an error if the box is invalid.
func (b Box) Check() error {
	for c := range b.Low {
		if b.Low[c] > b.High[c] || b.High[c] > Peak {
			return fmt.Errorf("colours from %v to %v: channel %d is not between 0 and %d in this order", b.Low, b.High, c, Peak)
		}
	}
	return nil
}

// Middle returns the colour in the middle of a box.
func (b Box) Middle() Box {
	for c := range b.Low {
		b.Low[c] = (b.Low[c] + b.High[c]) / 2
	}
	return Box{b.Low, b.Low}
}

// MaxDistance is the largest Distance.
const MaxDistance = 3 * Peak * Peak

// Distance returns the square of the distance of a colour from the box, 0 inside.
func (b *Box) Distance(v Vector) (d uint32) {
	for c := range v {
		out := max(int32(b.Low[c])-int32(v[c]), int32(v[c])-int32(b.High[c]), 0)
		d += uint32(out * out)
	}
	return d
}
