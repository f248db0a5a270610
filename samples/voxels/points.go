package voxels

import (
	"math"

	"ffkvadrat/quadpyramid"
	"ffkvadrat/samples/mesh"
)

// Point is a marked voxel in the mesh's space.
type Point struct {
	At     mesh.Point // the voxel's centre
	Normal mesh.Point // unit vector away from the solid; 0 if it has no direction
}

// Points appends the points for a list of the picture's pixels.
func (p *Picture) Points(points []Point, s *Solid, list []quadpyramid.Quad) []Point {
	for _, q := range list {
		x, y, z := p.Voxel(q.X(), q.Y())
		points = append(points, Point{s.centre(x, y, z), s.Normal(x, y, z)})
	}
	return points
}

// centre returns the centre of a voxel.
func (s *Solid) centre(x, y, z int) mesh.Point {
	side := float64(s.side)
	return mesh.Point{(2*float64(x)+1)/side - 1, 1 - (2*float64(y)+1)/side, (2*float64(z)+1)/Slices - 1}
}

// reach is the radius of the normal's ball, in voxels across.
const reach = 3

// Normal returns the direction at a voxel from the inside to the outside: the sum of the vectors to
// outside voxels minus those to inside voxels, in a ball.
func (s *Solid) Normal(x, y, z int) mesh.Point {
	// In units of a slice's thickness, of which a voxel is Slices/side wide.
	wide := Slices / s.side
	r := reach * wide
	var sum [3]int
	for dy := -reach; dy <= reach; dy++ {
		for dx := -reach; dx <= reach; dx++ {
			for dz := -r; dz <= r; dz++ {
				if wide*wide*(dx*dx+dy*dy)+dz*dz > r*r || !s.Has(x+dx, y+dy, z+dz) {
					continue
				}
				sum[0] -= wide * dx
				sum[1] += wide * dy // rows go down
				sum[2] -= dz
			}
		}
	}
	length := math.Sqrt(float64(sum[0]*sum[0] + sum[1]*sum[1] + sum[2]*sum[2]))
	if length == 0 {
		return mesh.Point{}
	}
	return mesh.Point{float64(sum[0]) / length, float64(sum[1]) / length, float64(sum[2]) / length}
}
