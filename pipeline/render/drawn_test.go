package render

import (
	"context"
	"errors"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/pipeline"
)

// pattern draws a picture that is unique to its number.
func pattern(dst *image.RGBA, n int) error {
	b := dst.Bounds()
	for y := range b.Dy() {
		for x := range b.Dx() {
			dst.SetRGBA(x, y, color.RGBA{byte(40 * x), byte(60 * y), byte(30*n + x*y), 255})
		}
	}
	return nil
}

// Drawn frames are in the video as they were drawn, at even times, in every size.
func TestDraw(t *testing.T) {
	for _, size := range [][2]int{{64, 48}, {7, 5}, {1, 1}, {1, 17}} {
		for _, name := range []string{"a.mkv", "a.nut", "p%02d.png"} {
			dir := t.TempDir()
			out := filepath.Join(dir, name)
			container, err := ContainerForName(out)
			if err != nil {
				t.Fatal(err)
			}
			d := Drawing{Width: size[0], Height: size[1], Frames: 5, Rate: decode.Rational{Num: 30, Den: 1}, Out: out, Output: Output{Container: container}, Draw: []func(*image.RGBA, int) error{pattern, pattern, pattern}}
			if name == "a.mkv" {
				d.Output.Encoder = "ffv1"
			}
			var done []pipeline.Progress
			d.Progress = func(p pipeline.Progress) { done = append(done, p) }
			report, err := Draw(context.Background(), d)
			if err != nil {
				t.Fatalf("%s %v: %v", name, size, err)
			}
			var want []*image.RGBA
			for n := range d.Frames {
				img := image.NewRGBA(image.Rect(0, 0, report.Width, report.Height))
				if err := pattern(img.SubImage(image.Rect(0, 0, size[0], size[1])).(*image.RGBA), n); err != nil {
					t.Fatal(err)
				}
				for y := range report.Height {
					for x := range report.Width {
						img.SetRGBA(x, y, img.RGBAAt(min(x, size[0]-1), min(y, size[1]-1)))
					}
				}
				want = append(want, img)
			}
			var got []*image.RGBA
			if container.Pictures() {
				for n := range d.Frames {
					got = append(got, rgb(t, filepath.Join(dir, strings.Replace(name, "%02d", "0"+string(rune('0'+n)), 1)))...)
				}
			} else {
				got = rgb(t, out)
				var times []float64
				frames(t, out, func(_ decode.Info, f *decode.Frame) { times = append(times, f.Time) })
				for n, at := range times {
					if off := at - float64(n)/30; off < -0.0006 || off > 0.0006 { // Matroska counts milliseconds
						t.Errorf("%s: picture %d is at %v s", name, n, at)
					}
				}
			}
			equal(t, name, got, want)
			if report.Frames != 5 {
				t.Errorf("%s: %d frames", name, report.Frames)
			}
			if want := []pipeline.Progress{{Frames: 1, Part: 0.2}, {Frames: 2, Part: 0.4}, {Frames: 3, Part: 0.6}, {Frames: 4, Part: 0.8}, {Frames: 5, Part: 1}}; !slices.Equal(done, want) {
				t.Errorf("%s: progress %v", name, done)
			}
		}
	}
}

// After an error there is no file, and an earlier one stays.
func TestDrawFails(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "a.mp4")
	with := func(draw func(dst *image.RGBA, n int) error) Drawing {
		return Drawing{Width: 16, Height: 16, Frames: 3, Rate: decode.Rational{Num: 25, Den: 1}, Out: out, Output: Output{Container: "mp4"}, Draw: []func(*image.RGBA, int) error{draw, draw}}
	}
	good := with(pattern)
	broken := errors.New("no ink")
	_, err := Draw(context.Background(), with(func(dst *image.RGBA, n int) error {
		if n == 2 {
			return broken
		}
		return pattern(dst, n)
	}))
	if !errors.Is(err, broken) {
		t.Errorf("draw's error: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	_, err = Draw(ctx, with(func(dst *image.RGBA, n int) error { cancel(); return pattern(dst, n) }))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	for _, change := range []func(*Drawing){
		func(d *Drawing) { d.Width = 0 },
		func(d *Drawing) { d.Height = 1 << 15 },
		func(d *Drawing) { d.Frames = 0 },
		func(d *Drawing) { d.Draw = nil },
		func(d *Drawing) { d.Rate = decode.Rational{} },
		func(d *Drawing) { d.Output.Alone = true },
		func(d *Drawing) { d.Output.Container = "" },
		func(d *Drawing) { d.Out = filepath.Join(dir, "none", "a.mp4") },
		func(d *Drawing) { d.Output.Container = "png" },
	} {
		d := good
		change(&d)
		if _, err := Draw(context.Background(), d); err == nil || !strings.HasPrefix(err.Error(), "render: ") {
			t.Errorf("%+v: %v", d, err)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 0 {
		t.Errorf("there is %v, %v", left, err)
	}
	if _, err := Draw(context.Background(), good); err != nil {
		t.Error(err)
	}
	before, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Draw(context.Background(), with(func(*image.RGBA, int) error { return broken })); err == nil {
		t.Error("no error")
	}
	if after, err := os.ReadFile(out); err != nil || !slices.Equal(before, after) {
		t.Errorf("the earlier file: %v", err)
	}
}
