package render

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/feature"
	"ffkvadrat/overlay"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadpyramid"
)

// inMemory is an export of the given frames, with an optional error in place of its end.
type inMemory struct {
	header quadfile.Header
	frames []quadfile.Frame
	end    error
}

func (m *inMemory) Header() quadfile.Header { return m.header }

func (m *inMemory) Next(f *quadfile.Frame) error {
	if len(m.frames) == 0 {
		return m.end
	}
	*f, m.frames = m.frames[0], m.frames[1:]
	return nil
}

// TestStoredSizes: a frame of another size than the first one is centred, as large as possible,
// with its quads' colours or with drawn quads.
func TestStoredSizes(t *testing.T) {
	for _, variant := range []analysis.Variant{analysis.CommonFeature, analysis.EdgeThreshold} {
		m := inMemory{end: io.EOF, header: quadfile.Header{
			Source:   quadfile.Source{Width: 64, Height: 48, TimeBase: quadfile.Rational{Num: 1, Den: 25}},
			Analysis: quadfile.Analysis{Params: analysis.Params{Variant: variant}},
		}}
		if variant == analysis.CommonFeature {
			m.header.Analysis = quadfile.Analysis{Params: analysis.Params{Variant: variant}}
		}
		for i, size := range [][2]int{{64, 48}, {32, 16}, {64, 48}} {
			f := quadfile.Frame{Index: int64(i), PTS: int64(i), HasPTS: true, Width: size[0], Height: size[1], Quads: []quadpyramid.Quad{quadpyramid.NewQuad(0, 0, 4)}}
			if variant == analysis.CommonFeature {
				f.Means = []feature.Mean{feature.NewMean([3]uint16{1<<14 - 1, 0, 0})}
			}
			m.frames = append(m.frames, f)
		}
		name := filepath.Join(t.TempDir(), "a.mkv")
		out, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		defer out.Close()
		o := Options{Style: overlay.Style{Look: overlay.Fill, Opacity: 1, LineWidth: 1}, Output: Output{Container: "mkv", Encoder: "ffv1"}}
		report, broken, err := RunStored(context.Background(), out, &m, o, nil)
		if err != nil || broken != nil || report.Frames != 3 || report.Fitted != 1 {
			t.Fatalf("%s: %+v, %v, %v", variant, report, broken, err)
		}
		pictures := rgb(t, name)
		if len(pictures) != 3 {
			t.Fatalf("%s: %d pictures", variant, len(pictures))
		}
		for n, img := range pictures {
			// The quad of 16×16 in 32×16 is 32×32 in 64×48, from row 8 on. Outlines extend to the
			// next pixel, but not beyond the picture's end.
			side, top, bottom := 16, 0, 16
			if n == 1 {
				side, top, bottom = 32, 8, 40
			}
			if variant == analysis.EdgeThreshold {
				side++
				bottom = min(bottom+1, []int{48, 40, 48}[n])
			}
			for y := range 48 {
				for x := range 64 {
					c := img.RGBAAt(x, y)
					inside, lit := x < side && y >= top && y < bottom, max(c.R, c.G, c.B) > 40
					if inside != lit {
						t.Fatalf("%s: frame %d: pixel %d, %d is %v", variant, n, x, y, c)
					}
				}
			}
		}
	}
}

// TestStoredEnds: damage after the first frame ends the video; before it, and when the context has
// ended, it is an error.
func TestStoredEnds(t *testing.T) {
	for n := range 3 {
		for _, cancelled := range []bool{false, true} {
			m := inMemory{end: io.ErrUnexpectedEOF, header: quadfile.Header{
				Source:   quadfile.Source{Width: 16, Height: 16, TimeBase: quadfile.Rational{Num: 1, Den: 25}},
				Analysis: quadfile.Analysis{},
			}}
			for i := range n {
				m.frames = append(m.frames, quadfile.Frame{PTS: int64(i), HasPTS: true, Width: 16, Height: 16})
			}
			ctx, cancel := context.WithCancel(context.Background())
			if cancelled {
				cancel()
			}
			defer cancel()
			out, err := os.Create(filepath.Join(t.TempDir(), "a.mkv"))
			if err != nil {
				t.Fatal(err)
			}
			defer out.Close()
			o := Options{Style: overlay.Style{LineWidth: 1}, Output: Output{Container: "mkv", Encoder: "ffv1"}}
			report, broken, err := RunStored(ctx, out, &m, o, nil)
			if fails := n == 0 || cancelled; (err != nil) != fails || (broken == io.ErrUnexpectedEOF) == fails || !fails && report.Frames != int64(n) {
				t.Errorf("%d frames, cancelled %v: %+v, %v, %v", n, cancelled, report, broken, err)
			}
		}
	}
}
