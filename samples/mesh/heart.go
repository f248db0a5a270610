package mesh

import "math"

// heartDivisions is how often the icosahedron is subdivided: 20·4⁴ = 5,120 triangles.
const heartDivisions = 4

// Heart returns a heart of 5,120 triangles, nearly as many as the papers'. Each ray from the origin
// meets Taubin's surface once: along a ray of unit direction it is (a·r² − 1)³ = b·r⁵, and a·r² −
// ∛b·r^(5/3) − 1 falls at most once before it rises for good. So the points of a subdivided icosahedron
// are moved along their rays. Its longest side spans −0.9 to 0.9.
func Heart() *Mesh {
	m := icosahedron()
	for range heartDivisions {
		m.divide()
	}
	for i, d := range m.Points {
		m.Points[i] = scaled(d, heartRadius(d))
	}
	m.Fit(0.9)
	return m
}

// heartRadius returns the distance of the surface from the origin in a direction. The surface's z is
// our y, and its y our z.
func heartRadius(d Point) float64 {
	x, y, z := d[0], d[2], d[1]
	a := x*x + 9.0/4*y*y + z*z
	b := math.Cbrt((x*x + 9.0/80*y*y) * z * z * z)
	inside, outside := 0.0, 4.0
	for range 60 {
		r := (inside + outside) / 2
		if a*r*r-b*math.Pow(r, 5.0/3)-1 < 0 {
			inside = r
		} else {
			outside = r
		}
	}
	return outside
}

// icosahedron has its corners at distance 1 from the origin: those of three golden rectangles.
func icosahedron() *Mesh {
	m := &Mesh{}
	g := (1 + math.Sqrt(5)) / 2
	for _, p := range []Point{
		{-1, g, 0}, {1, g, 0}, {-1, -g, 0}, {1, -g, 0},
		{0, -1, g}, {0, 1, g}, {0, -1, -g}, {0, 1, -g},
		{g, 0, -1}, {g, 0, 1}, {-g, 0, -1}, {-g, 0, 1},
	} {
		m.add(unit(p))
	}
	m.Parts = []Part{{Name: "heart", Triangles: [][3]int{
		{0, 11, 5}, {0, 5, 1}, {0, 1, 7}, {0, 7, 10}, {0, 10, 11},
		{1, 5, 9}, {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
		{3, 9, 4}, {3, 4, 2}, {3, 2, 6}, {3, 6, 8}, {3, 8, 9},
		{4, 9, 5}, {2, 4, 11}, {6, 2, 10}, {8, 6, 7}, {9, 8, 1},
	}}}
	return m
}

// divide splits each triangle into four, with points at distance 1 from the origin.
func (m *Mesh) divide() {
	middles := map[[2]int]int{}
	middle := func(a, b int) int {
		edge := [2]int{min(a, b), max(a, b)}
		if n, ok := middles[edge]; ok {
			return n
		}
		p, q := m.Points[a], m.Points[b]
		n := m.add(unit(Point{p[0] + q[0], p[1] + q[1], p[2] + q[2]}))
		middles[edge] = n
		return n
	}
	for i := range m.Parts {
		var divided [][3]int
		for _, t := range m.Parts[i].Triangles {
			ab, bc, ca := middle(t[0], t[1]), middle(t[1], t[2]), middle(t[2], t[0])
			divided = append(divided, [3]int{t[0], ab, ca}, [3]int{t[1], bc, ab}, [3]int{t[2], ca, bc}, [3]int{ab, bc, ca})
		}
		m.Parts[i].Triangles = divided
	}
}

func unit(p Point) Point { return scaled(p, 1/math.Sqrt(p[0]*p[0]+p[1]*p[1]+p[2]*p[2])) }

func scaled(p Point, by float64) Point { return Point{p[0] * by, p[1] * by, p[2] * by} }
