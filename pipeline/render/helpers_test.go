package render

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

const sampleFolder = "../../samples/"

// want returns the default options of tests.
func want(clip, out string) Options {
	container, err := ContainerForName(out)
	if err != nil {
		panic(err)
	}
	return Options{
		Path:   sampleFolder + clip,
		Stream: decode.Best,
		Params: analysis.Params{Threshold: 0.01},
		Style:  overlay.Style{Opacity: 0.85, LineWidth: 1},
		Output: Output{Container: container},
		Out:    out,
	}
}

func rendered(t testing.TB, o Options) Report {
	t.Helper()
	report, err := Run(context.Background(), analysis.NewCPU(), o, nil)
	if err != nil {
		t.Fatalf("%s to %s: %v", o.Path, o.Out, err)
	}
	return report
}

// output returns what a command prints.
func output(t testing.TB, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v: %s", name, strings.Join(args, " "), err, stderr.Bytes())
	}
	return out
}

// probe returns ffprobe's answer about the entries of a file's streams of a kind.
func probe(t testing.TB, file, kind, entries string, to any) {
	t.Helper()
	out := output(t, "ffprobe", "-v", "error", "-select_streams", kind, "-show_entries", entries, "-of", "json", file)
	if err := json.Unmarshal(out, to); err != nil {
		t.Fatal(err)
	}
}

// shown returns the conversion of a frame's colours.
func shown(o Options, f *decode.Frame) yuv.Converter {
	p := &f.Picture
	return yuv.NewConverter(p.Format, p.Colour.With(o.Colour), p.Width, p.Height)
}

// stills returns the frames of a file with their lists, painted by [overlay.Still].
func stills(t testing.TB, o Options) []*image.RGBA {
	t.Helper()
	var pictures []*image.RGBA
	cpu := analysis.NewCPU()
	frames(t, o.Path, func(info decode.Info, f *decode.Frame) {
		result, err := cpu.Analyze(&f.Picture, o.Params)
		if err != nil {
			t.Fatal(err)
		}
		pictures = append(pictures, overlay.Still(&f.Picture, shown(o, f), overlay.Orientation(info.Orientation), f.SAR.Float(), result.Quads, o.Style))
	})
	return pictures
}

// frames calls see for each frame of a file.
func frames(t testing.TB, path string, see func(decode.Info, *decode.Frame)) {
	t.Helper()
	video, err := decode.OpenVideo(context.Background(), path, decode.Options{Stream: decode.Best})
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	for {
		f, err := video.Next()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		see(video.Info(), f)
		f.Release()
	}
}

// rgb returns a file's frames in RGB, as coded.
func rgb(t testing.TB, path string) []*image.RGBA {
	t.Helper()
	var pictures []*image.RGBA
	frames(t, path, func(_ decode.Info, f *decode.Frame) {
		p := &f.Picture
		img := image.NewRGBA(image.Rect(0, 0, p.Width, p.Height))
		yuv.NewConverter(p.Format, p.Colour, p.Width, p.Height).Paint(img, p)
		pictures = append(pictures, img)
	})
	return pictures
}

// equal compares pictures pixel by pixel.
func equal(t testing.TB, name string, got, want []*image.RGBA) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d pictures, want %d", name, len(got), len(want))
	}
	for i := range got {
		if got[i].Rect != want[i].Rect || !bytes.Equal(got[i].Pix, want[i].Pix) {
			t.Fatalf("%s: picture %d of %v is not the one of %v", name, i, got[i].Rect.Size(), want[i].Rect.Size())
		}
	}
}

// alone returns the frames' quads on a transparent ground.
func alone(t testing.TB, o Options) []*image.NRGBA {
	t.Helper()
	var pictures []*image.NRGBA
	var painter overlay.Painter
	cpu := analysis.NewCPU()
	frames(t, o.Path, func(info decode.Info, f *decode.Frame) {
		result, err := cpu.Analyze(&f.Picture, o.Params)
		if err != nil {
			t.Fatal(err)
		}
		v := overlay.Native(f.Picture.Width, f.Picture.Height, overlay.Orientation(info.Orientation), f.SAR.Float())
		img := image.NewNRGBA(image.Rect(0, 0, v.TargetWidth, v.TargetHeight))
		painter.PaintAlone(img, &f.Picture, shown(o, f), append([]quadpyramid.Quad(nil), result.Quads...), &v, o.Style)
		pictures = append(pictures, img)
	})
	return pictures
}

func names(t testing.TB, folder string) string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return strings.Join(list, " ")
}

func outputFile(t testing.TB, name string) string { return filepath.Join(t.TempDir(), name) }
