package render

import (
	"bytes"
	"image"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/export/pipeline"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/cloud"
	"ffkvadrat/quadpyramid"
)

// TestCloudFilm renders clips as clouds that turn, and compares each picture with one that is drawn from
// the reference's quads of all pictures up to it, byte by byte.
func TestCloudFilm(t *testing.T) {
	for _, c := range []struct {
		clip  string
		every int64
		turns float64
		orbit cloud.Orbit
	}{
		{"tiny-420.mp4", 1, 0, cloud.Orbit{}},
		{"tiny-rotated-90.mp4", 1, 360, cloud.Orbit{}},
		{"tiny-sar-4-3.mp4", 3, -90, cloud.NewOrbit(30, -20, 2)},
		{"tiny-odd-175x143.mp4", 1, 45, cloud.NewOrbit(0, 40, 0.5)},
		{"tiny-vfr.mp4", 1, 10, cloud.Orbit{}},
		{"sample.mp4", 1, 30, cloud.Orbit{}}, // of more pictures than a cloud
	} {
		o := want(c.clip, outputFile(t, "x.mkv"))
		o.Selection = pipeline.Selection{Every: c.every, Frames: cloud.Frames + 2}
		o.Params.Threshold = 0.1 // all quads have room
		o.Cloud = &Cloud{Orbit: c.orbit, Turns: c.turns}
		o.Output.Encoder, o.Silent = "ffv1", true
		report := rendered(t, o)
		reference := analysis.NewReference()
		var painter cloud.Painter
		var pictures []cloud.Picture
		var clouds []*image.RGBA
		var begins float64
		n := int64(-1)
		frames(t, o.Path, func(info decode.Info, f *decode.Frame) {
			if n++; n%c.every != 0 || len(clouds) == cloud.Frames+2 {
				return
			}
			if n == 0 {
				begins = f.Time
			}
			result, err := reference.Analyze(&f.Picture, o.Params)
			if err != nil {
				t.Fatal(err)
			}
			colours := image.NewRGBA(image.Rect(0, 0, f.Picture.Width, f.Picture.Height))
			shown(o, f).Paint(colours, &f.Picture)
			quads := append([]quadpyramid.Quad(nil), result.Quads...)
			pictures = append([]cloud.Picture{{Quads: quads, Colours: cloud.Colours(nil, colours, quads)}}, pictures...)
			pictures = pictures[:min(len(pictures), cloud.Frames)]
			fit := overlay.Native(f.Picture.Width, f.Picture.Height, overlay.Orientation(info.Orientation), f.SAR.Float())
			area := image.Rect(0, 0, fit.TargetWidth, fit.TargetHeight)
			orbit := c.orbit
			orbit.Turn(c.turns * (f.Time - begins))
			v := orbit.View(&fit, area)
			img := image.NewRGBA(area)
			painter.Paint(img, pictures, &v)
			clouds = append(clouds, img)
		})
		if int64(len(clouds)) != report.Frames || c.clip == "sample.mp4" && len(clouds) <= cloud.Frames {
			t.Errorf("%s: %d frames", c.clip, len(clouds))
		}
		equal(t, c.clip, rgb(t, o.Out), clouds)
	}
}

// TestCloudOfCubes shows what cubes are in each picture.
func TestCloudOfCubes(t *testing.T) {
	o := want("tiny-420.mp4", outputFile(t, "x.mkv"))
	o.Cube, o.Cloud, o.Output.Encoder, o.Silent = 8, &Cloud{}, "ffv1", true
	cubes := rendered(t, o)
	quads := o
	quads.Cube, quads.Out = 0, outputFile(t, "y.mkv")
	if report := rendered(t, quads); report.Frames != cubes.Frames {
		t.Errorf("%d frames, and %d", report.Frames, cubes.Frames)
	}
	a, b := rgb(t, o.Out), rgb(t, quads.Out)
	if slices.EqualFunc(a, b, func(a, b *image.RGBA) bool { return bytes.Equal(a.Pix, b.Pix) }) {
		t.Error("cubes are drawn as quads")
	}
}
