package edge

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"ffkvadrat/atomicfile/decimal"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// MaxClasses is the largest number of classes.
const MaxClasses = 16

// Bounds are the ascending boundaries between classes of leaf pixels, on the threshold's scale.
// Values below the first bound are class 0, values from it to the second are class 1, and so on:
// there is one class more than bounds. No bounds mean no classes. Bounds are comparable.
type Bounds struct {
	n  int
	at [MaxClasses - 1]float64
}

// NewBounds returns bounds in ascending order.
func NewBounds(at ...float64) (b Bounds, err error) {
	if len(at) > len(b.at) {
		return b, fmt.Errorf("edge: %d classes, at most %d", len(at)+1, MaxClasses)
	}
	for i, v := range at {
		if !(v >= 0 && v <= math.MaxFloat64) || i > 0 && v <= at[i-1] {
			return Bounds{}, errors.New("edge: the boundaries of classes are not in ascending order")
		}
		b.at[i] = v
	}
	b.n = len(at)
	return b, nil
}

// ParseBounds reads what String writes.
func ParseBounds(text string) (Bounds, error) {
	if text == "" {
		return Bounds{}, nil
	}
	at, err := ParseNumbers(text)
	if err != nil {
		return Bounds{}, err
	}
	return NewBounds(at...)
}

// MarshalText returns String, for encoding/json.
func (b Bounds) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (b *Bounds) UnmarshalText(text []byte) (err error) {
	*b, err = ParseBounds(string(text))
	return err
}

// ParseNumbers reads numbers with commas between them.
func ParseNumbers(text string) ([]float64, error) {
	var at []float64
	for _, word := range strings.Split(text, ",") {
		v, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil {
			return nil, fmt.Errorf("edge: %.40q is not a number", word)
		}
		at = append(at, v)
	}
	return at, nil
}

// String returns the bounds with commas between them.
func (b Bounds) String() string {
	var text []byte
	for i, v := range b.at[:b.n] {
		if i > 0 {
			text = append(text, ',')
		}
		text = decimal.Append(text, v)
	}
	return string(text)
}

// Equal is ==, for package cmp.
func (b Bounds) Equal(other Bounds) bool { return b == other }

// Classes returns the number of classes: 0 without bounds.
func (b Bounds) Classes() int {
	if b.n == 0 {
		return 0
	}
	return b.n + 1
}

// All returns the bounds.
func (b *Bounds) All() []float64 { return b.at[:b.n] }

// Classes appends to list the decisions of the discriminator's classes for pictures of a
// format, or its one decision without classes. With b the bounds, class i has the D of the
// discriminator with
//
//	smallest(b[i−1]) ≤ D < smallest(b[i])
//
// where smallest is the smallest D of a value on the scale, as for Low; without the left side
// in class 0 and without the right side in the last one. So each leaf pixel is in one class,
// and classes beyond the threshold are empty.
func (d Discriminator) Classes(list []Decision, f yuv.Format) ([]Decision, error) {
	whole, err := d.Decision(f)
	if err != nil {
		return list, err
	}
	class := whole
	for _, bound := range d.Bounds.All() {
		class.Upper = min(max(d.Operator.smallest(bound, f), whole.Lower), whole.Upper)
		list = append(list, class)
		class.Lower = class.Upper
	}
	class.Upper = whole.Upper
	return append(list, class), nil
}

// smallest returns the smallest D of a value on the threshold's scale, in samples of a format.
func (o Operator) smallest(v float64, f yuv.Format) uint64 {
	m := float64(f.MaxValue())
	switch o.Kind() {
	case Value:
		return uint64(math.Ceil(v * m))
	case Distance:
		return uint64(math.Ceil(v * channel.Peak * channel.Peak))
	}
	return uint64(math.Ceil(v * float64(operators[o].scale) * m * m))
}
