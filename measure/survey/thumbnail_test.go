package survey_test

import (
	"fmt"
	"image"
	"runtime"
	"testing"
	"testing/synctest"

	"ffkvadrat/decode"
	"ffkvadrat/measure/survey"
	"ffkvadrat/overlay"
	"ffkvadrat/tests/wait"
	"ffkvadrat/yuv"
)

// reduced is the oracle: the frame on screen at a time, upright; each pixel is the mean of all
// pixels that it covers.
func reduced(t *testing.T, v *decode.Video, at float64, shown yuv.Choice, width, height int) *image.RGBA {
	t.Helper()
	if err := v.SeekTime(at); err != nil {
		t.Fatal(err)
	}
	f, err := v.Next()
	if err != nil {
		t.Fatal(err)
	}
	defer f.Release()
	converter := yuv.NewConverter(f.Picture.Format, f.Picture.Colour.With(shown), f.Picture.Width, f.Picture.Height)
	large := overlay.Still(&f.Picture, converter, overlay.Orientation(v.Info().Orientation), f.SAR.Float(), nil, overlay.Style{})
	small := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			x0, x1 := x*large.Rect.Dx()/width, (x+1)*large.Rect.Dx()/width
			y0, y1 := y*large.Rect.Dy()/height, (y+1)*large.Rect.Dy()/height
			for c := range 4 {
				sum := 0
				for j := y0; j < y1; j++ {
					for i := x0; i < x1; i++ {
						sum += int(large.Pix[large.PixOffset(i, j)+c])
					}
				}
				small.Pix[small.PixOffset(x, y)+c] = byte(sum / ((x1 - x0) * (y1 - y0)))
			}
		}
	}
	return small
}

// apart returns the mean difference of two images' bytes.
func apart(a, b *image.RGBA) float64 {
	sum := 0
	for i := range a.Pix {
		d := int(a.Pix[i]) - int(b.Pix[i])
		sum += max(d, -d)
	}
	return float64(sum) / float64(len(a.Pix))
}

// thumbnail waits for the final thumbnail at a time.
func thumbnail(t *testing.T, s *survey.Survey, at float64) *image.RGBA {
	t.Helper()
	var made *image.RGBA
	var size image.Point // in the last call before the thumbnail is there, or in the first one after it
	wait.For(t, fmt.Sprintf("the thumbnail at %v s", at), func() bool {
		p := s.Point(at, true)
		if made = s.Final(at); p == nil || p.Image != nil && p.Image != made {
			t.Fatalf("at %v s: another picture, %v, stands in for the thumbnail", at, p)
		}
		size = p.Size
		return made != nil
	})
	if size != made.Rect.Size() {
		t.Errorf("at %v s: while the thumbnail is made its size is %v, not %v", at, size, made.Rect.Size())
	}
	return made
}

func TestThumbnails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct {
			path          string
			width, height int
			tolerance     float64
		}{
			// Nine samples approximate the mean of all covered pixels. With noise and sharp edges,
			// the two differ by a few levels, and by more if a pixel does not cover a whole number
			// of samples. An upside-down image differs by 40.
			{"../../samples/sample.mp4", 160, 90, 4},
			{"../../samples/tiny-rotated-90.mp4", 0, 60, 8},
			{"../../samples/tiny-sar-4-3.mp4", 60, 0, 8},
		} {
			v := open(t, c.path)
			info := v.Info()
			s := start(t, c.path, survey.Options{Thumbnail: max(c.width, c.height)})
			for _, part := range []float64{0.9, 0.1, 0.5, 0.501, 0, 1} {
				at := part * info.Duration
				got := thumbnail(t, s, at)
				if size := got.Rect.Size(); max(size.X, size.Y) != max(c.width, c.height) || c.width > 0 && size.X != c.width || c.height > 0 && size.Y != c.height {
					t.Fatalf("%s: %v", c.path, size)
				}
				// A place is 1/256 of the video; its frame is that at its middle.
				place := (float64(min(int(part*256), 255)) + 0.5) / 256 * info.Duration
				want := reduced(t, v, place, yuv.Choice{}, got.Rect.Dx(), got.Rect.Dy())
				if d := apart(got, want); d > c.tolerance {
					t.Errorf("%s at %.2f s: differs by %.1f from the picture there", c.path, at, d)
				}
			}
			if s.Point(0, false) != nil {
				t.Errorf("%s: a thumbnail for nobody", c.path)
			}
		}
	})
}

// TestThumbnailsAreBounded requests more places than thumbnails are stored.
func TestThumbnailsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t, "../../samples/tiny-420.mp4", survey.Options{Thumbnail: 96})
		length := open(t, "../../samples/tiny-420.mp4").Info().Duration
		var first, last runtime.MemStats
		for place := range 160 {
			thumbnail(t, s, (float64(place)+0.5)/256*length)
			if place == 80 {
				runtime.GC()
				runtime.ReadMemStats(&first)
			}
		}
		runtime.GC()
		runtime.ReadMemStats(&last)
		// 80 more thumbnails would take 2 MB.
		if grown := int64(last.HeapAlloc) - int64(first.HeapAlloc); grown > 1<<20 {
			t.Errorf("80 thumbnails are there, and 80 more take %d bytes", grown)
		}
	})
}

// A thumbnail has the colours of the picture.
func TestThumbnailShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const path = "../../samples/tiny-420.mp4"
		s := start(t, path, survey.Options{Thumbnail: 64})
		length := open(t, path).Info().Duration
		plain := thumbnail(t, s, 0.5*length)
		full := yuv.Choice{Range: yuv.Full, Transfer: yuv.PQ}
		s.Show(full)
		got := thumbnail(t, s, 0.5*length)
		want := reduced(t, open(t, path), (128.5/256)*length, full, got.Rect.Dx(), got.Rect.Dy())
		if d := apart(got, want); d > 8 || apart(plain, want) < 2*d {
			t.Errorf("differs by %.1f from the picture shown so, and that from the other by %.1f", d, apart(plain, want))
		}
	})
}

// If another place is requested while a thumbnail is being made, the last place's thumbnail is made
// in the end.
func TestThumbnailOfTheLastPlace(t *testing.T) {
	s := start(t, "../../samples/sample.mp4", survey.Options{Thumbnail: 160})
	for i := range 8 {
		s.Point(float64(i*7%10), true)
		s.Point(float64((i*7+3)%10), true) // while the final one is being made
	}
	v := open(t, "../../samples/sample.mp4")
	got := thumbnail(t, s, 6.2)
	place := (float64(int(6.2/v.Info().Duration*256)) + 0.5) / 256 * v.Info().Duration
	if d := apart(got, reduced(t, v, place, yuv.Choice{}, 160, 90)); d > 4 {
		t.Errorf("differs by %.1f from the picture there", d)
	}
}
