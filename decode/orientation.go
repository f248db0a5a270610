package decode

import (
	"encoding/binary"
	"math"
)

// Orientation is how a display transforms the coded picture: mirror it left to right if Mirror is set,
// then rotate it clockwise by Rotate.
type Orientation struct {
	Rotate int // degrees: 0, 90, 180 or 270
	Mirror bool
}

// Sideways reports whether the rotation swaps width and height.
func (o Orientation) Sideways() bool { return o.Rotate == 90 || o.Rotate == 270 }

// Onto returns the transformation of a coded picture with orientation o into the pixel order of a coded
// picture with orientation r.
func (o Orientation) Onto(r Orientation) Orientation {
	turn := Orientation{Rotate: (o.Rotate - r.Rotate + 360) % 360, Mirror: o.Mirror != r.Mirror}
	if r.Mirror { // the inverse of r rotates back, and mirrors after that
		turn.Rotate = (360 - turn.Rotate) % 360
	}
	return turn
}

// orientation reads a display matrix as containers store it: nine 32-bit integers a b u c d v x y w in
// the machine's byte order, which map a point (x, y), y downwards, to (a·x + c·y, b·x + d·y). A missing
// matrix, or one that does more than quarter turns and mirroring, counts as the identity.
func orientation(matrix []byte) Orientation {
	if len(matrix) < 36 {
		return Orientation{}
	}
	at := func(i int) float64 { return float64(int32(binary.NativeEndian.Uint32(matrix[4*i:]))) }
	a, b, c, d := at(0), at(1), at(3), at(4)
	det := float64(a*d) - float64(b*c)
	size := math.Hypot(a, b) * math.Hypot(c, d)
	// The axes must stay perpendicular: |det| is then the product of their lengths.
	if size == 0 || math.Abs(det) < 0.999*size {
		return Orientation{}
	}
	// Mirroring left to right leaves the second axis alone. With and without it, (c, d) = (−sin, cos)
	// of the clockwise angle.
	angle := math.Atan2(-c, d) * 180 / math.Pi
	quarter := math.Round(angle / 90)
	if math.Abs(angle-float64(90*quarter)) > 1 {
		return Orientation{}
	}
	return Orientation{Rotate: (int(quarter)*90 + 360) % 360, Mirror: det < 0}
}
