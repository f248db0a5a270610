package processes

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ffkvadrat/decode/livetest"
	"ffkvadrat/tests/clitest"
	"ffkvadrat/tests/full"
	"ffkvadrat/tests/wait"
)

// TestDevice runs the commands on a still part of a display: they write what another program
// captures there, and all engines find the same quads.
func TestDevice(t *testing.T) {
	t.Parallel() // mostly waiting
	d := livetest.NewDisplay(t, "640x480")
	d.Play("testsrc2=size=640x480:rate=1:duration=1,loop=-1:1:0")
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	device := []string{"--device", "x11grab:" + d.Name + "+17,23", "--device-size", "203x101", "--device-rate", "20"}
	ran := func(says string, args ...string) string {
		t.Helper()
		status, stdout, stderr := clitest.Call(t, append(args, device...)...)
		if status != clitest.Done || !strings.Contains(stdout+stderr, says) {
			t.Fatalf("%v: %d, %s%s", args, status, stdout, stderr)
		}
		return stdout
	}
	ran("frame index 0", "snapshot", "--engine", "cpu", "--no-overlay", "-o", at("a.png"))
	file, err := os.Open(at("a.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	shot, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	screen := d.Screenshot()
	for y := range 101 {
		for x := range 203 {
			r, g, b, _ := screen.At(17+x, 23+y).RGBA()
			if gotR, gotG, gotB, _ := shot.At(x, y).RGBA(); r != gotR || g != gotG || b != gotB {
				t.Fatalf("pixel %d, %d of the snapshot is %v, not %v", x, y, shot.At(x, y), screen.At(17+x, 23+y))
			}
		}
	}
	quads := func(line string) string { return line[strings.Index(line, `"quad_count"`):] }
	ran("1 frame", "export", "--engine", "cpu", "-o", at("still.ndjson"), "--frames", "1")
	still, err := os.ReadFile(at("still.ndjson"))
	if err != nil {
		t.Fatal(err)
	}
	want := quads(string(frameLines(still)))
	if strings.Count(want, "[") < 100 {
		t.Fatalf("few quads: %s", want)
	}
	for _, engine := range []string{"cpu", "gpu", "auto"} {
		n := 0
		for line := range strings.Lines(string(frameLines([]byte(ran("", "export", "--engine", engine, "-o", "-", "--frames", "5"))))) {
			if quads(line) != want {
				t.Errorf("%s: other quads in frame %d", engine, n)
			}
			n++
		}
		if n != 5 {
			t.Errorf("%s: %d frames", engine, n)
		}
	}
	ran(": 3 frames", "render", "--engine", "cpu", "-o", at("a.mkv"), "--frames", "3")
	ran(": 3 frames", "histogram", "-o", at("a.csv"), "--frames", "3")
	ran(": 3 frames", "measure", "-o", at("b.csv"), "--frames", "3")
	ran("live, 20 frames/s", "probe", "--engine", "cpu")
	ran(`"live": true`, "probe", "--engine", "cpu", "--json")
}

// TestDeviceIsGone: an export of a display that disappears has the frames before; one that a signal
// ends is complete.
func TestDeviceIsGone(t *testing.T) {
	t.Parallel() // mostly waiting
	d := livetest.NewDisplay(t, "320x240")
	out := filepath.Join(t.TempDir(), "a.ndjson")
	p := clitest.Program(t, "export", "--engine", "cpu", "--device", "x11grab:"+d.Name, "-o", out)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	begun := func() { // some dozens of frames have been written
		wait.For(t, "the first frames", func() bool { return clitest.Written(filepath.Dir(out)) > 0 })
	}
	begun()
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := p.Wait(); err != nil || !strings.Contains(p.Err.String(), " frames") {
		t.Errorf("%v: %s", err, p.Err.String())
	}
	whole, err := os.ReadFile(out)
	if err != nil || bytes.Count(whole, []byte("\n")) < 5 {
		t.Errorf("%d lines, %v", bytes.Count(whole, []byte("\n")), err)
	}
	go func() {
		begun()
		d.End()
	}()
	status, _, stderr := clitest.Call(t, "export", "--engine", "cpu", "--force", "--device", "x11grab:"+d.Name, "-o", out)
	if status != clitest.Partly || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "the display is gone; ") {
		t.Errorf("%d, %q", status, stderr)
	}
	if status, stdout, _ := clitest.Call(t, "verify", out); status != clitest.Done {
		t.Errorf("verify: %d, %q", status, stdout)
	}
}

// TestStoppedExport: an export that is stopped longer than a device may be silent, as by Ctrl-Z,
// continues.
func TestStoppedExport(t *testing.T) {
	full.Only(t, "it is stopped for longer than the 10 s for which a device may send nothing")
	d := livetest.NewDisplay(t, "320x240")
	p := clitest.Program(t, "export", "--engine", "cpu", "--device", "x11grab:"+d.Name, "-o", "-")
	out := p.Begin(t, 1+1) // the header and a frame
	for _, s := range []syscall.Signal{syscall.SIGSTOP, syscall.SIGCONT, syscall.SIGINT} {
		if err := p.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
		switch since := time.Now(); s {
		case syscall.SIGSTOP:
			wait.For(t, "12 s", func() bool { return time.Since(since) > 12*time.Second })
		case syscall.SIGCONT:
			out.Await(t, out.Lines.Load()+30)
		}
	}
	if status := p.End(t); status != clitest.Done {
		t.Errorf("status %d: %s", status, p.Err.String())
	}
}
