package cli

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/overlay"
	"ffkvadrat/yuv"
)

// TestColourBy compares snapshots with pictures painted by package overlay.
func TestColourBy(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	frame := firstFrame(t, clip)
	p := &frame.Picture
	result, err := analysis.NewReference().Analyze(p, analysis.Params{Threshold: 0.02})
	if err != nil {
		t.Fatal(err)
	}
	shown := yuv.NewConverter(p.Format, p.Colour, p.Width, p.Height)
	seen := map[string]bool{}
	for _, by := range []string{"level", "mean", "age"} {
		name := filepath.Join(t.TempDir(), "x.png")
		if status, _, stderr := call(t, "snapshot", "--engine", "cpu", "-t", "0.02", "--colour-by", by, "--opacity", "1", "-o", name, clip); status != statusDone {
			t.Fatalf("%s: status %d: %s", by, status, stderr)
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		colour, err := overlay.ParseColouring(by)
		if err != nil {
			t.Fatal(err)
		}
		want := overlay.Still(p, shown, overlay.Orientation{}, frame.SAR.Float(), result.Quads, overlay.Style{Colour: colour, Opacity: 1, LineWidth: 1})
		pixels := make([]byte, 0, len(want.Pix))
		for y := range want.Rect.Dy() {
			for x := range want.Rect.Dx() {
				r, g, b, a := got.At(x, y).RGBA()
				pixels = append(pixels, byte(r>>8), byte(g>>8), byte(b>>8), byte(a>>8))
			}
		}
		if !slices.Equal(pixels, want.Pix) {
			t.Errorf("by %s: another picture", by)
		}
		seen[string(pixels)] = true
	}
	if len(seen) != 3 {
		t.Errorf("%d pictures for 3 colourings", len(seen))
	}
}
