package render

import (
	"cmp"
	"fmt"
	"image"
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/cloud"
	"ffkvadrat/pipeline"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/quadpyramid/ocpyramid"
	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/race"
)

// TestCloudVideo renders clips as rotating clouds, and compares each frame with one that is drawn
// from the reference's quads of all frames up to it, byte by byte.
func TestCloudVideo(t *testing.T) {
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
		{"sample.mp4", 1, 30, cloud.Orbit{}}, // more frames than a cloud has
	} {
		if race.Short() && c.clip != "sample.mp4" {
			continue // the same goroutines, with larger pictures
		}
		o := want(c.clip, outputFile(t, "x.mkv"))
		if testing.Short() && c.clip == "sample.mp4" { // the same as with smaller frames
			o.Path = clips.Make(t, "long.mkv", "-f", "lavfi", "-i", "testsrc2=size=95x61:rate=25", "-frames:v", fmt.Sprint(cloud.Frames+2), "-c:v", "ffv1")
		}
		o.Selection = pipeline.Selection{Every: c.every, Frames: cloud.Frames + 2}
		o.Params.Threshold = 0.1 // all quads fit
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

// TestCloudOfCubes renders clouds of cubes, and compares each frame with one that is drawn from the
// cubes of the reference's windows of all frames: a cube appears with its first frame, at its
// middle in space and time.
func TestCloudOfCubes(t *testing.T) {
	for _, c := range []struct {
		clip   string
		every  int64
		cube   int
		frames int
	}{
		{"tiny-420.mp4", 1, 8, 0},
		{"tiny-rotated-90.mp4", 1, 16, 0},
		{"sample.mp4", 3, 8, 21}, // the last window is shorter
	} {
		if race.Short() && c.clip != "sample.mp4" {
			continue // the same goroutines, with larger pictures
		}
		o := want(c.clip, outputFile(t, "x.mkv"))
		if testing.Short() && c.clip == "sample.mp4" {
			o.Path = clips.Make(t, "long.mkv", "-f", "lavfi", "-i", "testsrc2=size=95x61:rate=25", "-frames:v", "63", "-c:v", "ffv1")
		}
		o.Selection = pipeline.Selection{Every: c.every, Frames: int64(c.frames)}
		o.Cube, o.Cloud, o.Output.Encoder, o.Silent = c.cube, &Cloud{Turns: 20}, "ffv1", true
		report := rendered(t, o)
		params := o.Params
		params.MinSize, params.MaxSize = 0, 0
		reference := analysis.NewReference()
		window, err := ocpyramid.NewWindow(c.cube)
		if err != nil {
			t.Fatal(err)
		}
		var builder ocpyramid.Reference
		var colours []*image.RGBA // of the window's frames
		var views []cloud.View
		var pictures []cloud.Picture
		var clouds []*image.RGBA
		var painter cloud.Painter
		drawn := func() {
			list := builder.Build(nil, window, quadpyramid.Unlimited)
			for i, rgb := range colours {
				picture := cloud.Picture{Cubed: true, Within: i}
				for _, cube := range list {
					if cube.Frame() == i {
						picture.Quads = append(picture.Quads, cube.Quad())
					}
				}
				slices.SortFunc(picture.Quads, func(a, b quadpyramid.Quad) int { return cmp.Compare(a.Morton(), b.Morton()) })
				picture.Colours = cloud.Colours(nil, rgb, picture.Quads)
				pictures = append([]cloud.Picture{picture}, pictures...)
				v := &views[len(clouds)]
				img := image.NewRGBA(image.Rect(0, 0, int(v.TargetWidth), int(v.TargetHeight)))
				painter.Paint(img, pictures, v)
				clouds = append(clouds, img)
			}
			window.Clear()
			colours = colours[:0]
		}
		n, begins := int64(-1), 0.
		frames(t, o.Path, func(info decode.Info, f *decode.Frame) {
			if n++; n%c.every != 0 || c.frames > 0 && len(views) == c.frames {
				return
			}
			if n == 0 {
				begins = f.Time
			}
			result, err := reference.Analyze(&f.Picture, params)
			if err != nil {
				t.Fatal(err)
			}
			quadpyramid.Fill(window.Next(), f.Picture.Width, f.Picture.Height, result.Quads)
			rgb := image.NewRGBA(image.Rect(0, 0, f.Picture.Width, f.Picture.Height))
			shown(o, f).Paint(rgb, &f.Picture)
			colours = append(colours, rgb)
			fit := overlay.Native(f.Picture.Width, f.Picture.Height, overlay.Orientation(info.Orientation), f.SAR.Float())
			orbit := cloud.Orbit{}
			orbit.Turn(20 * (f.Time - begins))
			views = append(views, orbit.View(&fit, image.Rect(0, 0, fit.TargetWidth, fit.TargetHeight)))
			if window.Len() == c.cube {
				drawn()
			}
		})
		if window.Len() > 0 {
			drawn()
		}
		if int64(len(clouds)) != report.Frames {
			t.Errorf("%s: %d frames, want %d", c.clip, report.Frames, len(clouds))
		}
		equal(t, c.clip, rgb(t, o.Out), clouds)
	}
}
