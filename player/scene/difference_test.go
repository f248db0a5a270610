package scene

import (
	"bytes"
	"image"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestBoth: with a second video, a view that compares both is one picture without sides, the same with both engines; a late
// frame leaves it. Without a second video, or with one of another format, the view is the video.
func TestBoth(t *testing.T) {
	dev := gputest.Open(t)
	for view := range views.ViewCount {
		if view.NeedsSecond() {
			both(t, dev, view)
		}
	}
}

func both(t *testing.T, dev *gpu.Device, view views.View) {
	var warnings []string
	s := open(t, dev, &warnings)
	frames := make([]*decode.Frame, 3)
	for i := range frames {
		f := yuvtest.Formats[1]
		if i == 2 {
			f = yuvtest.Formats[0]
		}
		frames[i] = &decode.Frame{Picture: *yuvtest.Picture(f, 97, 61, yuvtest.Fills(seed + uint64(i))[5])}
		frames[i].Retain()
	}
	settings := session.Choices{Params: analysis.Params{Threshold: 0.02}, View: view, Gain: views.Gain16}
	area := image.Rect(0, 0, 300, 200)
	show := func(number int64) (sides int) {
		t.Helper()
		if err := s.Load(&frames[0].Picture, yuv.Choice{}); err != nil {
			t.Fatal(err)
		}
		if err := s.Analyze(frames[0], number, &settings); err != nil {
			t.Fatal(err)
		}
		s.Locate(frames[0], decode.Orientation{}, &settings, area, 300, 200)
		return s.Place.N
	}
	if sides := show(1); settings.View != views.Video || sides != 1 {
		t.Errorf("without a second video: %v, %d sides", settings.View, sides)
	}
	second := &secondVideo{frame: frames[1], known: true}
	s.SetSecond(second) // the view shows it
	want := image.NewRGBA(image.Rect(0, 0, 97, 61))
	view.Comparer().Paint(want, &frames[0].Picture, &frames[1].Picture, views.Gain16, yuv.NewConverter(frames[0].Picture.Format, frames[0].Picture.Colour, 97, 61))
	for _, engine := range []session.Engine{session.CPU, session.GPU} {
		for _, known := range []bool{true, false, true} {
			settings.View, settings.Engine, second.known = view, engine, known
			sides := show(2)
			d, other := s.Both()
			if d == nil || sides != 1 || known != (other != nil) {
				t.Fatalf("%v, known %v: %v, %v, %d sides", engine, known, d, other, sides)
			}
			dev.Barrier(gpu.ToTextureRead)
			pixels := make([]byte, 4*97*61)
			if s.wipe.b.other.both.Read(pixels); !bytes.Equal(pixels, want.Pix) {
				t.Errorf("%v, known %v: another picture", engine, known)
			}
		}
	}
	settings.View = views.Video
	if d, _ := s.Both(); show(3) != 2 {
		t.Errorf("the video has no sides, and a picture of both by %v", d)
	}
	settings.View, second.frame = view, nil // no frame at this time
	if d, _ := s.Both(); show(4) != 2 || d != nil {
		t.Error("a frame is compared with none")
	}
	second.frame = frames[2]
	if sides := show(5); settings.View != views.Video || sides != 2 || len(warnings) != 1 {
		t.Errorf("another format: %v, %d sides, %q", settings.View, sides, warnings)
	}
}

// TestOutlinesOverBoth: over a view of two videos, the strokes are B's blocks and vectors without a fill, A's if B has none, and
// nothing with the blocks off; the picture is the same with both engines, with quads on or off, and that of the lists on the CPU.
func TestOutlinesOverBoth(t *testing.T) {
	dev := gputest.Open(t)
	s := open(t, dev, nil)
	const width, height, zoom = 64, 48, 4
	target, err := dev.NewTarget("window", zoom*width, zoom*height)
	gputest.Own(t, target, err)
	var frames [2]*decode.Frame
	for i := range frames {
		frames[i] = &decode.Frame{Picture: *yuvtest.Picture(yuvtest.Formats[1], width, height, yuvtest.Fills(seed + uint64(i))[5])}
		frames[i].Picture.Vectors = yuv.VectorList{{X: 16 * i, Y: 16, Width: 16, Height: 16, DX: 900, DY: 400}}
		frames[i].Retain()
	}
	s.SetSecond(&secondVideo{frame: frames[1], known: true})
	number := int64(0)
	show := func(view views.View, change func(a *session.Choices)) (strokes []overlay.Stroke, pixels []byte) {
		t.Helper()
		number++
		a := session.Choices{Params: analysis.Params{Threshold: 0.3}, View: view, Overlay: true, Opacity: 1, LineWidth: 1, Codec: true, Motion: true}
		change(&a)
		s.renew = true
		if err := s.Load(&frames[0].Picture, yuv.Choice{}); err != nil {
			t.Fatal(err)
		}
		if err := s.Analyze(frames[0], number, &a); err != nil {
			t.Fatal(err)
		}
		s.Locate(frames[0], decode.Orientation{}, &a, image.Rect(0, 0, zoom*width, zoom*height), zoom*width, zoom*height)
		if s.Place.N != 1 {
			t.Fatalf("%v: %d sides", view, s.Place.N)
		}
		for _, c := range [...]*codec{&s.codec, s.wipe.codec()} {
			c.strokes.List = c.strokes.List[:0]
		}
		target.DrawTo()
		if err := s.Draw(); err != nil {
			t.Fatal(err)
		}
		strokes = append(slices.Clone(s.codec.strokes.List), s.wipe.codec().strokes.List...)
		pixels = make([]byte, 4*zoom*width*zoom*height)
		target.Texture.Read(pixels)
		return strokes, pixels
	}
	as := func(*session.Choices) {}
	for _, view := range []views.View{views.Difference, views.BlockPSNR} {
		for of := range frames {
			frames[0].Picture.Coded, frames[1].Picture.Coded = yuv.CodedList{{Width: 16, Height: 16, QP: 20}}, nil
			frames[1].Picture.Vectors = nil
			if of == 1 {
				frames[1].Picture.Coded = yuv.CodedList{{X: 32, Width: 32, Height: 32, QP: 30}, {X: 16, Y: 16, Width: 16, Height: 16, QP: 30}}
				frames[1].Picture.Vectors = yuv.VectorList{{X: 16, Y: 16, Width: 16, Height: 16, DX: 900, DY: 400}}
			}
			got, pixels := show(view, as)
			made, _, _ := s.Blocks(&Side{Layer: []*Layer{s.A, s.wipe.b}[of]})
			var want overlay.Strokes
			v := s.Place.View
			want.Of(made, &v, s.Place.Area, overlay.CodecStyle{Opacity: 1, LineWidth: 1, Colour: overlay.ByNothing, Vectors: true})
			if len(want.List) == 0 || !slices.Equal(got, want.List) {
				t.Errorf("%v of video %d: %d strokes, want %d", view, of, len(got), len(want.List))
			}
			if letter := s.Place.Letter(s.BlocksOf(&s.Place.Sides[0])); letter != "AB"[of:of+1] {
				t.Errorf("%v of video %d: the blocks are %s's", view, of, letter)
			}
			for name, change := range map[string]func(*session.Choices){
				"quads off": func(a *session.Choices) { a.Overlay = false }, "quads over blocks": func(a *session.Choices) { a.CodecQuads = true },
				"by type": func(a *session.Choices) { a.BlocksBy = overlay.ByType }, "compared": func(a *session.Choices) { a.Colour = overlay.ByDifference },
				"GPU": func(a *session.Choices) { a.Engine = session.GPU },
			} {
				if list, other := show(view, change); !slices.Equal(list, got) || !bytes.Equal(other, pixels) {
					t.Errorf("%v of video %d, %s: %d strokes, want %d, or another picture", view, of, name, len(list), len(got))
				}
			}
			list, bare := show(view, func(a *session.Choices) { a.Codec = false })
			if len(list) != 0 {
				t.Errorf("%v, without blocks: %d strokes", view, len(list))
			}
			onCPU, onGPU := turned(bare, 4*zoom*width), turned(pixels, 4*zoom*width)
			overlay.PaintStrokes(&image.RGBA{Pix: onCPU, Stride: 4 * zoom * width, Rect: image.Rect(0, 0, zoom*width, zoom*height)}, got)
			const rounding = 2 // of two strokes
			for i := range onCPU {
				if d := int(onCPU[i]) - int(onGPU[i]); d < -rounding || d > rounding {
					t.Fatalf("%v of video %d: %d on the CPU, %d with OpenGL", view, of, onCPU[i], onGPU[i])
				}
			}
		}
	}
}

// turned returns a picture with its rows in reverse order, as OpenGL has the lowest one first.
func turned(pixels []byte, stride int) (rows []byte) {
	for at := len(pixels) - stride; at >= 0; at -= stride {
		rows = append(rows, pixels[at:at+stride]...)
	}
	return rows
}
