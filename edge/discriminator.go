package edge

import (
	"errors"
	"fmt"
	"math"

	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// Planes names the planes over which the sum D is taken.
type Planes uint8

const (
	LumaPlane   Planes = iota // luma alone
	AllPlanes                 // Y, U and V; Y alone of gray pictures; not for RGB
	AlphaPlane                // alpha, if the format has it
	PlanesCount               // the number of choices
)

// ParsePlanes reads "y", "yuv" and "alpha".
func ParsePlanes(name string) (Planes, error) {
	switch name {
	case "y":
		return LumaPlane, nil
	case "yuv":
		return AllPlanes, nil
	case "alpha":
		return AlphaPlane, nil
	}
	return 0, fmt.Errorf("edge: no planes are called %q", name)
}

func (p Planes) String() string {
	switch p {
	case AllPlanes:
		return "yuv"
	case AlphaPlane:
		return "alpha"
	}
	return "y"
}

// Title returns the player's name for the planes.
func (p Planes) Title() string {
	return [PlanesCount]string{"Luma (Y)", "Luma and chroma (YUV)", "Alpha"}[p]
}

// Discriminator is a user's choice of what makes a pixel a leaf. The zero value is the operator
// cross on luma, by which no pixel is a leaf.
type Discriminator struct {
	Operator  Operator
	Planes    Planes
	Threshold float64 // 0 to Operator.MaxThreshold(Planes)
	Low       float64 // lower bound, 0 to Threshold; 0 for Luma
	Invert    bool    // exchange leaf and other pixels
	Bounds    Bounds  // between classes of the leaf pixels; not with Luma or Invert

	// For operators whose D is a Distance: the features, and the colours in them. Colour has one
	// colour, a box of a single point.
	Features channel.Space
	Colours  channel.Box
}

// Check returns an error if a discriminator is wrong for every picture.
func (d Discriminator) Check() error {
	kind := d.Operator.Kind()
	switch most := d.Operator.MaxThreshold(d.Planes); {
	case d.Planes == AllPlanes && kind == Value:
		return fmt.Errorf("operator %v reads one plane: planes cannot be %v", d.Operator, d.Planes)
	case d.Planes != LumaPlane && kind == Distance:
		return fmt.Errorf("operator %v reads features: planes cannot be %v", d.Operator, d.Planes)
	case kind != Distance && (d.Features != channel.RGB || d.Colours != channel.Box{}):
		return fmt.Errorf("operator %v has no features and no colours", d.Operator)
	case d.Operator == Colour && d.Colours.Low != d.Colours.High:
		return fmt.Errorf("operator %v takes one colour; box takes a range", d.Operator)
	case kind == Distance && !(d.Threshold >= 0 && d.Threshold <= most):
		return fmt.Errorf("threshold %v is not between 0 and %.4g, the scale of %v", d.Threshold, most, d.Operator)
	case !(d.Threshold >= 0 && d.Threshold <= most):
		return fmt.Errorf("threshold %v is not between 0 and %.4g, the scale of %v on planes %v", d.Threshold, most, d.Operator, d.Planes)
	case !d.Operator.TakesLow() && d.Low != 0:
		return fmt.Errorf("operator %v has no lower bound; range has one", d.Operator)
	case !(d.Low >= 0 && d.Low <= d.Threshold):
		return fmt.Errorf("the lower bound %v is not between 0 and the threshold, %v", d.Low, d.Threshold)
	case d.Bounds != Bounds{} && !d.Operator.TakesLow():
		return fmt.Errorf("operator %v has no classes; range has them", d.Operator)
	case d.Bounds != Bounds{} && d.Invert:
		return errors.New("invert cannot be used with classes: the pixels outside of them have no class")
	}
	return d.Colours.Check()
}

// Decision is a discriminator in integers, for pictures of one format: a pixel is a leaf if Lower ≤
// D < Upper, or with Invert if not.
type Decision struct {
	Operator     Operator
	Planes       int  // 1 or 3: luma, or the picture's three planes
	Alpha        bool // alpha takes the place of luma
	Lower, Upper uint64
	Invert       bool

	Features channel.Space // for a Distance
	Colours  channel.Box   // for a Distance
}

// single returns the plane that a decision on one plane reads, and its shift.
func (d *Decision) single(p *yuv.Picture) (*yuv.Plane, int) {
	if d.Alpha {
		return &p.Alpha, p.Format.Shift
	}
	return &p.Luma, p.LumaShift
}

// LumaAlone reports whether D depends on luma alone. If not, D depends on all planes, or with Alpha
// on alpha alone.
func (d *Decision) LumaAlone() bool {
	return d.Planes == 1 && !d.Alpha && d.Operator.Kind() != Distance
}

// Leaf reports whether a pixel with the sum D is a leaf.
func (d *Decision) Leaf(sum uint64) bool { return (d.Lower <= sum && sum < d.Upper) != d.Invert }

// Decision converts the discriminator to integers, without regard to Bounds. With M the largest sample value, S the
// operator's scale, and all products in float64 from left to right,
//
//	ceil(low · S · M · M) ≤ D < ceil(t · S · M · M)  differences
//	ceil(t · M) ≤ D ≤ M                              Luma
//	ceil(low · M) ≤ D ≤ floor(t · M)                 Range
//	ceil(low · P · P) ≤ D ≤ floor(t · P · P)         Distance, with P the channels' peak
//
// It fails if Check does, for all planes of an RGB picture, and for features or alpha that
// pictures of the format do not have.
func (d Discriminator) Decision(f yuv.Format) (Decision, error) {
	if err := d.Check(); err != nil {
		return Decision{}, fmt.Errorf("edge: %w", err)
	}
	m := float64(f.MaxValue())
	dec := Decision{Operator: d.Operator, Planes: 1, Invert: d.Invert}
	switch d.Operator {
	case Luma:
		dec.Lower, dec.Upper = d.Operator.smallest(d.Threshold, f), uint64(f.MaxValue())+1
	case Colour, Box:
		if err := channel.Check(f, d.Features); err != nil {
			return Decision{}, fmt.Errorf("edge: %w", err)
		}
		const peak = channel.Peak
		dec.Lower, dec.Upper = d.Operator.smallest(d.Low, f), uint64(math.Floor(d.Threshold*peak*peak))+1
		dec.Features, dec.Colours = d.Features, d.Colours
		if f.Model != yuv.Gray {
			dec.Planes = 3
		}
	case Range:
		dec.Lower, dec.Upper = d.Operator.smallest(d.Low, f), uint64(math.Floor(d.Threshold*m))+1
	default:
		dec.Lower, dec.Upper = d.Operator.smallest(d.Low, f), d.Operator.smallest(d.Threshold, f)
	}
	switch {
	case d.Planes == AllPlanes && f.Model == yuv.RGB:
		return Decision{}, fmt.Errorf("edge: planes %v: %s has no planes U and V, only planes y", d.Planes, f.Name)
	case d.Planes == AllPlanes && f.Model == yuv.YUV:
		dec.Planes = 3
	case d.Planes == AlphaPlane && !f.Alpha:
		return Decision{}, fmt.Errorf("edge: planes %v: %s has no alpha", d.Planes, f.Name)
	case d.Planes == AlphaPlane:
		dec.Alpha = true
	}
	return dec, nil
}

// Unit returns the D, in samples of a format, that corresponds to 1 on the threshold's scale.
func (d Decision) Unit(f yuv.Format) float64 {
	m := float64(f.MaxValue())
	switch d.Operator.Kind() {
	case Value:
		return m
	case Distance:
		return channel.Peak * channel.Peak
	}
	return float64(operators[d.Operator].scale) * m * m
}

// MaxSum returns the largest D that can occur in samples of a format. An engine's sums must be wide
// enough for it.
func (d Decision) MaxSum(f yuv.Format) uint64 {
	m := uint64(f.MaxValue())
	switch d.Operator.Kind() {
	case Value:
		return m
	case Distance:
		return channel.MaxDistance
	}
	return operators[d.Operator].peak * m * m * uint64(d.Planes)
}
