package survey

import (
	"image"
	"io"
	"math"

	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/yuv"
)

const (
	places = 256 // thumbnails along a video
	kept   = 64  // maximum number of stored thumbnails
	taps   = 3   // samples along each side of a thumbnail's pixel
)

// Thumbnail is a small picture of a place in the video, upright and with square pixels. It is
// immutable.
type Thumbnail struct {
	Image *image.RGBA // nil while it is made, and on errors
	Size  image.Point // of the image, also while that is made

	final bool // the frame at the place, not the key frame before it
}

// thumbnails stores the thumbnails made so far. The oldest is dropped first.
type thumbnails struct {
	shown yuv.Choice
	want  int // requested place, −1 for none
	made  map[int]*Thumbnail
	order []int
	none  bool // thumbnails cannot be made
}

func newThumbnails() thumbnails { return thumbnails{want: -1, made: make(map[int]*Thumbnail)} }

// Point requests a thumbnail of the frame at a time, or with on false, none. It returns that of this frame's place, without an image
// while it is made: that of another place or of the key frame before it would show another scene. It returns nil if there is none. Wake
// is called when it is made.
func (s *Survey) Point(at float64, on bool) *Thumbnail {
	length := s.info.Duration
	s.mu.Lock()
	defer s.mu.Unlock()
	t := &s.thumbs
	if !on || t.none || !(length > 0) || !s.info.Seekable {
		if t.want >= 0 {
			t.want = -1
			s.nudge()
		}
		return nil
	}
	place := s.place(at)
	if place != t.want {
		t.want = place
		s.nudge()
	}
	switch made := t.made[place]; {
	case made == nil || !made.final:
		return &Thumbnail{Size: sizeOf(s.info.Width, s.info.Height, overlay.Orientation(s.info.Orientation), s.info.SAR.Float(), s.opt.Thumbnail)}
	case made.Image != nil:
		return made
	}
	return nil
}

// sizeOf returns the size of the thumbnail of a picture; side is the longer one.
func sizeOf(width, height int, turned overlay.Orientation, aspect float64, side int) image.Point {
	native := overlay.Native(width, height, turned, aspect)
	scale := float64(side) / float64(max(native.TargetWidth, native.TargetHeight))
	return image.Pt(max(1, int(math.Round(float64(native.TargetWidth)*scale))), max(1, int(math.Round(float64(native.TargetHeight)*scale))))
}

// place returns the place of a time, 0 to places − 1.
func (s *Survey) place(at float64) int {
	return min(int(min(max(at/s.info.Duration, 0), 1)*places), places-1)
}

// Show sets the conversion to RGB, which is that of the picture. It drops thumbnails with another
// one.
func (s *Survey) Show(shown yuv.Choice) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := &s.thumbs
	if shown == t.shown {
		return
	}
	t.shown = shown
	clear(t.made)
	t.order = t.order[:0]
	s.nudge()
}

// wanted returns the requested place, −1 for none, its time, and the conversion to RGB.
func (s *Survey) wanted() (place int, at float64, shown yuv.Choice) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := &s.thumbs
	if made := t.made[t.want]; t.want < 0 || made != nil && made.final {
		return -1, 0, t.shown
	}
	return t.want, (float64(t.want) + 0.5) / places * s.info.Duration, t.shown
}

// pointed reports whether a thumbnail is requested.
func (s *Survey) pointed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.thumbs.want >= 0
}

// put stores the thumbnail of a place unless the conversion has changed.
func (s *Survey) put(place int, shown yuv.Choice, made *Thumbnail) {
	s.mu.Lock()
	t := &s.thumbs
	if shown != t.shown {
		s.mu.Unlock()
		return
	}
	if t.made[place] == nil {
		t.order = append(t.order, place)
		if len(t.order) > kept {
			delete(t.made, t.order[0])
			n := copy(t.order, t.order[1:])
			t.order = t.order[:n]
		}
	}
	t.made[place] = made
	s.mu.Unlock()
	s.opt.Wake()
}

// sketch decodes one frame on the way to a place. The first one, a key frame, and the last one
// become thumbnails.
func (w *worker) sketch(place int, at float64, shown yuv.Choice) {
	var f *decode.Frame
	var err error
	first := place != w.sketched || shown != w.shown
	if first {
		f, err = w.key(at)
		w.sketched, w.shown = place, shown
	} else {
		f, err = w.scout.Next()
	}
	s := w.s
	switch {
	case err == nil:
		defer f.Release()
		final := f.Time-s.info.Start+f.Duration > at
		if first || final {
			made := w.paint(f)
			s.put(place, shown, &Thumbnail{Image: made, Size: made.Rect.Size(), final: final})
		}
	case err == io.EOF:
		s.settle(place, shown)
	default:
		s.mu.Lock()
		s.thumbs.none = true
		s.thumbs.want = -1
		s.mu.Unlock()
	}
}

// settle marks the available thumbnail of a place as final, if there is one.
func (s *Survey) settle(place int, shown yuv.Choice) {
	made := &Thumbnail{final: true}
	s.mu.Lock()
	if last := s.thumbs.made[place]; last != nil {
		made.Image, made.Size = last.Image, last.Size
	}
	s.mu.Unlock()
	s.put(place, shown, made)
}

// paint makes a small picture of a frame: each pixel is the mean of a few evenly spaced samples.
func (w *worker) paint(f *decode.Frame) *image.RGBA {
	p := &f.Picture
	w.converter = w.converter.Next(p.Format, p.Colour.With(w.shown), p.Width, p.Height)
	return paint(f, w.converter, overlay.Orientation(w.s.info.Orientation), w.s.opt.Thumbnail)
}

// paint does so with the given conversion and orientation; side is the longer side in pixels.
func paint(f *decode.Frame, converter yuv.Converter, turned overlay.Orientation, side int) *image.RGBA {
	p, aspect := &f.Picture, f.SAR.Float()
	size := sizeOf(p.Width, p.Height, turned, aspect, side)
	width, height := size.X, size.Y
	fine := overlay.Fit(p.Width, p.Height, turned, aspect, image.Rect(0, 0, taps*width, taps*height), taps*width, taps*height)
	fine.ScaleX *= float32(taps*width) / float32(fine.Bounds().Dx())
	fine.ScaleY *= float32(taps*height) / float32(fine.Bounds().Dy())
	fine.OriginX, fine.OriginY = 0, 0
	out := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			var sum [3]int
			n := 0
			for j := range taps {
				for i := range taps {
					if px, py, ok := fine.Pick(taps*x+i, taps*y+j); ok {
						rgb := converter.At(p, px, py)
						sum[0], sum[1], sum[2] = sum[0]+int(rgb[0]), sum[1]+int(rgb[1]), sum[2]+int(rgb[2])
						n++
					}
				}
			}
			pixel := out.Pix[out.PixOffset(x, y):][:4]
			for c := range sum {
				pixel[c] = byte((sum[c] + n/2) / max(n, 1))
			}
			pixel[3] = 255
		}
	}
	return out
}
