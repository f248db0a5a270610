package particles

import (
	"bytes"
	"image"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
)

// plain is a uniform lighting that shows a particle's own colour.
var plain = Look{Key: Vec{0, 0, 1}, Fill: Vec{0, 0, 1}, Ambient: Vec{1, 1, 1}, Near: 1, Far: 2}

var eye = Orbit(Vec{0.1, 0.2, 0.3}, 4, 0.7, 0.4, 0.6)

func painted(t *testing.T, look Look, width, height int, cloud []Particle) *image.RGBA {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	NewPainter(width, height, look).Paint(img, eye, cloud)
	return img
}

// ray returns the direction of the ray through a point of the picture, from the angle of view.
func ray(x, y float64, width, height int) Vec {
	ahead := eye.At.Minus(eye.Eye).Unit()
	right := Vec{ahead[2], 0, -ahead[0]}.Unit()
	up := ahead.Cross(right)
	half := math.Tan(eye.Angle / 2)
	return ahead.Plus(right.Times(half * (2*x - float64(width)) / float64(height))).Plus(up.Times(half * (float64(height) - 2*y) / float64(height)))
}

// TestWhere: a ball is on the ray through its pixel, and of two balls on a ray the nearer one is seen,
// in any order.
func TestWhere(t *testing.T) {
	const width, height = 65, 63
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		x, y := random.IntN(width), random.IntN(height)
		d := ray(float64(x)+0.5, float64(y)+0.5, width, height)
		near := Particle{At: eye.Eye.Plus(d.Times(3)), Radius: 0.2, Colour: Vec{0.5, 0, 0}}
		far := Particle{At: eye.Eye.Plus(d.Times(5)), Radius: 0.4, Colour: Vec{0, 0, 0.5}}
		for _, cloud := range [][]Particle{{near, far}, {far, near}} {
			c := painted(t, plain, width, height, cloud).RGBAAt(x, y)
			if c.R != encode(0.5) || c.G != 0 || c.B != 0 || c.A != 255 {
				t.Fatalf("pixel %d, %d is %v", x, y, c)
			}
		}
		behind := Particle{At: eye.Eye.Minus(d.Times(3)), Radius: 0.2, Colour: Vec{0.5, 0, 0}}
		if c := painted(t, plain, width, height, []Particle{behind}).RGBAAt(x, y); c.R != 0 {
			t.Fatalf("pixel %d, %d shows what is behind the eye", x, y)
		}
	}
}

// TestSize: a ball covers as many samples as a disc of its radius, up to the samples at its rim.
func TestSize(t *testing.T) {
	const side = 200
	for _, radius := range []float64{0.05, 0.1, 0.4} {
		img := painted(t, plain, side, side, []Particle{{At: eye.At, Radius: radius, Colour: Vec{0.5, 0.5, 0.5}}})
		covered := 0.0
		for y := range side {
			for x := range side {
				covered += float64(img.RGBAAt(x, y).R) / float64(encode(0.5))
			}
		}
		r := radius / 4 / math.Tan(eye.Angle/2) * side / 2
		// Each of the pixels at the rim, 2πr of them and at most √2 each, is off by at most one.
		if want := math.Pi * r * r; math.Abs(covered-want) > 2*math.Pi*r*math.Sqrt2 {
			t.Errorf("radius %v covers %.1f pixels, want %.1f", radius, covered, want)
		}
	}
}

// TestSameAgain: pictures do not depend on earlier ones and are reproducible.
func TestSameAgain(t *testing.T) {
	look := Look{Key: Vec{0, 0, 1}, Fill: Vec{1, 0, 0}, KeyColour: Vec{1, 1, 1}, FillColour: Vec{0.2, 0.2, 0.5}, Ground: Vec{0.1, 0.1, 0.2},
		Near: 3, Far: 5, HazeMost: 0.5, Dome: 3, Bloom: 0.1, Rim: Vec{0.1, 0, 0}}
	random := rand.New(rand.NewPCG(3, 4))
	var cloud []Particle
	for range 300 {
		v := Vec{random.Float64() - 0.5, random.Float64() - 0.5, random.Float64() - 0.5}
		cloud = append(cloud, Particle{At: v, Normal: v.Unit(), Radius: 0.03, Colour: Vec{0.8, 0.3, 0.1}, Glow: float64(random.IntN(2))})
	}
	for _, size := range [][2]int{{1, 1}, {1, 17}, {65, 63}, {320, 180}} {
		want := painted(t, look, size[0], size[1], cloud)
		if bytes.Equal(want.Pix, painted(t, look, size[0], size[1], nil).Pix) {
			t.Errorf("%v: nothing is seen", size)
		}
		p := NewPainter(size[0], size[1], look)
		got := image.NewRGBA(want.Rect)
		p.Paint(got, Orbit(Vec{}, 2, 1, 1, 1), cloud)
		p.Paint(got, eye, cloud)
		if !bytes.Equal(got.Pix, want.Pix) {
			t.Errorf("%v: another picture", size)
		}
		if n := testing.AllocsPerRun(1, func() { p.Paint(got, eye, cloud) }); n != 0 {
			t.Errorf("%v: %v allocations", size, n)
		}
	}
}

// TestReference: the painter paints the reference's pictures, one after the other.
func TestReference(t *testing.T) {
	most := 0 // difference of two bytes
	if runtime.GOARCH != "amd64" {
		most = 1 // compilers for other processors fuse multiplications and additions, not the same in both
	}
	look := Look{Key: Vec{-0.5, 0.7, 0.5}.Unit(), Fill: Vec{0.85, -0.1, 0.3}.Unit(), KeyColour: Vec{1.7, 1.35, 1.25}, FillColour: Vec{0.16, 0.1, 0.36},
		Ambient: Vec{0.04, 0.02, 0.05}, Rim: Vec{0.28, 0.05, 0.16}, Ground: Vec{0.026, 0.006, 0.016}, Edge: Vec{0.004, 0.001, 0.004},
		Near: 3, Far: 5, Haze: Vec{0.03, 0.006, 0.03}, HazeMost: 0.9, Dome: 3, Bloom: 0.03}
	random := rand.New(rand.NewPCG(5, 6))
	vec := func() Vec { return Vec{random.Float64() - 0.5, random.Float64() - 0.5, random.Float64() - 0.5} }
	// A particle: anywhere, at times larger, without a normal, glowing a little, or exactly where another is.
	particle := func(spread float64, cloud []Particle) Particle {
		c := Particle{At: vec().Times(spread), Normal: vec().Unit(), Radius: 0.03, Colour: Vec{random.Float64(), random.Float64(), random.Float64()}}
		switch random.IntN(6) {
		case 0:
			c.Radius *= 10 * random.Float64()
		case 1:
			c.Normal = Vec{}
		case 2:
			c.Glow = random.Float64()
		case 3:
			c.Glow = math.Exp(-100 * random.Float64())
		case 4:
			if len(cloud) > 0 {
				c.At, c.Radius = cloud[len(cloud)-1].At, cloud[len(cloud)-1].Radius
			}
		}
		return c
	}
	for _, size := range [][2]int{{1, 1}, {1, 17}, {65, 63}, {320, 180}} {
		rect := image.Rect(0, 0, size[0], size[1])
		p, r := NewPainter(size[0], size[1], look), newReference(size[0], size[1], look)
		for n, spread := range []float64{1, 0.1, 10, 0, 0.5, 2} {
			var cloud []Particle
			for range []int{500, 30, 500, 0, 1, 60}[n] {
				cloud = append(cloud, particle(spread, cloud))
			}
			got, want := image.NewRGBA(rect), image.NewRGBA(rect)
			camera := Orbit(vec(), 3+random.Float64(), 6*random.Float64(), random.Float64(), 0.6)
			p.Paint(got, camera, cloud)
			r.paint(want, camera, cloud)
			for i, v := range got.Pix {
				if d := int(v) - int(want.Pix[i]); max(d, -d) > most {
					t.Fatalf("%v, cloud %d: pixel %d, %d is %v, want %v", size, n, i/4%size[0], i/4/size[0], got.Pix[i&^3:][:4], want.Pix[i&^3:][:4])
				}
			}
		}
	}
}

// TestPower40: power40 is the power of package math, bit for bit.
func TestPower40(t *testing.T) {
	for i := range 10001 {
		x := float64(i) / 10000
		if got, want := power40(x), math.Pow(x, 40); got != want {
			t.Fatalf("%v to the power of 40 is %v, want %v", x, got, want)
		}
	}
}

// TestTables: the tables' functions are those of package math, up to a few units of the last place.
func TestTables(t *testing.T) {
	for i := range 100001 {
		x := float64(i) / 10000
		if got, want := fade(x), math.Exp(-x); math.Abs(got-want) > 4e-16*want {
			t.Fatalf("fade(%v) is %v, want %v", x, got, want)
		}
	}
	random := rand.New(rand.NewPCG(7, 8))
	for range 100000 {
		x := float32(math.Exp(20 * (random.Float64() - 0.5)))
		if got, want := log2(x), math.Log2(float64(x)); math.Abs(got-want) > 9e-16*max(1, math.Abs(want)) {
			t.Fatalf("log2(%v) is %v, want %v", x, got, want)
		}
	}
}

// TestEncode: encode is monotonic.
func TestEncode(t *testing.T) {
	before := byte(0)
	for i := range 4000 {
		v := encode(float64(i) / 1000)
		if v < before {
			t.Fatalf("%v is darker", float64(i)/1000)
		}
		before = v
	}
	if encode(-1) != 0 || encode(0) != 0 || encode(1e9) < 254 {
		t.Error("the ends of the scale")
	}
}

func BenchmarkPaint(b *testing.B) {
	random := rand.New(rand.NewPCG(3, 4))
	var cloud []Particle
	for range 50000 {
		v := Vec{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}.Unit()
		cloud = append(cloud, Particle{At: v, Normal: v, Radius: 0.006, Colour: Vec{0.8, 0.3, 0.1}})
	}
	p := NewPainter(1280, 720, plain)
	img := image.NewRGBA(image.Rect(0, 0, 1280, 720))
	for b.Loop() {
		p.Paint(img, eye, cloud)
	}
}
