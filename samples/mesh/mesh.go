// Package mesh provides the triangle meshes of the sample programs dicer and heartbreaker: a teapot and
// a heart made for this project, and a reader and a writer of OBJ files.
//
// Input is an OBJ file, or nothing; output is a [Mesh], whose parts are closed surfaces. No goroutines.
//
// Source of the heart: Taubin, "Distance Approximations for Rasterizing Implicit Curves", the surface
// (x² + 9/4·y² + z² − 1)³ − x²·z³ − 9/80·y²·z³ = 0.
package mesh

import "fmt"

// Point is a position in space: x to the right, y upwards, z away from the eye.
type Point [3]float64

// Mesh is a model made of triangles.
type Mesh struct {
	Points []Point
	Parts  []Part
}

// Part is a closed surface. Parts can overlap: the model is their union.
type Part struct {
	Name      string
	Triangles [][3]int // indices of points, all with the same winding as seen from outside
}

// Triangles returns the number of triangles.
func (m *Mesh) Triangles() int {
	n := 0
	for _, p := range m.Parts {
		n += len(p.Triangles)
	}
	return n
}

// Check returns an error unless each part is closed: each edge of a triangle belongs to exactly one
// other triangle, which has it in the opposite direction.
func (m *Mesh) Check() error {
	for i := range m.Parts {
		p := &m.Parts[i]
		if len(p.Triangles) == 0 {
			return fmt.Errorf("mesh: part %q has no triangles", p.Name)
		}
		edges := make(map[[2]int]bool, 3*len(p.Triangles))
		for _, t := range p.Triangles {
			for k := range 3 {
				edge := [2]int{t[k], t[(k+1)%3]}
				if edge[0] == edge[1] || edges[edge] {
					return fmt.Errorf("mesh: part %q: the edge from point %d to %d twice", p.Name, edge[0]+1, edge[1]+1)
				}
				edges[edge] = true
			}
		}
		for edge := range edges {
			if !edges[[2]int{edge[1], edge[0]}] {
				return fmt.Errorf("mesh: part %q is open", p.Name)
			}
		}
	}
	return nil
}

// Bounds returns the corners of the points' bounding box.
func (m *Mesh) Bounds() (low, high Point) {
	if len(m.Points) == 0 {
		return
	}
	low, high = m.Points[0], m.Points[0]
	for _, p := range m.Points {
		for i, v := range p {
			low[i], high[i] = min(low[i], v), max(high[i], v)
		}
	}
	return low, high
}

// Fit moves and scales the points so that their bounding box is centred at the origin and its longest
// side spans −reach to reach.
func (m *Mesh) Fit(reach float64) {
	low, high := m.Bounds()
	longest := 0.0
	for i := range low {
		longest = max(longest, high[i]-low[i])
	}
	if longest == 0 {
		return
	}
	scale := 2 * reach / longest
	for i := range m.Points {
		for k := range m.Points[i] {
			m.Points[i][k] = (m.Points[i][k] - (low[k]+high[k])/2) * scale
		}
	}
}
