package voxels

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/samples/mesh"
)

func filled(t *testing.T, side int, m *mesh.Mesh) *Solid {
	t.Helper()
	s, err := New(side)
	if err == nil {
		err = s.Fill(m)
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// box returns a mesh of the box between two corners.
func box(a, b mesh.Point) *mesh.Mesh {
	m := &mesh.Mesh{Parts: []mesh.Part{{Name: "box", Triangles: [][3]int{
		{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
		{2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5},
	}}}}
	for i := range 8 {
		p := a
		for k := range p {
			if i>>k&1 == 1 {
				p[k] = b[k]
			}
		}
		m.Points = append(m.Points, p)
	}
	return m
}

// TestBox: a box has the voxels whose centres are inside, and of those exactly on its faces the ones on
// the right, bottom and front face.
func TestBox(t *testing.T) {
	const side = 16 // a voxel is 1/8 wide, a slice 1/128 thick
	for _, c := range []struct {
		a, b mesh.Point
		x, y [2]int // ranges of voxels
		z    [2]int
	}{
		{mesh.Point{-0.5, -0.5, -0.5}, mesh.Point{0.5, 0.5, 0.5}, [2]int{4, 12}, [2]int{4, 12}, [2]int{64, 192}},
		// Through centres: x from voxel 4 to 11, y from row 11 up to 4.
		{mesh.Point{-7.0 / 16, -7.0 / 16, -127.0 / 256}, mesh.Point{7.0 / 16, 7.0 / 16, 127.0 / 256}, [2]int{5, 12}, [2]int{5, 12}, [2]int{64, 191}},
		// Larger than the volume.
		{mesh.Point{-2, -2, -2}, mesh.Point{2, 2, 2}, [2]int{0, 16}, [2]int{0, 16}, [2]int{0, 256}},
	} {
		s := filled(t, side, box(c.a, c.b))
		for z := range Slices {
			for y := range side {
				for x := range side {
					want := x >= c.x[0] && x < c.x[1] && y >= c.y[0] && y < c.y[1] && z >= c.z[0] && z < c.z[1]
					if s.Has(x, y, z) != want {
						t.Fatalf("box %v–%v: voxel %d, %d, %d is %v", c.a, c.b, x, y, z, s.Has(x, y, z))
					}
				}
			}
		}
		if want := (c.x[1] - c.x[0]) * (c.y[1] - c.y[0]) * (c.z[1] - c.z[0]); s.Count() != want {
			t.Errorf("%d voxels, want %d", s.Count(), want)
		}
	}
}

// TestNeighboursShareNothing: boxes that share a face share no voxel and leave none out, wherever the
// face is, also through centres and slanted.
func TestNeighboursShareNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for n := range 60 {
		at := float64(random.IntN(512)-256) / 512 // half of them through centres
		tilt := [3]float64{}
		if n%2 == 1 {
			tilt = [3]float64{random.Float64() - 0.5, random.Float64() - 0.5, random.Float64() - 0.5}
		}
		axis := n % 3
		whole := box(mesh.Point{-0.9, -0.9, -0.9}, mesh.Point{0.9, 0.9, 0.9})
		low, high := box(mesh.Point{-0.9, -0.9, -0.9}, mesh.Point{0.9, 0.9, 0.9}), box(mesh.Point{-0.9, -0.9, -0.9}, mesh.Point{0.9, 0.9, 0.9})
		for i := range 8 {
			p := low.Points[i&^(1<<axis)]
			p[axis] = at + tilt[(axis+1)%3]*0.2*p[(axis+1)%3] + tilt[(axis+2)%3]*0.2*p[(axis+2)%3]
			if i>>axis&1 == 1 {
				low.Points[i] = p
			} else {
				high.Points[i] = p
			}
		}
		all, a, b := filled(t, 16, whole), filled(t, 16, low), filled(t, 16, high)
		if a.Count()+b.Count() != all.Count() {
			t.Fatalf("run %d: %d + %d voxels, %d in the whole", n, a.Count(), b.Count(), all.Count())
		}
		for i, c := range all.columns {
			for k := range c {
				if a.columns[i][k]&b.columns[i][k] != 0 || a.columns[i][k]|b.columns[i][k] != c[k] {
					t.Fatalf("run %d: column %d", n, i)
				}
			}
		}
	}
}

// crossings counts, in rational numbers, the triangles that a ray from a voxel's centre to the front
// meets. The ray is moved by 2⁻²⁰ and 2⁻⁴⁰ of a grid step, as the rule requires. That also moves its
// depth of intersection with a slanted triangle, which matters only if one goes exactly through the
// centre.
func crossings(points [][3]int, p mesh.Part, x, y, z int) int {
	scaled := func(v int) *big.Int { return new(big.Int).Lsh(big.NewInt(int64(v)), 40) }
	px := new(big.Int).Sub(scaled(x<<gridBits+grid/2), new(big.Int).Lsh(big.NewInt(1), 20))
	py := new(big.Int).Sub(scaled(y<<gridBits+grid/2), big.NewInt(1))
	n := 0
	for _, t := range p.Triangles {
		var w [3]*big.Int
		area := new(big.Int)
		for k := range 3 {
			a, b := points[t[(k+1)%3]], points[t[(k+2)%3]]
			ax, ay := scaled(a[0]), scaled(a[1])
			dx, dy := new(big.Int).Sub(scaled(b[0]), ax), new(big.Int).Sub(scaled(b[1]), ay)
			w[k] = new(big.Int).Sub(new(big.Int).Mul(dx, new(big.Int).Sub(py, ay)), new(big.Int).Mul(dy, new(big.Int).Sub(px, ax)))
			area.Add(area, w[k])
		}
		sign := area.Sign()
		if sign == 0 || w[0].Sign() != sign || w[1].Sign() != sign || w[2].Sign() != sign {
			continue
		}
		depth := new(big.Int)
		for k := range 3 {
			depth.Add(depth, new(big.Int).Mul(w[k], big.NewInt(int64(points[t[k]][2]))))
		}
		at := new(big.Rat).SetFrac(depth, area)
		if at.Cmp(new(big.Rat).SetInt64(int64(z<<gridBits+grid/2))) <= 0 {
			n++
		}
	}
	return n
}

// TestFillAgainstRays: the models' voxels are those with an odd number of crossings in some part,
// counted one by one.
func TestFillAgainstRays(t *testing.T) {
	for _, m := range []*mesh.Mesh{mesh.Teapot(), mesh.Heart()} {
		s := filled(t, 64, m)
		points, err := s.place(m.Points)
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(7, 8))
		inside := 0
		for range 150 {
			x, y, z := random.IntN(64), random.IntN(64), random.IntN(Slices)
			want := false
			for _, p := range m.Parts {
				want = want || crossings(points, p, x, y, z)%2 == 1
			}
			if s.Has(x, y, z) != want {
				t.Errorf("voxel %d, %d, %d is %v", x, y, z, !want)
			}
			if want {
				inside++
			}
		}
		if inside == 0 || inside == 150 {
			t.Errorf("%d of 150 voxels are inside", inside)
		}
	}
}

func TestOpen(t *testing.T) {
	m := box(mesh.Point{-0.5, -0.5, -0.5}, mesh.Point{0.5, 0.5, 0.5})
	m.Parts[0].Triangles = m.Parts[0].Triangles[1:]
	s, err := New(16)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Fill(m); !errors.Is(err, errOpen) {
		t.Errorf("a box without a triangle: %v", err)
	}
	m = box(mesh.Point{-0.5, -0.5, -0.5}, mesh.Point{0.5, 0.5, 0.5})
	for _, v := range []float64{1e6, math.Inf(1), math.NaN()} {
		m.Points[3][2] = v
		if err := s.Fill(m); err == nil {
			t.Errorf("a point at %v is taken", v)
		}
	}
	for _, side := range []int{0, 3, 257} {
		if _, err := New(side); err == nil {
			t.Errorf("slices of %d", side)
		}
	}
}

// TestPicture: the picture has the marked voxels, checked one by one, in their tiles, and the engine's
// points of its alpha are the same.
func TestPicture(t *testing.T) {
	for _, side := range []int{4, 7, 16, 17, 65} {
		testPicture(t, side)
	}
	if _, err := ParseMarks("none"); err == nil {
		t.Error("marks called none")
	}
}

func testPicture(t *testing.T, side int) {
	t.Helper()
	s := filled(t, side, mesh.Teapot())
	picture := NewPicture(side)
	engine := analysis.NewCPU()
	for m, name := range marks {
		picture.Mark(s, Marks(m))
		n := 0
		for y := range picture.Height {
			for x := range picture.Width {
				vx, vy, vz := picture.Voxel(x, y)
				if vz/Tiles != y/side || vz%Tiles != x/side || vx != x%side || vy != y%side {
					t.Fatalf("pixel %d, %d is voxel %d, %d, %d", x, y, vx, vy, vz)
				}
				want := s.Has(vx, vy, vz)
				outside := !s.Has(vx, vy, vz-1) || !s.Has(vx, vy, vz+1)
				switch Marks(m) {
				case Ends:
					want = want && outside
				case Shell:
					want = want && (outside || !s.Has(vx-1, vy, vz) || !s.Has(vx+1, vy, vz) || !s.Has(vx, vy-1, vz) || !s.Has(vx, vy+1, vz))
				}
				if got := picture.Alpha.Data[y*picture.Width+x]; want && got != 255 || !want && got != 0 {
					t.Fatalf("%s: voxel %d, %d, %d has alpha %d", name, vx, vy, vz, got)
				}
				if want {
					n++
				}
			}
		}
		result, err := engine.Analyze(&picture.Picture, analysis.Params{Variant: analysis.Points, Operator: edge.Luma, Planes: edge.AlphaPlane, Threshold: 0.5})
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 || len(result.Quads) != n {
			t.Errorf("%s: %d points, want %d", name, len(result.Quads), n)
		}
		if got, err := ParseMarks(name); err != nil || got != Marks(m) || got.String() != name {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

// TestNormals: normals of a ball point away from its centre within 20°, because a voxel's neighbourhood
// sees the surface in steps.
func TestNormals(t *testing.T) {
	for _, side := range []int{64, 128, 256} {
		s, err := New(side)
		if err != nil {
			t.Fatal(err)
		}
		for y := range side {
			for x := range side {
				for z := range Slices {
					c := s.centre(x, y, z)
					if c[0]*c[0]+c[1]*c[1]+c[2]*c[2] < 0.64 {
						s.columns[y*side+x].toggle(z)
					}
				}
			}
		}
		picture := NewPicture(side)
		picture.Mark(s, Shell)
		result, err := analysis.NewCPU().Analyze(&picture.Picture, analysis.Params{Variant: analysis.Points, Operator: edge.Luma, Planes: edge.AlphaPlane, Threshold: 0.5})
		if err != nil {
			t.Fatal(err)
		}
		points := picture.Points(nil, s, result.Quads)
		if len(points) != len(result.Quads) || len(points) == 0 {
			t.Fatalf("%d points of %d", len(points), len(result.Quads))
		}
		for _, p := range points {
			r := math.Sqrt(p.At[0]*p.At[0] + p.At[1]*p.At[1] + p.At[2]*p.At[2])
			along := (p.At[0]*p.Normal[0] + p.At[1]*p.Normal[1] + p.At[2]*p.Normal[2]) / r
			if along < math.Cos(20*math.Pi/180) {
				t.Fatalf("side %d: the normal at %v is %v", side, p.At, p.Normal)
			}
		}
	}
}

func BenchmarkFill(b *testing.B) {
	m := mesh.Teapot()
	s, err := New(256)
	if err != nil {
		b.Fatal(err)
	}
	picture := NewPicture(256)
	b.Run("stage=fill", func(b *testing.B) {
		for b.Loop() {
			if err := s.Fill(m); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("stage=mark", func(b *testing.B) {
		for b.Loop() {
			picture.Mark(s, Shell)
		}
	})
}
