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
	"testing"

	"ffkvadrat/quadfile"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/tests/wait"
	"ffkvadrat/tests/xvfb"
)

// TestYUViewShowsTheQuads opens a playlist in YUView and reads its window: pixels covered by quads
// are coloured, the others have the background's colour.
func TestYUViewShowsTheQuads(t *testing.T) {
	for _, name := range []string{"YUView", "Xvfb", "xdotool", "import"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("%s is not installed", name)
		}
	}
	dir := t.TempDir()
	stats := filepath.Join(dir, "a.yuview.csv")
	// With an RGB picture, only the statistics are drawn, on the background's grey.
	const clip = "../samples/tiny-still.png"
	exportAs(t, stats, clip)
	doc, err := quadfile.Read(bytes.NewReader(exportFile(t, "--engine", "cpu", clip)))
	if err != nil {
		t.Fatal(err)
	}
	window := openYUView(t, dir, "a.yuvplaylist")
	frame := doc.Frames[0]
	wait.For(t, "the quads in YUView", func() bool {
		shot := window.shot(t)
		if !shows(shot, frame) {
			return false
		}
		frame.Quads = slices.DeleteFunc(frame.Quads, func(q quadpyramid.Quad) bool { return q.X() == 64 && q.Size() == 8 })
		if shows(shot, frame) {
			t.Error("other quads fit as well")
		}
		return true
	})
}

// shows reports whether every covered pixel is coloured, and no other pixel except those next to a
// quad, where grid lines may be.
func shows(shot image.Image, frame quadfile.Frame) bool {
	corner, ok := locate(shot, frame)
	if !ok {
		return false
	}
	picture := image.Rect(0, 0, frame.Width, frame.Height)
	covered, near := map[image.Point]bool{}, map[image.Point]bool{}
	for _, q := range frame.Quads {
		square := image.Rect(q.X(), q.Y(), q.X()+q.Size(), q.Y()+q.Size())
		mark(covered, square)
		mark(near, square.Inset(-1))
	}
	if len(near) > picture.Dx()*picture.Dy()*9/10 {
		return false // an inconclusive picture
	}
	for y := range frame.Height {
		for x := range frame.Width {
			p := image.Pt(x, y)
			drawn := !isGround(shot.At(corner.X+x, corner.Y+y))
			if covered[p] && !drawn || !near[p] && drawn {
				return false
			}
		}
	}
	return true
}

func mark(set map[image.Point]bool, r image.Rectangle) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			set[image.Pt(x, y)] = true
		}
	}
}

// ground is the colour around a picture in YUView.
var ground = color.NRGBA{128, 128, 128, 255}

func isGround(c color.Color) bool { return color.NRGBAModel.Convert(c) == ground }

// locate finds the picture's upper left corner. The view shows only the quads with a grid line
// around them.
func locate(shot image.Image, frame quadfile.Frame) (image.Point, bool) {
	var drawn, want image.Rectangle
	view := image.Rect(300, 60, 780, 680)
	for y := view.Min.Y; y < view.Max.Y; y++ {
		for x := view.Min.X; x < view.Max.X; x++ {
			if !isGround(shot.At(x, y)) {
				drawn = drawn.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	for _, q := range frame.Quads {
		want = want.Union(image.Rect(q.X(), q.Y(), q.X()+q.Size(), q.Y()+q.Size()))
	}
	want = want.Inset(-1)
	return drawn.Min.Sub(want.Min), drawn.Size() == want.Size()
}

// yuview is a running YUView on its own display.
type yuview struct{ display string }

func openYUView(t *testing.T, dir, playlist string) yuview {
	t.Helper()
	y := yuview{xvfb.For(t, "-screen", "0", "1280x800x24").Name}
	home := t.TempDir()
	if err := os.Chmod(home, 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("YUView", playlist)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "DISPLAY="+y.display, "HOME="+home, "XDG_RUNTIME_DIR="+home, "QT_QPA_PLATFORM=xcb")
	start(t, cmd)
	return y
}

func start(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
}

// shot chooses the playlist's first item and captures the screen.
func (y yuview) shot(t *testing.T) image.Image {
	t.Helper()
	if out, err := exec.Command("env", "DISPLAY="+y.display, "xdotool", "mousemove", "100", "84", "click", "1").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	data, err := exec.Command("import", "-display", y.display, "-window", "root", "png:-").Output()
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}
