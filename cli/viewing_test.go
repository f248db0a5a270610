package cli

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/reconstruction"
	"ffkvadrat/analysis/regions"
	"ffkvadrat/edge"
	"ffkvadrat/overlay/views"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
)

// viewed computes a view of a clip's first frame with the references. level is that of the pyramid,
// of the quads' fill, or of the map's form.
func viewed(t *testing.T, clip string, view views.View, level int, params analysis.Params) *image.RGBA {
	t.Helper()
	frame := firstFrame(t, clip)
	p := &frame.Picture
	d, err := params.Decision(p.Format)
	if err != nil {
		t.Fatal(err)
	}
	var mask edge.Mask
	new(edge.Reference).Run(&mask, p, d)
	limits, err := params.Limits()
	if err != nil {
		t.Fatal(err)
	}
	var pyramid quadpyramid.Pyramid
	pyramid.Build(&mask, limits)
	levels := views.LevelsOf(p, p.Colour)
	out := image.NewRGBA(image.Rect(0, 0, p.Width, p.Height))
	if view == views.Map {
		given := views.Given{Quads: pyramid.List(nil), MapFor: regions.Form(level), Strength: -20, Counting: regions.Counting{Limits: limits}}
		if level == int(regions.Kvazaar) {
			given.Strength = regions.DefaultStrength
		}
		if err := view.Whole().Paint(out, p, given, yuv.NewConverter(p.Format, p.Colour, p.Width, p.Height)); err != nil {
			t.Fatal(err)
		}
		return out
	}
	if view.Rebuilds() {
		rebuilt := new(reconstruction.Reference).Run(p, pyramid.List(nil), reconstruction.Fill(level))
		yuv.NewConverter(p.Format, p.Colour, p.Width, p.Height).Paint(out, rebuilt)
		return out
	}
	level = min(level, len(pyramid.Levels)-1)
	for y := range p.Height {
		for x := range p.Width {
			var c color.RGBA
			switch {
			case view.OfSamples():
				c = view.Sample(&levels, p, x, y)
			case view == views.Pyramid:
				l := &pyramid.Levels[level]
				c = views.CellColour(l.Cells[y>>level*l.Width+x>>level], views.Most(l.Cells))
			default:
				sum := d.Sum(p, x, y)
				c = view.Pixel(sum, float64(sum)/d.Unit(p.Format), mask.Leaf[y*p.Width+x] == 1).Colour
			}
			out.SetRGBA(x, y, c)
		}
	}
	return out
}

// TestViews: snapshots and lossless renderings of each view have the references' colours with the
// quads over them.
func TestViews(t *testing.T) {
	t.Parallel()
	var names, videos []string
	var overs [][]byte // the pictures in snapshots
	for _, c := range []struct {
		clip, flags string
		view        views.View
		level       int
		params      analysis.Params
	}{
		{"tiny-420.mp4", "--view edges", views.Strength, 0, analysis.Params{Threshold: 0.01}},
		{"tiny-420.mp4", "--view mask", views.Mask, 0, analysis.Params{Threshold: 0.01}},
		{"tiny-10bit.mp4", "--view mask --operator sobel --planes yuv -t 0.1 --invert", views.Mask, 0, analysis.Params{Operator: edge.Sobel, Planes: edge.AllPlanes, Threshold: 0.1, Invert: true}},
		{"tiny-rgb.mkv", "--view edges -t 0.1", views.Strength, 0, analysis.Params{Threshold: 0.1}},
		{"tiny-420.mp4", "--view false-colour", views.False, 0, analysis.Params{Threshold: 0.01}},
		{"tiny-10bit.mp4", "--view range", views.Outside, 0, analysis.Params{Threshold: 0.01}},
		{"tiny-rgb.mkv", "--view false-colour -t 0.1", views.False, 0, analysis.Params{Threshold: 0.1}},
		{"tiny-420.mp4", "--view pyramid", views.Pyramid, 3, analysis.Params{Threshold: 0.01}},
		{"tiny-420.mp4", "--view pyramid --level 0", views.Pyramid, 0, analysis.Params{Threshold: 0.01}},
		{"tiny-420.mp4", "--view pyramid --level 14", views.Pyramid, 14, analysis.Params{Threshold: 0.01}},
		{"tiny-444.mp4", "--view pyramid --level 2 --max-size 8", views.Pyramid, 2, analysis.Params{Threshold: 0.01, MaxSize: 8}},
		{"tiny-444.mp4", "--view pyramid --level 4 --min-size 2", views.Pyramid, 4, analysis.Params{Threshold: 0.01, MinSize: 2}},
		{"tiny-420.mp4", "--view reconstruction", views.Reconstruction, int(reconstruction.Mean), analysis.Params{Threshold: 0.01}},
		{"tiny-10bit.mp4", "--view reconstruction --fill linear --operator linear -t 0.02", views.Reconstruction, int(reconstruction.Linear), analysis.Params{Operator: edge.Linear, Threshold: 0.02}},
		{"tiny-420.mp4", "--view map", views.Map, int(regions.Kvazaar), analysis.Params{Threshold: 0.01}},
		{"tiny-10bit.mp4", "--view map --map-for svt-av1 --strength=-20", views.Map, int(regions.SVT), analysis.Params{Threshold: 0.01}},
		{"tiny-rgb.mkv", "--view map --map-for roi --strength=-20 -t 0.1 --min-size 4", views.Map, int(regions.Interest), analysis.Params{Threshold: 0.1, MinSize: 4}},
		{"tiny-rgb.mkv", "--view reconstruction --fill linear -t 0.1 --min-size 4", views.Reconstruction, int(reconstruction.Linear), analysis.Params{Threshold: 0.1, MinSize: 4}},
	} {
		clip := "../samples/" + c.clip
		want := viewed(t, clip, c.view, c.level, c.params)
		shoot := func(flags ...string) *image.RGBA {
			t.Helper()
			out := filepath.Join(t.TempDir(), "x.png")
			args := append([]string{"snapshot", "--engine", "cpu", "-o", out, clip}, flags...)
			if status, _, stderr := call(t, args...); status != statusDone {
				t.Fatalf("%q: status %d, %q", args, status, stderr)
			}
			data, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			img, err := png.Decode(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			rgba := image.NewRGBA(img.Bounds())
			for y := range rgba.Rect.Dy() {
				for x := range rgba.Rect.Dx() {
					rgba.Set(x, y, img.At(x, y))
				}
			}
			return rgba
		}
		flags := strings.Fields(c.flags)
		if got := shoot(append(flags, "--no-overlay")...); got.Rect != want.Rect || !bytes.Equal(got.Pix, want.Pix) {
			t.Errorf("%s %s: another picture", c.clip, c.flags)
		}
		over := shoot(flags...)
		if bytes.Equal(over.Pix, want.Pix) {
			t.Errorf("%s %s: no quads", c.clip, c.flags)
		}
		out := filepath.Join(t.TempDir(), "x.mkv")
		args := append([]string{"render", "--engine", "cpu", "--encoder", "ffv1", "--mute", "--frames", "1", "-o", out, clip}, flags...)
		if status, _, stderr := call(t, args...); status != statusDone {
			t.Fatalf("%q: status %d, %q", args, status, stderr)
		}
		names, videos, overs = append(names, c.clip+" "+c.flags), append(videos, out), append(overs, over.Pix)
	}
	for i, video := range decoded(t, videos, "-frames:v", "1", "-pix_fmt", "rgba") {
		if !bytes.Equal(video, overs[i]) {
			t.Errorf("%s: render has another picture than snapshot", names[i])
		}
	}
}

// TestViewOfVideo: the view video equals no view, the mosaic keeps the picture's means, and
// impossible views are refused.
func TestViewOfVideo(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	shoot := func(flags ...string) string {
		t.Helper()
		status, stdout, stderr := call(t, append([]string{"snapshot", "--engine", "cpu", "-o", "-", clip}, flags...)...)
		if status != statusDone {
			t.Fatalf("%q: status %d, %q", flags, status, stderr)
		}
		return stdout
	}
	// The threshold found for a number of quads also applies to the view.
	found := shoot("--view", "mask", "--no-overlay", "--quads", "300")
	_, _, said := call(t, "snapshot", "--engine", "cpu", "--quads", "300", "-o", filepath.Join(t.TempDir(), "x.png"), clip)
	_, threshold, _ := strings.Cut(strings.TrimSpace(said), " at threshold ")
	if found == shoot("--view", "mask", "--no-overlay") || found != shoot("--view", "mask", "--no-overlay", "-t", threshold) {
		t.Errorf("a view with --quads is not that of the threshold found, %s", threshold)
	}
	out := filepath.Join(t.TempDir(), "x.nut")
	if status, _, stderr := call(t, "render", "--engine", "cpu", "--mute", "--quads", "300", "--each", "--view", "mask", "--opacity", "0", "-o", out, clip); status != statusDone {
		t.Fatalf("status %d, %q", status, stderr)
	}
	video, err := exec.Command("ffmpeg", "-v", "error", "-i", out, "-frames:v", "1", "-pix_fmt", "rgb24", "-f", "rawvideo", "-").Output()
	img, decoded := png.Decode(strings.NewReader(found))
	if err != nil || decoded != nil || len(video) != 3*img.Bounds().Dx()*img.Bounds().Dy() {
		t.Fatalf("%d bytes, %v, %v", len(video), err, decoded)
	}
	for i := range video {
		x, y := i/3%img.Bounds().Dx(), i/3/img.Bounds().Dx()
		c := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
		if want := [3]uint8{c.R, c.G, c.B}[i%3]; video[i] != want {
			t.Fatalf("render --quads --each: (%d, %d) is %v, want %v", x, y, video[i], want)
		}
	}
	if shoot() != shoot("--view", "video") {
		t.Error("--view video changes a picture")
	}
	if shoot("--look", "mosaic", "--opacity", "1", "-t", "4") != shoot("--look", "mosaic", "--opacity", "1", "-t", "4", "--view", "mask") {
		t.Error("a mosaic of all pixels differs with what is below it")
	}
	for says, args := range map[string][]string{
		"--view must be one of":          {"snapshot", "-o", "-", "--view", "quads", clip},
		"--level: 15 is not between":     {"snapshot", "-o", "-", "--view", "pyramid", "--level", "15", clip},
		"--strength: a strength of 0":    {"snapshot", "-o", "-", "--view", "map", "--strength", "0", clip},
		"--strength: a strength of 52":   {"render", "-o", "x.mkv", "--view", "map", "--strength", "52", clip},
		"--map-for must be one of":       {"play", "--view", "map", "--map-for", "x264", clip},
		"--level: -1 is not between":     {"render", "-o", "x.mkv", "--level=-1", clip},
		"--overlay-only shows the quads": {"render", "-o", "x.mkv", "--overlay-only", "--view", "mask", clip},
	} {
		if status, _, stderr := call(t, args...); status != statusUsage || !strings.Contains(stderr, says) {
			t.Errorf("%q: status %d, %q", args, status, stderr)
		}
	}
}

// TestCloudVideo: a video of the view cloud is the same with both engines, rotates, and alone takes
// its flags.
func TestCloudVideo(t *testing.T) {
	t.Parallel()
	const clip = "../samples/tiny-420.mp4"
	var videos []string
	video := func(flags ...string) {
		t.Helper()
		out := filepath.Join(t.TempDir(), "x.mkv")
		args := append([]string{"render", "--view", "cloud", "--frames", "6", "--encoder", "ffv1", "--mute", "-o", out, clip}, flags...)
		if status, _, stderr := call(t, args...); status != statusDone {
			t.Fatalf("%q: status %d, %q", args, status, stderr)
		}
		videos = append(videos, out)
	}
	turned := [][]string{nil, {"--orbit", "30"}, {"--orbit=-30"}, {"--yaw", "40"}, {"--pitch", "20"}, {"--zoom", "2"}}
	for _, flags := range turned {
		video(append(flags, "--engine", "cpu")...)
		video(append(flags, "--engine", "gpu")...)
	}
	hashes := frameHashes(t, videos...)
	fixed := hashes[0]
	for i, flags := range turned {
		cpu, gpu := hashes[2*i], hashes[2*i+1]
		if !slices.Equal(cpu, gpu) {
			t.Errorf("%v: the engines have other videos", flags)
		}
		// The first picture is the same with and without rotation.
		turns := len(flags) > 0 && strings.HasPrefix(flags[0], "--orbit")
		if len(cpu) != len(fixed) || (cpu[0] == fixed[0]) != (flags == nil || turns) || (cpu[5] == fixed[5]) != (flags == nil) {
			t.Errorf("%v: %d pictures, as without turning: %v, %v", flags, len(cpu), cpu[0] == fixed[0], cpu[5] == fixed[5])
		}
	}
	for says, args := range map[string][]string{
		"they are for --view cloud":             {"render", "-o", "x.mkv", "--orbit", "3", clip},
		"they are for --view":                   {"render", "-o", "x.mkv", "--view", "mask", "--zoom", "2", clip},
		"--zoom: 9 is not between 0.25 and 4":   {"render", "-o", "x.mkv", "--view", "cloud", "--zoom", "9", clip},
		"--orbit: NaN is not an angle":          {"render", "-o", "x.mkv", "--view", "cloud", "--orbit", "nan", clip},
		"--overlay-only shows the quads":        {"render", "-o", "x.mkv", "--view", "cloud", "--overlay-only", clip},
		"in play and render only":               {"snapshot", "-o", "x.png", "--view", "cloud", clip},
		"--zoom: NaN is not between 0.25 and 4": {"render", "-o", "x.mkv", "--view", "cloud", "--zoom", "nan", clip},
		"--pitch: +Inf is not an angle":         {"render", "-o", "x.mkv", "--view", "cloud", "--pitch", "inf", clip},
	} {
		if status, _, stderr := call(t, args...); status != statusUsage || !strings.Contains(stderr, says) {
			t.Errorf("%q: status %d, %q", args, status, stderr)
		}
	}
}
