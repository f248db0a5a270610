package livetest

import (
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"ffkvadrat/tests/wait"
	"ffkvadrat/tests/xvfb"
)

// Display is an X server without a screen.
type Display struct {
	*xvfb.Server
	t testing.TB
}

// NewDisplay starts an X server of a size such as 640x480. Without Xvfb the test is skipped, or fails
// in CI.
func NewDisplay(t testing.TB, size string) *Display {
	t.Helper()
	for _, name := range []string{"Xvfb", "ffplay", "import"} {
		if _, err := exec.LookPath(name); err != nil {
			if os.Getenv("FFKVADRAT_CI") != "" {
				t.Fatal(err)
			}
			t.Skip(err)
		}
	}
	return &Display{xvfb.For(t, "-noreset", "-screen", "0", size+"x24"), t}
}

// Hang stops the server until Wake or End: connections stay open, but nothing answers.
func (d *Display) Hang() { d.signal(syscall.SIGSTOP) }

// Wake resumes the server after Hang.
func (d *Display) Wake() { d.signal(syscall.SIGCONT) }

func (d *Display) signal(s os.Signal) {
	d.t.Helper()
	if err := d.Signal(s); err != nil {
		d.t.Fatal(err)
	}
}

// Play plays an FFmpeg lavfi source in the display's upper left corner until the test ends.
func (d *Display) Play(source string) {
	d.t.Helper()
	cmd := exec.Command("ffplay", "-v", "error", "-f", "lavfi", "-i", source, "-noborder", "-left", "0", "-top", "0")
	cmd.Env = append(os.Environ(), "DISPLAY="+d.Name, "SDL_VIDEODRIVER=x11", "SDL_AUDIODRIVER=dummy")
	if err := cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	wait.For(d.t, "a picture of ffplay", func() bool { return !blank(d.Screenshot()) })
}

func blank(i image.Image) bool {
	first := i.At(0, 0)
	for y := range i.Bounds().Dy() {
		for x := range i.Bounds().Dx() {
			if i.At(x, y) != first {
				return false
			}
		}
	}
	return true
}

// Screenshot returns what another program captures from the display, without the pointer.
func (d *Display) Screenshot() image.Image {
	d.t.Helper()
	path := filepath.Join(d.t.TempDir(), "screen.png")
	cmd := exec.Command("import", "-window", "root", path)
	cmd.Env = append(os.Environ(), "DISPLAY="+d.Name)
	if out, err := cmd.CombinedOutput(); err != nil {
		d.t.Fatalf("import: %v\n%s", err, out)
	}
	f, err := os.Open(path)
	if err != nil {
		d.t.Fatal(err)
	}
	defer f.Close()
	picture, err := png.Decode(f)
	if err != nil {
		d.t.Fatal(err)
	}
	return picture
}
