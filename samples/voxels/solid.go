// Package voxels cuts a mesh into slices, marks voxels of its surface, and arranges the slices as tiles
// of one picture.
//
// Input is a mesh with closed parts; output is a [Solid], and a picture in which marked voxels are
// opaque. All arithmetic is in integers, so that a mesh gives the same voxels on every machine. No
// goroutines.
//
// Source: Ziegler, Tevs, Theobalt, Seidel, "On-the-fly Point Clouds through Histogram Pyramids",
// section 9. In the paper the GPU draws the mesh once per slice; here the columns of all slices are
// filled at once.
package voxels

import (
	"errors"
	"fmt"
	"math"
	"math/bits"

	"ffkvadrat/samples/mesh"
)

// Slices is the number of slices of a volume, from front to back.
const Slices = 256

// columnWords is the number of words of a column, one bit per voxel.
const columnWords = Slices / 64

// column is the voxels along z at one pixel: bit z%64 of word z/64 is slice z.
type column [columnWords]uint64

func (c *column) toggle(z int) { c[z/64] ^= 1 << (z % 64) }

func (c *column) has(z int) bool { return c[z/64]>>(z%64)&1 == 1 }

// Solid is the voxels of a volume whose centres are inside a mesh. The volume spans −1 to 1 along each
// axis.
type Solid struct {
	side    int // of a slice, in voxels
	columns []column
	toggles []column // of the part being filled
	odd     []bool   // columns that meet it an odd number of times
}

// New returns an empty volume of [Slices] slices of side × side voxels, 4 to 256.
func New(side int) (*Solid, error) {
	if side < 4 || side > 256 {
		return nil, fmt.Errorf("voxels: slices of %d×%[1]d voxels: a side is from 4 to 256", side)
	}
	n := side * side
	return &Solid{side: side, columns: make([]column, n), toggles: make([]column, n), odd: make([]bool, n)}, nil
}

// Side returns the side of a slice in voxels.
func (s *Solid) Side() int { return s.side }

// Coordinates are integers of 1/256 voxel. maxCoordinate keeps products of three of them in range.
const (
	gridBits      = 8
	grid          = 1 << gridBits
	maxCoordinate = 1 << 18
)

var errOpen = errors.New("the surface is not closed: a column enters it and does not leave it")

// Fill replaces the voxels by those of a mesh: the union of its parts, each filled by parity. Points
// are rounded to 1/256 voxel. A column of voxels is a line through their centres, parallel to z, moved
// left by an infinitesimal step and up by an infinitely smaller one. So it never meets an edge or a
// point, triangles parallel to it do not count, and it meets a closed surface an even number of times.
// A voxel is inside if an odd number of triangles lie before its centre or exactly at it.
func (s *Solid) Fill(m *mesh.Mesh) error {
	points, err := s.place(m.Points)
	if err != nil {
		return err
	}
	clear(s.columns)
	for i := range m.Parts {
		clear(s.toggles)
		clear(s.odd)
		for _, t := range m.Parts[i].Triangles {
			s.cross(points[t[0]], points[t[1]], points[t[2]])
		}
		for n := range s.columns {
			if s.odd[n] {
				return fmt.Errorf("voxels: part %q: %w", m.Parts[i].Name, errOpen)
			}
			s.columns[n].add(s.toggles[n].filled())
		}
	}
	return nil
}

// place converts points to the grid: x to the right, y down, z to the back.
func (s *Solid) place(points []mesh.Point) ([][3]int, error) {
	placed := make([][3]int, len(points))
	scale := [3]float64{float64(s.side) * grid / 2, float64(-s.side) * grid / 2, Slices * grid / 2}
	for i, p := range points {
		for k, v := range p {
			at := math.Round(v*scale[k] + math.Abs(scale[k]))
			if !(math.Abs(at) <= maxCoordinate) {
				return nil, fmt.Errorf("voxels: the point %v is too far outside of the volume", p)
			}
			placed[i][k] = int(at)
		}
	}
	return placed, nil
}

// cross toggles, in each column that meets a triangle, the first voxel whose centre is not before it.
func (s *Solid) cross(a, b, c [3]int) {
	area := turn(a, b, c)
	switch {
	case area == 0:
		return
	case area < 0:
		b, c, area = c, b, -area
	}
	left, right := s.range3(a[0], b[0], c[0])
	top, bottom := s.range3(a[1], b[1], c[1])
	for y := top; y < bottom; y++ {
		for x := left; x < right; x++ {
			p := [3]int{x<<gridBits + grid/2, y<<gridBits + grid/2}
			wa, wb, wc := turn(b, c, p), turn(c, a, p), turn(a, b, p)
			if !within(wa, b, c) || !within(wb, c, a) || !within(wc, a, b) {
				continue
			}
			n := y*s.side + x
			s.odd[n] = !s.odd[n]
			// The depth is (wa·a + wb·b + wc·c) / area, and the centre of slice z 256·z + 128.
			z := ceil(wa*a[2]+wb*b[2]+wc*c[2]-grid/2*area, area<<gridBits)
			if z = max(z, 0); z < Slices {
				s.toggles[n].toggle(z)
			}
		}
	}
}

// range3 returns the range of pixels whose centres can lie between three coordinates.
func (s *Solid) range3(a, b, c int) (first, end int) {
	return max(0, min(a, b, c)>>gridBits), min(s.side, max(a, b, c)>>gridBits+1)
}

// turn returns twice the signed area of a triangle in the plane of x and y, positive if it turns from x
// to y.
func turn(a, b, c [3]int) int {
	return (b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0])
}

// within reports whether a point with this turn is on the inner side of the edge from a to b after its
// infinitesimal step (−ε, −ε²): the turn then grows by ε·dy − ε²·dx.
func within(turn int, a, b [3]int) bool {
	if turn != 0 {
		return turn > 0
	}
	dx, dy := b[0]-a[0], b[1]-a[1]
	return dy > 0 || dy == 0 && dx < 0
}

// ceil returns n/d rounded up, for d > 0.
func ceil(n, d int) int {
	q := n / d
	if n%d > 0 {
		q++
	}
	return q
}

// filled returns the voxels after an odd number of toggles: each bit is the parity of the bits up to
// it.
func (c column) filled() column {
	var behind uint64
	for i := range c {
		w := c[i]
		for step := 1; step < 64; step *= 2 {
			w ^= w << step
		}
		c[i] = w ^ behind
		behind = -(c[i] >> 63)
	}
	return c
}

func (c *column) add(d column) {
	for i := range c {
		c[i] |= d[i]
	}
}

// Has reports whether a voxel's centre is inside the mesh; it is false outside the volume.
func (s *Solid) Has(x, y, z int) bool {
	return uint(x) < uint(s.side) && uint(y) < uint(s.side) && uint(z) < Slices && s.columns[y*s.side+x].has(z)
}

// Count returns the number of voxels.
func (s *Solid) Count() int {
	n := 0
	for i := range s.columns {
		for _, w := range s.columns[i] {
			n += bits.OnesCount64(w)
		}
	}
	return n
}
