package cli

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/overlay"
	"ffkvadrat/yuv"
)

// TestRenderError: the colours by error are those painted from the two pictures by package overlay.
func TestRenderError(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	dir := t.TempDir()
	encode := filepath.Join(dir, "encode.mkv")
	ffmpegTo(t, encode, "-i", clip, "-an", "-frames:v", "1", "-vf", "boxblur=2", "-c:v", "ffv1")
	status, _, stderr := call(t, "render", "--engine", "cpu", "-t", "0.02", "--colour-by", "error", "--opacity", "1", "--beside", encode, "--frames", "2", "-o", filepath.Join(dir, "x%d.png"), clip)
	if status != statusDone {
		t.Fatalf("status %d: %s", status, stderr)
	}
	frame := firstFrame(t, clip)
	p, q := &frame.Picture, &firstFrame(t, encode).Picture
	result, err := analysis.NewReference().Analyze(p, analysis.Params{Threshold: 0.02})
	if err != nil {
		t.Fatal(err)
	}
	style := overlay.Style{Colour: overlay.ByError, Opacity: 1, LineWidth: 1, Classes: overlay.ErrorSteps, Of: new(overlay.Errors).Append(nil, p, q, result.Quads)}
	if len(style.Of) == 0 || slices.Max(style.Of) == 0 {
		t.Fatal("there is no error")
	}
	want := overlay.Still(p, yuv.NewConverter(p.Format, p.Colour, p.Width, p.Height), overlay.Orientation{}, frame.SAR.Float(), result.Quads, style)
	data, err := os.ReadFile(filepath.Join(dir, "x0.png"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for y := range want.Rect.Dy() {
		for x := range want.Rect.Dx() {
			r, g, b, _ := got.At(x, y).RGBA()
			if c := want.RGBAAt(x, y); c.R != uint8(r>>8) || c.G != uint8(g>>8) || c.B != uint8(b>>8) {
				t.Fatalf("pixel (%d, %d) is %v, want %v", x, y, got.At(x, y), c)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "x1.png")); err != nil {
		t.Errorf("a frame that the encode lacks: %v", err)
	}
}

// TestRenderErrorDamaged: a damaged second video is reported, and the rendering is complete.
func TestRenderErrorDamaged(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	dir := t.TempDir()
	encode, damaged, out := filepath.Join(dir, "encode.mkv"), filepath.Join(dir, "damaged.mkv"), filepath.Join(dir, "x.mkv")
	ffmpegTo(t, encode, "-i", clip, "-an", "-c:v", "libx264", "-crf", "30")
	data, err := os.ReadFile(encode)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(damaged, data[:len(data)*2/3], 0o644); err != nil {
		t.Fatal(err)
	}
	status, _, stderr := call(t, "render", "--engine", "cpu", "--colour-by", "error", "--beside", damaged, "-o", out, clip)
	if status != statusPartly || !strings.Contains(stderr, "damaged.mkv: the input is damaged") || strings.Count(stderr, "\n") != 1 {
		t.Errorf("status %d, %q", status, stderr)
	}
	if _, err := os.Stat(out); err != nil {
		t.Error(err)
	}
}

// TestRenderErrorAligned: errors are those of the frames that belong together, by numbers and by what they show.
func TestRenderErrorAligned(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	dir := t.TempDir()
	encode, late := filepath.Join(dir, "encode.mkv"), filepath.Join(dir, "late.mkv")
	ffmpegTo(t, encode, "-i", clip, "-an", "-vf", "boxblur=1", "-c:v", "ffv1")
	ffmpegTo(t, late, "-i", encode, "-vf", `select=gte(n\,5),setpts=N/25/TB`, "-c:v", "ffv1")
	rendered := func(name string, args ...string) (all []byte) {
		t.Helper()
		out := filepath.Join(dir, name+"%d.png")
		args = append([]string{"render", "--engine", "cpu", "-t", "0.02", "--colour-by", "error", "--opacity", "1", "--from", "#12", "--frames", "3", "-o", out, clip, "--beside"}, args...)
		if status, _, stderr := call(t, args...); status != statusDone {
			t.Fatalf("%s: status %d: %s", name, status, stderr)
		}
		files, err := filepath.Glob(filepath.Join(dir, name+"*.png"))
		if err != nil || len(files) != 3 {
			t.Fatalf("%s: %v, %v", name, files, err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, data...)
		}
		return all
	}
	want := rendered("whole", encode)
	for name, equal := range map[string]bool{"5": true, "auto": true, "none": false, "-5": false} {
		if got := rendered("by"+name, late, "--align", name); bytes.Equal(got, want) != equal {
			t.Errorf("--align %s: equal to the whole encode: %v", name, !equal)
		}
	}
}
