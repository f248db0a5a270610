package cloud

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid"
)

// orientations returns all orientations of a picture.
func orientations() (all []overlay.Orientation) {
	for _, mirror := range []bool{false, true} {
		for rotate := 0; rotate < 360; rotate += 90 {
			all = append(all, overlay.Orientation{Rotate: rotate, Mirror: mirror})
		}
	}
	return all
}

// TestParticle compares particles with a pinhole camera that is computed with angles instead of
// matrices.
func TestParticle(t *testing.T) {
	random := rand.New(rand.NewPCG(20261124, 1))
	seen := 0
	for _, size := range [][2]int{{1920, 1080}, {17, 7}, {16384, 16384}, {1, 300}} {
		for _, orientation := range orientations() {
			for range 60 {
				area := image.Rect(random.IntN(200), random.IntN(100), 400+random.IntN(900), 300+random.IntN(400))
				o := Orbit{yaw: 7 * random.Float64(), pitch: 1.2 * (random.Float64() - 0.5), zoom: 2 * (random.Float64() - 0.5)}
				aspect := []float64{1, 4. / 3, 0.5}[random.IntN(3)]
				fit := overlay.Fit(size[0], size[1], orientation, aspect, area, 1400, 800)
				view, c := o.View(&fit, area), o.camera(&fit, area)
				level := random.IntN(6)
				q := quadpyramid.NewQuad(random.IntN(size[0])>>level<<level, random.IntN(size[1])>>level<<level, level)
				age := random.IntN(Frames)
				p, ok := view.Particle(q, age)
				if !ok {
					continue
				}
				seen++
				// The quad's middle on the display, relative to the middle of the picture.
				turn := fit.Turn()
				mx, my := float64(q.X())+float64(q.Size())/2, float64(q.Y())+float64(q.Size())/2
				tw, th := fit.TurnedSize()
				x := (float64(turn.A)*mx + float64(turn.B)*my + float64(turn.X) - float64(tw)/2) * c.stretch[0]
				y := (float64(turn.C)*mx + float64(turn.D)*my + float64(turn.Y) - float64(th)/2) * c.stretch[1]
				z := (float64(age) - (Frames-1)/2.) * c.step
				// Rotated about the vertical axis, then about the horizontal one.
				radius, angle := math.Hypot(x, z), math.Atan2(z, x)-firstYaw-o.yaw
				x, z = radius*math.Cos(angle), radius*math.Sin(angle)
				radius, angle = math.Hypot(y, z), math.Atan2(z, y)+firstPitch+o.pitch
				y, z = radius*math.Cos(angle), radius*math.Sin(angle)
				depth := z + c.distance
				wantX := float64(view.MiddleX) + c.focal*x/depth
				wantY := float64(view.MiddleY) + c.focal*y/depth
				wantSide := min(max(c.focal*float64(q.Size())/2/depth, LeastSide), MostSide)
				// Coefficients are rounded to 2⁻¹³ of a pixel, and there are 2·side of them; positions
				// to a quarter; the result to whole pixels.
				allowed := 2 + c.focal/depth*(0.5+float64(size[0]+size[1])/8192)
				px, py := float64(p.Left+p.Side/2), float64(p.Top+p.Side/2)
				if math.Abs(px-wantX) > allowed || math.Abs(py-wantY) > allowed || math.Abs(float64(p.Side)-wantSide) > 1+wantSide*(1+float64(size[0])/8192)/depth {
					t.Fatalf("%v %+v: quad %v of age %d is %d wide at %v, %v, want %v at %v, %v", size, orientation, q, age, p.Side, px, py, wantSide, wantX, wantY)
				}
			}
		}
	}
	if seen < 500 {
		t.Errorf("only %d particles are seen", seen)
	}
}

// TestNoOverflow: no sum exceeds 32 bits, wherever the eye is: 64-bit arithmetic gives the same.
func TestNoOverflow(t *testing.T) {
	for _, size := range [][2]int{{16384, 16384}, {16384, 1}} {
		for _, area := range []image.Rectangle{image.Rect(0, 0, 64, 64), image.Rect(0, 0, 8000, 8000)} {
			for turned := 0.0; turned < 6.3; turned += 0.3 {
				for _, zoom := range []float64{-mostZoom, 0, mostZoom} {
					o := Orbit{yaw: turned, pitch: mostPitch - firstPitch, zoom: zoom}
					fit := overlay.Fit(size[0], size[1], overlay.Orientation{Rotate: 90}, 1, area, 8000, 8000)
					v := o.View(&fit, area)
					for _, r := range []Row{v.X, v.Y, v.Ahead} {
						for corner := range 16 {
							x, y, age := int32(corner&1*2*size[0]), int32(corner>>1&1*2*size[1]), []int32{0, Frames - 1, leastAge, mostAge}[corner>>2]
							ax, ay, aa := int64(r.A)*int64(x), int64(r.B)*int64(y), int64(r.Age)*int64(age)
							for _, sum := range []int64{ax, ay, aa, ax + ay, ax + ay + aa, ax + ay + aa + int64(r.Offset)} {
								if sum != int64(int32(sum)) {
									t.Fatalf("%v %v: a sum of %d", size, o, sum)
								}
							}
							at := int64(r.at(x, y, 2*age))
							if r == v.Ahead && at >= 1<<DepthBits {
								t.Fatalf("%v %v: %d ahead", size, o, at)
							}
							if product := at * int64(v.Focal); r != v.Ahead && product != int64(int32(product)) {
								t.Fatalf("%v %v: a product of %d", size, o, product)
							}
						}
					}
					if s := int64(16384) * int64(v.Focal) << SubBits; s>>1 != int64(int32(s>>1)) {
						t.Fatalf("a side of %d", s)
					}
				}
			}
		}
	}
}

func TestFloor(t *testing.T) {
	for a := int32(-40); a <= 40; a++ {
		for b := int32(1); b < 9; b++ {
			if got, want := floor(a, b), int32(math.Floor(float64(a)/float64(b))); got != want {
				t.Errorf("floor(%d, %d) is %d, want %d", a, b, got, want)
			}
		}
	}
}

// TestNearerIsSeen: nearer particles hide farther ones from all sides: each pixel shows the nearest
// one.
func TestNearerIsSeen(t *testing.T) {
	area := image.Rect(0, 0, 400, 300)
	fit := overlay.Fit(64, 48, overlay.Orientation{}, 1, area, 400, 300)
	img := image.NewRGBA(area)
	var pictures []Picture
	quads := []quadpyramid.Quad{quadpyramid.NewQuad(0, 0, 4), quadpyramid.NewQuad(32, 32, 4), quadpyramid.NewQuad(48, 16, 4)}
	for age := range Frames {
		c := color.RGBA{uint8(4 * age), 255, 0, 255}
		pictures = append(pictures, Picture{Quads: quads, Colours: []color.RGBA{c, c, c}})
	}
	var painter Painter
	for turned := 0.0; turned < 6.3; turned += 0.2 {
		o := Orbit{yaw: turned}
		v := o.View(&fit, area)
		painter.Paint(img, pictures, &v)
		type seen struct {
			ahead  int
			colour color.RGBA
		}
		nearest := map[image.Point]seen{}
		for age := Frames - 1; age >= 0; age-- {
			for i, q := range quads {
				p, ok := v.Particle(q, age)
				for n := range p.Side * p.Side {
					at := image.Pt(p.Left+n%p.Side, p.Top+n/p.Side)
					if before, has := nearest[at]; ok && at.In(area) && (!has || int(p.Ahead) <= before.ahead) {
						nearest[at] = seen{int(p.Ahead), Faded(pictures[age].Colours[i], age)}
					}
				}
			}
		}
		for y := range 300 {
			for x := range 400 {
				want := Surround
				if s, ok := nearest[image.Pt(x, y)]; ok {
					want = s.colour
				}
				if got := img.RGBAAt(x, y); got != want {
					t.Fatalf("turned by %v: pixel %d, %d is %v, want %v", turned, x, y, got, want)
				}
			}
		}
		if len(nearest) < 1000 {
			t.Errorf("turned by %v: %d pixels", turned, len(nearest))
		}
	}
}

// TestSurround: black and white particles of every age are seen on the ground.
func TestSurround(t *testing.T) {
	for age := range Frames {
		dark, light := Faded(color.RGBA{A: 255}, age), Faded(color.RGBA{255, 255, 255, 255}, age)
		if dark.G+12 > Surround.G || light.G < Surround.G+12 {
			t.Errorf("at age %d black is %v and white %v on %v", age, dark, light, Surround)
		}
	}
}

// TestWhole: from the initial position, a cloud is whole in the middle of the area, also while it has few frames.
func TestWhole(t *testing.T) {
	for _, area := range []image.Rectangle{image.Rect(0, 0, 930, 522), image.Rect(100, 50, 500, 700)} {
		for _, orientation := range orientations() {
			for _, n := range []int{1, 2, 20, Frames} {
				fit := overlay.Fit(640, 368, orientation, 1, area, 1280, 720)
				v := new(Orbit).ViewOf(&fit, area, n)
				var around image.Rectangle
				for corner := range 8 {
					q := quadpyramid.NewQuad(corner&1*639, corner>>1&1*367, 0)
					p, ok := v.Particle(q, corner>>2*(n-1))
					at := image.Pt(p.Left+p.Side/2, p.Top+p.Side/2)
					if !ok || !at.In(area) {
						t.Fatalf("%v, %v, %d frames: a corner is at %v", area, orientation, n, at)
					}
					around = around.Union(image.Rectangle{at, at.Add(image.Pt(1, 1))})
				}
				off := around.Min.Add(around.Max).Sub(area.Min).Sub(area.Max)
				part := max(float64(around.Dx())/float64(area.Dx()), float64(around.Dy())/float64(area.Dy()))
				if max(off.X, -off.X, off.Y, -off.Y) > 8 || math.Abs(part-filled) > 0.02 {
					t.Errorf("%v, %v, %d frames: %v is off the middle by %v/2 and fills %.2f", area, orientation, n, around, off, part)
				}
			}
		}
	}
}

func TestOrbit(t *testing.T) {
	var o Orbit
	area := image.Rect(0, 0, 200, 100)
	o.Grab(10, 10)
	o.Drag(area, 60, 10)
	if math.Abs(o.yaw-math.Pi/4) > 1e-12 || o.pitch != 0 {
		t.Errorf("a quarter of the width: %+v", o)
	}
	o.Drag(area, 60, 1e6)
	if o.pitch != mostPitch-firstPitch {
		t.Errorf("upwards without end: %+v", o)
	}
	o.Zoom(2)
	if math.Abs(o.Nearness()-2) > 1e-12 {
		t.Errorf("twice as near is %v", o.Nearness())
	}
	o.Zoom(1e9)
	if o.zoom != -mostZoom {
		t.Errorf("nearer without end: %+v", o)
	}
	if o.Reset(); o.Nearness() != 1 || o.yaw != 0 {
		t.Errorf("reset: %+v", o)
	}
}
