package player_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/overlay"
	"ffkvadrat/overlay/views"
	"ffkvadrat/player"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/quantity"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/scripts/playtest"
	"ffkvadrat/tests/full"
	"ffkvadrat/yuv"
)

// reference returns the frame shown at a time, and its quads found on the CPU.
func reference(t *testing.T, path string, at, threshold float64) (*decode.Frame, []quadpyramid.Quad, float64) {
	t.Helper()
	video, err := decode.OpenVideo(context.Background(), path, decode.Options{Stream: decode.Best})
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	if err := video.SeekTime(at - video.Info().Start); err != nil {
		t.Fatal(err)
	}
	f, err := video.Next()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Release)
	result, err := analysis.NewCPU().Analyze(&f.Picture, analysis.Params{Threshold: threshold})
	if err != nil {
		t.Fatal(err)
	}
	return f, result.Quads, result.Coverage(&f.Picture)
}

// TestWindow uses real keys and a real mouse.
func TestWindow(t *testing.T) {
	path := playtest.Clip(t, 10)
	s := playtest.PlayBare(t, playtest.Display(t), path)
	s.Until("plays", func(l player.Line) bool { return l.Frame >= 15 && !l.Paused })

	s.Key("space")
	paused := s.Until("Space pauses", func(l player.Line) bool { return l.Paused })
	if later := s.Later(); later.Shown != paused.Shown || later.Frame != paused.Frame {
		t.Errorf("paused, and yet %+v came after %+v", later, paused)
	}

	s.Key("period")
	s.Until("a frame on", func(l player.Line) bool { return l.Frame == paused.Frame+1 })
	s.Key("comma")
	s.Key("comma")
	s.Until("two frames back", func(l player.Line) bool { return l.Frame == paused.Frame-1 && l.Paused })
	s.Key("Right")
	moved := s.Until("5 s on", func(l player.Line) bool { return l.PTSTime > 4 })
	if want := float64(paused.Frame-1)/30 + 5; math.Abs(moved.PTSTime-want) > 1./60 {
		t.Errorf("5 s on from frame %d is %.3f s, want %.3f s", paused.Frame-1, moved.PTSTime, want)
	}
	s.Key("shift+Left")
	s.Until("1 s back", func(l player.Line) bool { return math.Abs(l.PTSTime-(moved.PTSTime-1)) < 1./60 })
	s.Key("End")
	s.Until("the last frame", func(l player.Line) bool { return math.Abs(l.PTSTime-299./30) < 1./60 })
	s.Key("Home")
	s.Until("the first frame", func(l player.Line) bool { return l.Frame == 0 && l.PTSTime == 0 })

	bar := s.Last.Widgets["seek"]
	s.Move((bar[0]+bar[2])/2, (bar[1]+bar[3])/2)
	s.Xdotool("click", "1")
	clicked := s.Until("a click on the bar", func(l player.Line) bool { return math.Abs(l.PTSTime-5) < 0.1 })
	method(s, clicked)
	zoom(s, clicked)
	threshold(s, clicked)
	picture(s, path)
	switches(s)

	s.Key("q")
	if line := s.End(); !strings.HasPrefix(line, "shown ") || !strings.Contains(line, ", dropped ") {
		t.Errorf("the last line is %q", line)
	}
}

// threshold drags the slider while paused, and presses keys.
func threshold(s *playtest.Player, before player.Line) {
	s.T.Helper()
	slider := before.Widgets["threshold"]
	y := (slider[1] + slider[3]) / 2
	s.Move((slider[0]+slider[2])/2, y)
	s.Xdotool("mousedown", "1")
	last := before
	for part := 60; part <= 80; part += 10 {
		s.Reaches(slider[0]+(slider[2]-slider[0])*part/100, y)
		last = s.Until("the count follows the mouse", func(l player.Line) bool {
			return l.Threshold > last.Threshold && l.Quads != last.Quads
		})
	}
	s.Xdotool("mouseup", "1")
	s.Until("the slider at 80 %", func(l player.Line) bool { return l.Threshold > 0.3 })
	after := s.Later()
	if after.Quads == before.Quads || after.Frame != before.Frame || !after.Paused {
		s.T.Errorf("dragged: %+v, before: %+v", after, before)
	}
	s.Key("minus")
	s.Until("a lower threshold", func(l player.Line) bool { return l.Threshold < after.Threshold })
	s.Key("shift+equal")
	s.Until("a threshold twice as high", func(l player.Line) bool { return l.Threshold > 1.5*after.Threshold })
	s.Key("shift+minus")
	s.Key("equal")
	s.Until("and back", func(l player.Line) bool { return math.Abs(l.Threshold-after.Threshold) < 0.002 })
}

// method changes the variant with its key and the operator with its list.
func method(s *playtest.Player, before player.Line) {
	s.T.Helper()
	s.Key("y")
	similar := s.Until("similar colours", func(l player.Line) bool { return l.Variant == "feature" && l.Coverage == 1 })
	if similar.Quads == before.Quads || similar.Threshold != before.Threshold {
		s.T.Errorf("similar colours: %+v, before: %+v", similar, before)
	}
	s.Key("y")
	s.Until("points", func(l player.Line) bool {
		return l.Variant == "points" && l.Thing == "point" && l.Coverage == before.Coverage && l.Quads > before.Quads
	})
	s.Key("y")
	s.Until("edges again", func(l player.Line) bool { return l.Variant == "edge" && l.Quads == before.Quads })
}

// zoom zooms with keys, drags, and resets the zoom.
func zoom(s *playtest.Player, before player.Line) {
	s.T.Helper()
	width := func(l player.Line) int { return l.Picture[2] - l.Picture[0] }
	s.Key("ctrl+0")
	s.Until("one to one", func(l player.Line) bool { return width(l) == 640 })
	s.Key("ctrl+equal")
	s.Key("ctrl+equal")
	near := s.Until("zoomed in", func(l player.Line) bool { return width(l) == 1440 })
	s.Move(s.Middle(0, 0))
	s.Drag([2]int{s.X + 30, s.Y - 10})
	s.Until("dragged", func(l player.Line) bool {
		return l.Picture[0] == near.Picture[0]+30 && l.Picture[1] == near.Picture[1]-10
	})
	s.Xdotool("click", "4")
	s.Until("the wheel", func(l player.Line) bool { return width(l) == 1800 })
	s.Key("ctrl+9")
	s.Until("fitted", func(l player.Line) bool { return l.Picture == before.Picture })
}

// inspector points at a pixel.
func inspector(s *playtest.Player, f *decode.Frame, quads []quadpyramid.Quad, at player.Line) {
	s.T.Helper()
	const x, y = 122, 218 // the reduced picture shows every other pixel, including this one
	scale := float64(at.Picture[2]-at.Picture[0]) / float64(f.Picture.Width)
	s.Move(at.Picture[0]+int((x+0.5)*scale), at.Picture[1]+int((y+0.5)*scale))
	want := []string{fmt.Sprintf("(%d, %d)", x, y), fmt.Sprintf("Y %d  U %d  V %d", f.Picture.Sample(0, x, y), f.Picture.Sample(1, x, y), f.Picture.Sample(2, x, y)), "no quad"}
	if i, ok := quadpyramid.Find(quads, x, y); ok {
		want[2] = fmt.Sprintf("quad %s   (%d, %d)", quantity.Of(i+1, len(quads)), quads[i].X(), quads[i].Y())
	}
	s.Until("facts about a pixel", func(l player.Line) bool {
		text := strings.Join(l.Inspected, "\n")
		for _, w := range want {
			if !strings.Contains(text, w) {
				return false
			}
		}
		return len(l.Inspected) == 3
	})
	s.Move(5, 5)
	s.Until("none outside the picture", func(l player.Line) bool { return len(l.Inspected) == 0 })
}

// shots takes the three kinds of screenshots.
func shots(s *playtest.Player, f *decode.Frame, quads []quadpyramid.Quad, screen *image.RGBA) {
	s.T.Helper()
	base := fmt.Sprintf("film-frame%06d-pts%d", f.Index, f.PTS)
	style := overlay.Style{Opacity: 0.65, LineWidth: 1, Detail: overlay.Fade}
	plain := yuv.NewConverter(f.Picture.Format, f.Picture.Colour, f.Picture.Width, f.Picture.Height)
	s.Key("s")
	if got := s.Saved(base + "-t*.png"); !bytes.Equal(got.Pix, overlay.Still(&f.Picture, plain, overlay.Orientation{}, 1, quads, style).Pix) {
		s.T.Error("the picture with its quads is another")
	}
	s.Key("S")
	if got := s.Saved(base + ".png"); !bytes.Equal(got.Pix, overlay.Still(&f.Picture, plain, overlay.Orientation{}, 1, nil, style).Pix) {
		s.T.Error("the picture without its quads is another")
	}
	s.Quiet()
	s.Key("ctrl+s")
	got := s.Saved(base + "-window.png")
	if got.Rect != screen.Rect {
		s.T.Fatalf("the window is saved as %v", got.Rect)
	}
	area := panel.Layout(s.Last.Window[0], s.Last.Window[1], 1, true, false).Picture
	for y := area.Min.Y; y < area.Max.Y; y++ { // numbers in the panel change
		i := got.PixOffset(area.Min.X, y)
		if !bytes.Equal(got.Pix[i:i+4*area.Dx()], screen.Pix[i:i+4*area.Dx()]) {
			s.T.Fatalf("the saved window's row %d is not the screen's", y)
		}
	}
	s.Quiet()
}

// allViews cycles through the views.
func allViews(s *playtest.Player) {
	s.T.Helper()
	for n := range views.Difference { // which needs a second video
		view := (views.Video + n + 1) % views.Difference
		s.Key("v")
		s.Until(view.String(), func(l player.Line) bool { return l.View == view.String() })
	}
}

// looks cycles through the looks.
func looks(s *playtest.Player) {
	s.T.Helper()
	for _, look := range []overlay.Look{overlay.Fill, overlay.Mosaic, overlay.Outline} {
		s.Key("k")
		s.Until(look.String(), func(l player.Line) bool { return l.Look == look.String() })
	}
}

// picture compares the screen with the CPU's result for the same frame.
func picture(s *playtest.Player, path string) {
	s.T.Helper()
	s.Move(5, 5) // away from the widgets
	on := s.Until("the overlay", func(l player.Line) bool { return l.Overlay })
	f, quads, coverage := reference(s.T, path, on.PTSTime, on.Threshold)
	if len(quads) != on.Quads || math.Abs(coverage-on.Coverage) > 1e-6 {
		s.T.Errorf("%d quads, coverage %v; the reference has %d, %v", on.Quads, on.Coverage, len(quads), coverage)
	}
	s.Quiet()
	with := s.Screenshot()
	shots(s, f, quads, with)
	inspector(s, f, quads, on)
	looks(s)
	allViews(s)
	s.Key("n")
	s.Until("no overlay", func(l player.Line) bool { return !l.Overlay })
	s.Quiet()
	without := s.Screenshot()

	area := panel.Layout(s.Last.Window[0], s.Last.Window[1], 1, true, false).Picture
	v := overlay.Fit(f.Picture.Width, f.Picture.Height, overlay.Orientation{}, 1, area, on.Window[0], on.Window[1])
	if got := image.Rect(on.Picture[0], on.Picture[1], on.Picture[2], on.Picture[3]); got != v.Bounds() {
		s.T.Errorf("the picture stands at %v, want %v", got, v.Bounds())
	}
	want := image.NewRGBA(without.Rect)
	copy(want.Pix, without.Pix)
	overlay.PaintQuads(want, quads, nil, &v, overlay.Style{Opacity: 0.65, LineWidth: 1, Detail: overlay.Fade})
	fold := s.Last.Widgets["fold"]
	handle := image.Rect(fold[0], fold[1], fold[2], fold[3])
	wrong, covered := 0, 0
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if image.Pt(x, y).In(handle) {
				continue
			}
			i := with.PixOffset(x, y)
			drawn := difference(want.Pix[i:], without.Pix[i:]) > 8
			if drawn {
				covered++
			}
			if difference(want.Pix[i:], with.Pix[i:]) > 6 {
				wrong++
			}
		}
	}
	if covered < 1000 || wrong > 0 {
		s.T.Errorf("of %d pixels that the overlay changes, %d differ from the reference", covered, wrong)
	}
	s.Key("n")
	s.Until("the overlay again", func(l player.Line) bool { return l.Overlay })
}

// difference returns the largest difference of the three channels.
func difference(a, b []byte) int {
	d := 0
	for i := range 3 {
		d = max(d, int(math.Abs(float64(a[i])-float64(b[i]))))
	}
	return d
}

// switches tests the keys that switch something.
func switches(s *playtest.Player) {
	s.T.Helper()
	s.Key("m")
	s.Until("muted", func(l player.Line) bool { return l.Muted })
	s.Key("9")
	s.Until("a lower volume", func(l player.Line) bool { return l.Volume == 0.95 })
	s.Key("0")
	s.Until("the volume again", func(l player.Line) bool { return l.Volume == 1 })
	s.Key("Tab")
	s.Until("no widgets", func(l player.Line) bool { return len(l.Widgets) == 0 && l.Picture[2] == l.Window[0] })
	s.Key("Tab")
	s.Until("the widgets again", func(l player.Line) bool { return len(l.Widgets) > 0 })
	s.Key("question")
	s.Until("the keys", func(l player.Line) bool { return l.Help })
	s.Key("Escape")
	s.Until("no keys", func(l player.Line) bool { return !l.Help })
	s.Key("f")
	s.Until("full screen", func(l player.Line) bool { return l.Fullscreen })
	s.Key("Escape")
	s.Until("a window again", func(l player.Line) bool { return !l.Fullscreen })
	s.Move(s.Last.Window[0]-40, s.Last.Window[1]/2)
	s.Xdotool("click", "--repeat", "9", "5")
	s.Until("the end of the tab", func(l player.Line) bool { return l.Widgets["timing"][3] <= l.Window[1] })
	button := s.Last.Widgets["gpu"]
	s.Move((button[0]+button[2])/2, (button[1]+button[3])/2)
	s.Xdotool("click", "1")
	cpu := s.Last
	s.Until("the GPU finds as many quads", func(l player.Line) bool {
		return l.Engine == "gpu" && l.Quads == cpu.Quads && l.Coverage == cpu.Coverage
	})
	button = s.Last.Widgets["cpu"]
	s.Move((button[0]+button[2])/2, (button[1]+button[3])/2)
	s.Xdotool("click", "1")
	s.Until("the CPU again", func(l player.Line) bool { return l.Engine == "cpu" })
	s.Key("space")
	s.Until("plays on", func(l player.Line) bool { return !l.Paused && l.Frame != cpu.Frame })
}

// TestPlaysInTime plays 5 s and stays at the last frame.
func TestPlaysInTime(t *testing.T) {
	full.Only(t, "it measures how long a film takes")
	s := playtest.Play(t, playtest.Wide(t), "--engine", "cpu", playtest.Clip(t, 5))
	start := s.Until("starts", func(l player.Line) bool { return l.Shown == 1 })
	end := s.Until("ends", func(l player.Line) bool { return l.Ended && l.Paused })
	// A busy machine may be late. Times are the player's, as the test may read the first line late.
	if took := end.At - start.At; took < 4500 {
		t.Errorf("5 s took %v ms", took)
	}
	if end.Frame != 149 {
		t.Errorf("the last frame on the screen is %d, want 149", end.Frame)
	}
	s.Key("q")
	line := s.End()
	t.Log(line)
	var shown, dropped int
	if _, err := fmt.Sscanf(line, "shown %d, dropped %d", &shown, &dropped); err != nil || shown+dropped != 150 {
		t.Errorf("%q: %v", line, err)
	}
}

// TestUntimedShowsEveryFrame: with --untimed, every frame is shown and none is dropped.
func TestUntimedShowsEveryFrame(t *testing.T) {
	s := playtest.PlayBare(t, playtest.Display(t), "--untimed", playtest.Clip(t, 1))
	if line := s.End(); !strings.HasPrefix(line, "shown 30, dropped 0") {
		t.Errorf("30 frames: %q", line)
	}
}

// TestFrames: with --frames n, the player ends after n frames and reports when the first one
// appeared.
func TestFrames(t *testing.T) {
	s := playtest.PlayBare(t, playtest.Display(t), "--frames", "7", playtest.Clip(t, 2))
	line := s.End()
	var dropped, first int
	if _, err := fmt.Sscanf(line, "shown 7, dropped %d, first picture after %d ms", &dropped, &first); err != nil || first <= 0 {
		t.Errorf("7 frames: %q: %v", line, err)
	}
}

// TestNoDisplay: without a display, or if it does not answer, the player reports that in one line.
func TestNoDisplay(t *testing.T) {
	path, err := playtest.Program()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"":      "no display: DISPLAY is not set",
		":4711": "no display: DISPLAY=:4711 does not answer",
	} {
		cmd := exec.Command(path, "play", filepath.Join("..", "samples", "tiny-420.mp4"))
		cmd.Env = append(os.Environ(), "DISPLAY="+name, "WAYLAND_DISPLAY=")
		var stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = io.Discard, &stderr
		if err := cmd.Run(); err == nil {
			t.Errorf("DISPLAY=%q: no error", name)
		}
		if text := strings.TrimSpace(stderr.String()); !strings.Contains(text, want+"; only play needs one") || strings.Contains(text, "\n") {
			t.Errorf("DISPLAY=%q: %q", name, text)
		}
	}
}

// TestHint: the hint is shown over the sample, but not over a video.
func TestHint(t *testing.T) {
	screen := playtest.Display(t)
	s := playtest.PlayBare(t, screen)
	s.Until("the sample, with a hint", func(l player.Line) bool { return l.Shown > 0 && l.Widgets["hint"] != [4]int{} })
	picture, hint, below := s.Last.Picture, s.Last.Widgets["hint"], s.Last.Widgets["seek"]
	if hint[0] < picture[0] || hint[2] > picture[2] || hint[1] < picture[1] || hint[3] > below[1] {
		t.Errorf("the hint %v is outside the picture %v", hint, picture)
	}
	s.Key("q")
	s.End()
	s = playtest.PlayBare(t, screen, playtest.Clip(t, 2))
	s.Until("a video", func(l player.Line) bool { return l.Shown > 2 })
	if s.Last.Widgets["hint"] != [4]int{} {
		t.Error("a hint over a video")
	}
	s.Key("q")
	s.End()
}
