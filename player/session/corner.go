package session

import "fmt"

// Corner is the corner of the picture that has a legend.
type Corner uint8

const (
	AnyCorner Corner = iota // that hides least
	UpperRight
	LowerRight
	UpperLeft
	LowerLeft
	CornerCount // number of values
)

// corners has a row for each value. A corner is 0 or 1: on the right, at the bottom.
var corners = [CornerCount]struct {
	name        string
	right, down float32
}{{name: "automatic"}, {"upper-right", 1, 0}, {"lower-right", 1, 1}, {"upper-left", 0, 0}, {"lower-left", 0, 1}}

// ParseCorner returns the value with a name, as String returns it.
func ParseCorner(name string) (Corner, error) {
	for i, c := range corners {
		if c.name == name {
			return Corner(i), nil
		}
	}
	return 0, fmt.Errorf("session: no corner is called %q", name)
}

func (c Corner) String() string {
	if c < CornerCount {
		return corners[c].name
	}
	return fmt.Sprintf("Corner(%d)", uint8(c))
}

// Of returns the place of the corner on both axes, 0 or 1; AnyCorner has none.
func (c Corner) Of() (right, down float32) { return corners[c].right, corners[c].down }

// CornerAt returns the corner on the right or left half, above or below the middle.
func CornerAt(right, down bool) Corner {
	switch {
	case right && down:
		return LowerRight
	case right:
		return UpperRight
	case down:
		return LowerLeft
	}
	return UpperLeft
}
