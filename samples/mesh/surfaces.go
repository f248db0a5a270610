package mesh

import "math"

// spline returns points of a Catmull-Rom spline through the given points, steps per span. The tangent
// at a point is half the vector between its neighbours. Two equal consecutive points make a corner.
func spline(through [][2]float64, steps int) [][2]float64 {
	at := func(i int) [2]float64 { return through[max(0, min(i, len(through)-1))] }
	curve := [][2]float64{through[0]}
	for i := range len(through) - 1 {
		a, b, c, d := at(i-1), at(i), at(i+1), at(i+2)
		if b == c {
			continue
		}
		for s := 1; s <= steps; s++ {
			t := float64(s) / float64(steps)
			var p [2]float64
			for k := range p {
				p[k] = b[k] + t/2*(c[k]-a[k]+t*(2*a[k]-5*b[k]+4*c[k]-d[k]+t*(3*b[k]-a[k]-3*c[k]+d[k])))
			}
			curve = append(curve, p)
		}
	}
	return curve
}

// revolve adds the surface of revolution of a profile (radius, y) about the y axis. The profile starts
// and ends on the axis.
func (m *Mesh) revolve(name string, profile [][2]float64, around int) {
	rings := make([][]int, len(profile))
	for i, p := range profile {
		if i == 0 || i == len(profile)-1 {
			rings[i] = []int{m.add(Point{0, p[1], 0})}
			continue
		}
		for k := range around {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(around))
			rings[i] = append(rings[i], m.add(Point{p[0] * cos, p[1], p[0] * sin}))
		}
	}
	m.join(name, rings)
}

// tube adds a tube around a curve in the plane z = 0. radius gives its radius in this plane at the
// curve's n-th point; perpendicular to it the radius is scaled by across. Both ends are closed.
func (m *Mesh) tube(name string, curve [][2]float64, radius func(n int) float64, across float64, around int) {
	first, last := curve[0], curve[len(curve)-1]
	rings := [][]int{{m.add(Point{first[0], first[1], 0})}}
	for i, p := range curve {
		a, b := curve[max(i-1, 0)], curve[min(i+1, len(curve)-1)]
		dx, dy := b[0]-a[0], b[1]-a[1]
		length := math.Hypot(dx, dy)
		r := radius(i)
		var ring []int
		for k := range around {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(around))
			ring = append(ring, m.add(Point{p[0] + r*cos*dy/length, p[1] - r*cos*dx/length, r * across * sin}))
		}
		rings = append(rings, ring)
	}
	m.join(name, append(rings, []int{m.add(Point{last[0], last[1], 0})}))
}

// join adds a part from rings of points; the first and last ring are single points.
func (m *Mesh) join(name string, rings [][]int) {
	p := Part{Name: name}
	for i := range len(rings) - 1 {
		a, b := rings[i], rings[i+1]
		for k := range max(len(a), len(b)) {
			a0, a1 := a[k%len(a)], a[(k+1)%len(a)]
			b0, b1 := b[k%len(b)], b[(k+1)%len(b)]
			if a0 != a1 {
				p.Triangles = append(p.Triangles, [3]int{a0, b0, a1})
			}
			if b0 != b1 {
				p.Triangles = append(p.Triangles, [3]int{a1, b0, b1})
			}
		}
	}
	m.Parts = append(m.Parts, p)
}

func (m *Mesh) add(p Point) int {
	m.Points = append(m.Points, p)
	return len(m.Points) - 1
}
