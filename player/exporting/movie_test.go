package exporting_test

import (
	"bytes"
	"fmt"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/player"
	"ffkvadrat/scripts/playtest"
)

// movie is the animation in the README, with its size limit in bytes.
const (
	movie      = "../../docs/pictures/ffkvadrat.webp"
	movieBytes = 3_000_000
)

// TestMovingPicture: the README shows its animation, which is small and moves. With the flags
// -pictures and -clip, the test records it: keys and the slider change the threshold, and the panel
// shows two tabs.
func TestMovingPicture(t *testing.T) {
	if *pictures != "" {
		takeMovie(t)
	}
	page, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "(docs/pictures/ffkvadrat.webp)") {
		t.Error("README.md does not show the moving picture")
	}
	file, err := os.ReadFile(movie)
	if err != nil {
		t.Fatal(err)
	}
	if frames := bytes.Count(file, []byte("ANMF")); len(file) > movieBytes || frames < 50 {
		t.Errorf("%s has %d bytes and %d frames", movie, len(file), frames)
	}
}

// takeMovie plays the clip and records the animation.
func takeMovie(t *testing.T) {
	t.Setenv("ALSA_CONFIG_PATH", playtest.NewSpeaker(t).Config)
	m := &camera{Player: playtest.PlayAgain(t, playtest.Server(t, "-noreset", "-screen", "0", "1024x576x24"), t.TempDir(),
		"--no-session", "--pause", "--engine", "cpu", "--opacity", "1", *clip), folder: t.TempDir()}
	m.Until("a threshold", func(l player.Line) bool { return l.Shown > 0 && strings.Contains(l.Message, " over the video") })
	found := m.Last.Threshold
	m.Press("Tab", func(before, l player.Line) bool {
		return l.Picture[2]-l.Picture[0] > before.Picture[2]-before.Picture[0]
	})
	m.Move(m.Last.Window[0]/2, 2)
	m.Until("a picture that stays", func(l player.Line) bool { return !l.Moving })
	for range 6 {
		m.step()
	}
	for m.Last.Threshold < 16*found {
		m.tune("equal")
	}
	for m.Last.Threshold > found/4 {
		m.tune("minus")
	}
	for m.Last.Threshold < found {
		m.tune("equal")
	}
	m.Press("Tab", func(before, l player.Line) bool {
		return l.Picture[2]-l.Picture[0] < before.Picture[2]-before.Picture[0]
	})
	m.Press("k", func(_, l player.Line) bool { return l.Look == "fill" })
	m.Press("k", func(_, l player.Line) bool { return l.Look == "mosaic" })
	m.Press("n", func(_, l player.Line) bool { return !l.Overlay })
	m.Press("n", func(_, l player.Line) bool { return l.Overlay })
	slider := m.Last.Widgets["threshold"]
	at := func(part float64) int { return slider[0] + int(math.Round(part*float64(slider[2]-slider[0]))) }
	m.Move(at(0.5), (slider[1]+slider[3])/2)
	m.Xdotool("mousedown", "1")
	for i := range 20 {
		m.Reaches(at(0.5+0.2*math.Sin(float64(i)*math.Pi/10)), (slider[1]+slider[3])/2)
		m.step()
	}
	m.Xdotool("mouseup", "1")
	m.Press("k", func(_, l player.Line) bool { return l.Look == "outline" })
	m.Key("2")
	m.Until("plots", func(l player.Line) bool { return l.Tab == "Plots" && l.Plotted })
	m.hold(10)
	m.Key("3")
	m.Until("the pixel", func(l player.Line) bool { return l.Tab == "Pixel" })
	for i := range 12 {
		p := m.Last.Picture
		m.Reaches(p[0]+(p[2]-p[0])*(16+i)/64, p[1]+(p[3]-p[1])*(50+i)/80)
		m.Later()
		m.take()
	}
	m.hold(8)
	m.Key("q")
	m.End()
	encode := exec.Command("ffmpeg", "-v", "error", "-y", "-framerate", "10", "-i", filepath.Join(m.folder, "%03d.png"),
		"-c:v", "libwebp_anim", "-loop", "0", "-quality", "60", "-compression_level", "6", movie)
	if out, err := encode.CombinedOutput(); err != nil {
		t.Fatalf("ffmpeg: %v\n%s", err, out)
	}
}

// A camera records the frames of the animation.
type camera struct {
	*playtest.Player
	folder string
	frames int
}

// take records the window as the next frame.
func (m *camera) take() {
	m.T.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, m.Screenshot()); err != nil {
		m.T.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(m.folder, fmt.Sprintf("%03d.png", m.frames)), file.Bytes(), 0o666); err != nil {
		m.T.Fatal(err)
	}
	m.frames++
}

// hold records the same frame n times.
func (m *camera) hold(n int) {
	m.T.Helper()
	for range n {
		m.take()
	}
}

// step records the clip's next frame.
func (m *camera) step() {
	m.T.Helper()
	m.Press("period", func(before, l player.Line) bool { return l.Frame == before.Frame+1 && l.Settled })
	m.take()
}

// tune presses a key that changes the threshold three times, and records the clip's next frame.
func (m *camera) tune(key string) {
	m.T.Helper()
	for range 3 {
		m.Press(key, func(before, l player.Line) bool { return l.Threshold != before.Threshold })
	}
	m.step()
}
