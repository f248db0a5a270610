package scene

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/yuv"
)

var cameraArea = image.Rect(0, 0, 976, 648)

func cameraViews(c *Camera, f *decode.Frame, o decode.Orientation) (v, fit overlay.View) {
	return c.view(f, o, cameraArea, 1280, 720), new(Camera).view(f, o, cameraArea, 1280, 720)
}

// Zooming keeps the pixel under the mouse, up to rounding to whole pixels.
func TestZoomKeepsThePoint(t *testing.T) {
	random := rand.New(rand.NewPCG(20261121, 1))
	for _, o := range []decode.Orientation{{}, {Rotate: 90}} {
		f := &decode.Frame{Picture: yuv.Picture{Width: 1920, Height: 1080}}
		var c Camera
		for range 200 {
			v, fit := cameraViews(&c, f, o)
			bounds := v.Bounds().Intersect(cameraArea)
			x := float64(bounds.Min.X) + random.Float64()*float64(bounds.Dx())
			y := float64(bounds.Min.Y) + random.Float64()*float64(bounds.Dy())
			before := [2]float64{(x - float64(v.OriginX)) / float64(v.ScaleX), (y - float64(v.OriginY)) / float64(v.ScaleY)}
			c.zoomTo(v.Zoom()*[]float64{1.25, 0.8, 2}[random.IntN(3)], &v, &fit, cameraArea, x, y)
			if c.zoom == 0 {
				continue
			}
			width, height := v.TurnedSize()
			if c.x == 0 || c.y == 0 || c.x == float64(width) || c.y == float64(height) {
				continue // limited by the border
			}
			v, _ = cameraViews(&c, f, o)
			after := [2]float64{(x - float64(v.OriginX)) / float64(v.ScaleX), (y - float64(v.OriginY)) / float64(v.ScaleY)}
			// Both origins are rounded to whole target pixels.
			allowed := 1.1 / float64(min(v.ScaleX, fit.ScaleX))
			if math.Abs(after[0]-before[0]) > allowed || math.Abs(after[1]-before[1]) > allowed {
				t.Fatalf("the point %v became %v at zoom %v", before, after, c.zoom)
			}
		}
	}
}

func TestZoomEnds(t *testing.T) {
	for _, size := range [][2]int{{1920, 1080}, {64, 48}} {
		f := &decode.Frame{Picture: yuv.Picture{Width: size[0], Height: size[1]}}
		var c Camera
		zoom := func(factor float64) {
			v, fit := cameraViews(&c, f, decode.Orientation{})
			c.zoomTo(v.Zoom()*factor, &v, &fit, cameraArea, 300, 200)
		}
		zoom(1000)
		if c.zoom != mostZoom {
			t.Errorf("%v: in to %v", size, c.zoom)
		}
		zoom(1e-6)
		v, fit := cameraViews(&c, f, decode.Orientation{})
		if want := min(fit.Zoom(), 1); v.Zoom() != want {
			t.Errorf("%v: out to %v, want %v", size, v.Zoom(), want)
		}
	}
}

func TestDrag(t *testing.T) {
	f := &decode.Frame{Picture: yuv.Picture{Width: 1920, Height: 1080}}
	c := Camera{zoom: 4, x: 500, y: 400}
	v, _ := cameraViews(&c, f, decode.Orientation{})
	c.at = [2]float64{100, 100}
	c.Drag(&v, 140, 60)
	if c.x != 490 || c.y != 410 {
		t.Errorf("40 to the right and up at zoom 4: the middle is (%v, %v)", c.x, c.y)
	}
	c.Drag(&v, 1e6, -1e6)
	if c.x != 0 || c.y != 1080 {
		t.Errorf("far away: the middle is (%v, %v)", c.x, c.y)
	}
}

// TestLookAt: the part is in the middle, and a quarter as high or wide as the area, also if the picture is
// turned; a small one is four times as large as in the picture, unless the whole picture is larger.
func TestLookAt(t *testing.T) {
	for _, c := range []struct {
		side, width, height int
		zoom                float64
	}{{96, 1920, 1080, 648. / 4 / 96}, {32, 1920, 1080, 4}, {16, 1920, 1080, 4}, {16, 160, 100, 976. / 160}} {
		lookAt(t, c.side, c.width, c.height, c.zoom)
	}
	new(Scene).LookAt(image.Rect(0, 0, 1, 1)) // without a picture
}

// lookAt looks at a part around the middle of a picture.
func lookAt(t *testing.T, side, width, height int, want float64) {
	t.Helper()
	for _, o := range []decode.Orientation{{}, {Rotate: 180}, {Mirror: true}} {
		f := &decode.Frame{Picture: yuv.Picture{Width: width, Height: height}}
		s := &Scene{}
		locate := func() {
			s.Place.Within, s.Place.N = cameraArea, 1
			s.Place.View, s.Place.Fit = cameraViews(&s.Camera, f, o)
		}
		locate()
		left, top := (width-side)/2, (height-side)/2
		s.LookAt(image.Rect(left, top, left+side, top+side))
		locate()
		x, y, _ := s.Place.View.Pick(cameraArea.Dx()/2, cameraArea.Dy()/2)
		if zoom := s.Place.View.Zoom(); abs(x-width/2) > 1 || abs(y-height/2) > 1 || math.Abs(zoom-want) > 0.01 {
			t.Errorf("%+v, %d of %d×%d: (%d, %d) in the middle, zoom %v, want %v", o, side, width, height, x, y, zoom, want)
		}
	}
}

// TestLookAtEdge: for a part at the picture's edge, the picture fills the area but a margin, and shows the part away from the area's
// border. Where it is narrower than the area, it is in the middle.
func TestLookAtEdge(t *testing.T) {
	const side = 32
	for _, o := range []decode.Orientation{{}, {Rotate: 90}} {
		for _, size := range []image.Point{{X: 1920, Y: 1080}, {X: 640, Y: 4000}, {X: 4000, Y: 72}} {
			for _, at := range []image.Point{{}, {X: size.X - side}, {Y: size.Y - side}, {X: size.X - side, Y: size.Y - side}, {X: size.X / 2, Y: size.Y / 2}} {
				f := &decode.Frame{Picture: yuv.Picture{Width: size.X, Height: size.Y}}
				s := &Scene{}
				locate := func() {
					s.Place.Within, s.Place.N = cameraArea, 1
					s.Place.View, s.Place.Fit = cameraViews(&s.Camera, f, o)
				}
				part := image.Rectangle{at, at.Add(image.Pt(side, side))}
				locate()
				s.LookAt(part)
				locate()
				shown, of := s.Place.View.Bounds(), s.Place.View.Cover(part)
				for axis, ends := range [...][4]int{{shown.Min.X, shown.Max.X, cameraArea.Min.X, cameraArea.Max.X}, {shown.Min.Y, shown.Max.Y, cameraArea.Min.Y, cameraArea.Max.Y}} {
					before, after := ends[0]-ends[2], ends[3]-ends[1]
					if ends[1]-ends[0] >= ends[3]-ends[2] && max(before, after) > s.Place.margin()+1 || ends[1]-ends[0] < ends[3]-ends[2] && abs(before-after) > 2 {
						t.Errorf("%+v, %v, part %v, axis %d: the picture is at %v in %v", o, size, at, axis, shown, cameraArea)
					}
				}
				if !of.In(cameraArea.Inset(s.Place.margin() - 1)) {
					t.Errorf("%+v, %v: the part is at %v in %v", o, size, of, cameraArea)
				}
			}
		}
	}
}

func abs(n int) int { return max(n, -n) }
