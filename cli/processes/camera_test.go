package processes

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"ffkvadrat/tests/clitest"
	"ffkvadrat/tests/full"
	"ffkvadrat/tests/wait"
)

// camera compiles testdata/camera.c, a simulated camera.
func camera(t *testing.T) string {
	t.Helper()
	library := filepath.Join(t.TempDir(), "camera.so")
	if out, err := exec.Command("cc", "-shared", "-fPIC", "-o", library, "testdata/camera.c", "-ldl").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return library
}

// TestCamera exports a simulated camera: each picture once, with its capture time. Errors: busy,
// gone, silent, or another size.
func TestCamera(t *testing.T) {
	t.Parallel() // mostly waiting
	library := camera(t)
	run := func(t *testing.T, variables []string, args ...string) *clitest.Process {
		p := clitest.Program(t, append([]string{"export", "--engine", "cpu", "--device", "v4l2:/dev/camera-for-tests", "--summary", "-o", "-"}, args...)...)
		p.Env = append(append(p.Env, "LD_PRELOAD="+library), variables...)
		return p
	}
	type frame struct {
		Index int64   `json:"frame_index"`
		PTS   int64   `json:"pts"`
		Luma  float64 `json:"luma_mean"`
	}
	frames := func(t *testing.T, p *clitest.Process) (list []frame) {
		t.Helper()
		for line := range strings.Lines(string(frameLines(p.Out.Bytes()))) {
			var f frame
			if err := json.Unmarshal([]byte(line), &f); err != nil {
				t.Fatalf("%v: %s", err, p.Err.String())
			}
			list = append(list, f)
		}
		return list
	}
	begun := time.Now()
	p := run(t, nil, "--frames", "20", "--device-rate", "50", "--device-size", "64x48")
	if err := p.Run(); err != nil {
		t.Fatalf("%v: %s", err, p.Err.String())
	}
	list := frames(t, p)
	if len(list) != 20 {
		t.Fatalf("%d frames", len(list))
	}
	for i, f := range list {
		if f.Index != int64(i) || f.Luma != 16+float64(i) {
			t.Errorf("frame %d is %d of luma %v", i, f.Index, f.Luma)
		}
		if at := time.UnixMicro(f.PTS); at.Before(begun) || at.After(time.Now()) {
			t.Errorf("frame %d was taken at %v, between %v and %v", i, at, begun, time.Now())
		}
		if i > 0 && f.PTS <= list[i-1].PTS {
			t.Errorf("frame %d was taken %d µs after the one before", i, f.PTS-list[i-1].PTS)
		}
	}
	t.Run("trouble", func(t *testing.T) { // parallel, because most of it is waiting
		for _, c := range []struct {
			variable string
			args     []string
			status   int
			frames   int
			says     string
		}{
			{"CAMERA_BUSY=1", nil, clitest.Failed, 0, "another program uses it"},
			{"CAMERA_RATE=25", []string{"--device-size", "640x480"}, clitest.Failed, 0, "no pictures of 640×480 pixels; the nearest size is 64×48"},
			{"CAMERA_GOES=7", nil, clitest.Partly, 7, "is gone"},
			{"CAMERA_RESTS=7", nil, clitest.Partly, 7, "nothing came for 10 s"},
			{"CAMERA_RESTS=0", nil, clitest.Failed, 0, "nothing came for 10 s"},
		} {
			t.Run(c.says, func(t *testing.T) {
				if strings.Contains(c.says, "10 s") {
					full.Only(t, "it takes the 10 s, which tests of decode have on another clock")
				}
				t.Parallel()
				p := run(t, []string{c.variable}, c.args...)
				p.Run()
				if said := p.Err.String(); p.ProcessState.ExitCode() != c.status || strings.Count(said, "\n") != 1 || !strings.Contains(said, c.says) {
					t.Errorf("%s: %d, %q", c.variable, p.ProcessState.ExitCode(), said)
				}
				if c.frames > 0 {
					if n := len(frames(t, p)); n != c.frames {
						t.Errorf("%s: %d frames", c.variable, n)
					}
				}
			})
		}
	})
	// The user ends a silent one.
	for variable, status := range map[string]int{"CAMERA_RESTS=3": clitest.Done, "CAMERA_RESTS=0": clitest.Interrupted} {
		p := run(t, []string{variable})
		if status == clitest.Interrupted {
			if err := p.Start(); err != nil {
				t.Fatal(err)
			}
			wait.For(t, "the program opens the camera", func() bool { return opened(p, "memfd:camera") })
		} else {
			p.Begin(t, 1+3) // the header and all frames
		}
		if err := p.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		if got := p.End(t); got != status || strings.Contains(p.Err.String(), "nothing came") {
			t.Errorf("%s: %d: %s", variable, got, p.Err.String())
		}
	}
	p = run(t, []string{"CAMERA_RATE=25"})
	p.Begin(t, 1+5)
	p.Process.Signal(syscall.SIGTERM)
	if status := p.End(t); status != clitest.Done || len(frames(t, p)) < 5 {
		t.Errorf("%d: %s", status, p.Err.String())
	}
}

// opened reports whether the program has opened a file whose name contains a text.
func opened(p *clitest.Process, name string) bool {
	names, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", p.Process.Pid))
	return slices.ContainsFunc(names, func(descriptor string) bool {
		file, err := os.Readlink(descriptor)
		return err == nil && strings.Contains(file, name)
	})
}
