package sheet

import (
	"context"
	"errors"
	"image"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/lettering"
	"ffkvadrat/yuv"
)

func open(tb testing.TB, path string) *decode.Video {
	tb.Helper()
	v, err := decode.OpenVideo(context.Background(), path, decode.Options{Stream: decode.Best})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(v.Close)
	return v
}

func options() Options {
	return Options{
		Columns: 3, Rows: 2, Width: 600, Title: "a title",
		Params: analysis.Params{Threshold: 0.03}, Style: overlay.Style{Opacity: 0.8, LineWidth: 1},
	}
}

// TestTiles compares the tiles with the frames of a linear decode, whose quads the reference finds:
// the frames that are shown in the middles of equal parts.
func TestTiles(t *testing.T) {
	for _, name := range []string{"tiny-420.mp4", "tiny-rotated-90.mp4", "tiny-sar-4-3.mp4", "tiny-vfr.mp4", "tiny-mpeg2.ts", "tiny-rgb.mkv", "tiny-still.png", "tiny-palette.gif"} {
		path := "../../samples/" + name
		for _, goal := range []*response.Goal{nil, {Quads: 300, Each: true}} {
			o := options()
			o.Goal = goal
			const length = 1.6
			done := 0
			got, err := Make(context.Background(), open(t, path), length, analysis.NewCPU(), o, func(n int) { done = n })
			if err != nil || done != 6 {
				t.Fatalf("%s: %d tiles, %v", name, done, err)
			}
			video := open(t, path)
			text, err := lettering.New(leastText)
			if err != nil {
				t.Fatal(err)
			}
			info := video.Info()
			native := overlay.Native(info.Width, info.Height, overlay.Orientation(info.Orientation), info.SAR.Float())
			l, err := lay(&o, float64(native.TargetWidth)/float64(native.TargetHeight), text.Height())
			if err != nil {
				t.Fatal(err)
			}
			tiles := 0
			times := Times(length, 6)
			solver := goal.Solver()
			shown := func(f *decode.Frame) {
				params, err := solver.Solve(&f.Picture, o.Params)
				if err != nil {
					t.Fatal(err)
				}
				result, err := analysis.NewReference().Analyze(&f.Picture, params)
				if err != nil {
					t.Fatal(err)
				}
				view := overlay.Fit(f.Picture.Width, f.Picture.Height, overlay.Orientation(info.Orientation), f.SAR.Float(), image.Rectangle{Max: l.tile}, l.tile.X, l.tile.Y)
				want := image.NewRGBA(image.Rectangle{Max: l.tile})
				var painter overlay.Painter
				painter.Paint(want, &f.Picture, yuv.NewConverter(f.Picture.Format, f.Picture.Colour, f.Picture.Width, f.Picture.Height), result.Quads, &view, o.Style)
				at := l.at(tiles)
				for y := range l.tile.Y {
					if !slices.Equal(got.Pix[got.PixOffset(at.Min.X, at.Min.Y+y):][:4*l.tile.X], want.Pix[y*want.Stride:][:4*l.tile.X]) {
						t.Fatalf("%s: tile %d is another picture than that at %.3f s", name, tiles, times[tiles])
					}
				}
				tiles++
			}
			var before *decode.Frame
			// Times in seconds differ in the last digits of their ticks: by less than 1e-6.
			for tiles < len(times) {
				f, err := video.Next()
				for err == nil && before != nil && tiles < len(times) && f.Time-info.Start > times[tiles]+1e-6 || err != nil && tiles < len(times) {
					shown(before)
				}
				if before != nil {
					before.Release()
				}
				before = f
			}
			if before != nil {
				before.Release()
			}
		}
	}
}

func TestClock(t *testing.T) {
	for seconds, want := range map[float64]string{0: "0:00.000", 0.0405: "0:00.041", 59.9996: "1:00.000", 3599: "59:59.000", 3661.5: "1:01:01.500", -1: "0:00.000"} {
		if got := clock(seconds); got != want {
			t.Errorf("%v: %s, want %s", seconds, got, want)
		}
	}
}

func TestErrors(t *testing.T) {
	video := open(t, "../../samples/tiny-420.mp4")
	for name, change := range map[string]func(o *Options){
		"too many columns": func(o *Options) { o.Columns = 50 },
		"too high":         func(o *Options) { o.Rows = 500 },
		"no such planes":   func(o *Options) { o.Params.MinSize = 3 },
	} {
		o := options()
		change(&o)
		if _, err := Make(context.Background(), video, 1, analysis.NewCPU(), o, nil); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	ctx, end := context.WithCancel(context.Background())
	end()
	if _, err := Make(ctx, video, 1, analysis.NewCPU(), options(), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func BenchmarkMake(b *testing.B) {
	video := open(b, "../../samples/sample.mp4")
	o := options()
	o.Columns, o.Rows, o.Width = 5, 4, 1920
	engine := analysis.NewCPU()
	for b.Loop() {
		if _, err := Make(context.Background(), video, 10, engine, o, nil); err != nil {
			b.Fatal(err)
		}
	}
}
