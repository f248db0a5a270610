package processes

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ffkvadrat/tests/clitest"
	"ffkvadrat/tests/wait"
)

// TestSignals ends exports in the middle. The old file is unchanged, status and message report it,
// and the temporary file is removed. Only SIGKILL leaves it, under its own name, until another
// export writes to the folder.
func TestSignals(t *testing.T) {
	clip := clitest.Looped(t, "2000", "testsrc2=size=320x240:rate=25:duration=2", "-c:v", "libx264", "-preset", "veryfast")
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGKILL} {
		t.Run(signal.String(), func(t *testing.T) {
			dir := t.TempDir()
			out := filepath.Join(dir, "quads.ndjson")
			old := []byte("what was there before")
			if err := os.WriteFile(out, old, 0o600); err != nil {
				t.Fatal(err)
			}
			p := clitest.Program(t, "export", "--engine", "cpu", "--force", "-o", out, clip)
			if err := p.Start(); err != nil {
				t.Fatal(err)
			}
			temporary := func() (size int64) {
				names, err := filepath.Glob(dir + "/.quads.ndjson.tmp-*")
				if err != nil || len(names) > 1 {
					t.Fatalf("%q, %v", names, err)
				}
				for _, name := range names {
					if info, err := os.Stat(name); err == nil {
						size = info.Size()
					}
				}
				return size
			}
			wait.For(t, "the beginning of the export", func() bool { return temporary() > 0 })
			if err := p.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			p.Wait()
			if got, err := os.ReadFile(out); err != nil || !bytes.Equal(got, old) {
				t.Errorf("the old file is %.40q, %v", got, err)
			}
			if signal == syscall.SIGKILL {
				if temporary() == 0 {
					t.Error("no temporary file: the export was over")
				}
				if status, _, said := clitest.Call(t, "export", "--engine", "cpu", "-o", filepath.Join(dir, "other.csv"), "../../samples/tiny-still.png"); status != clitest.Done {
					t.Errorf("the next export: status %d, %s", status, said)
				}
				if left := clitest.Files(t, dir); left != "other.csv quads.ndjson" {
					t.Errorf("after the next export: %s", left)
				}
				return
			}
			// A slow export may first print the warning about its size.
			if code := p.ProcessState.ExitCode(); code != clitest.Interrupted || !strings.HasSuffix("\n"+p.Err.String(), "\nffkvadrat: interrupted\n") {
				t.Errorf("status %d, %q", code, p.Err.String())
			}
			if left, _ := os.ReadDir(dir); len(left) != 1 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// TestWithoutOpenGL exports without a display, without OpenGL, and with an OpenGL that is too old.
// The CPU takes over; commands that request the GPU say in one line why it is not available.
func TestWithoutOpenGL(t *testing.T) {
	clip := "../../samples/tiny-420.mp4"
	want := clitest.Export(t, "--engine", "cpu", clip)
	for name, env := range map[string][]string{
		// Variables of Mesa, and of the library that selects the driver.
		"none":    {"LIBGL_DRIVERS_PATH=/nowhere", "GBM_BACKENDS_PATH=/nowhere", "__EGL_VENDOR_LIBRARY_DIRS=/nowhere"},
		"too old": {"MESA_GL_VERSION_OVERRIDE=3.3"},
	} {
		t.Run(name, func(t *testing.T) {
			env := append(env, "DISPLAY=", "WAYLAND_DISPLAY=")
			out := filepath.Join(t.TempDir(), "out.ndjson")
			p := clitest.Program(t, "export", "--force", "-o", out, clip)
			p.Env = append(p.Env, env...)
			if err := p.Run(); err != nil {
				t.Errorf("%v: %s", err, p.Err.String())
			}
			if got, err := os.ReadFile(out); err != nil || !bytes.Equal(got, want) {
				t.Errorf("another export, %v", err)
			}
			p = clitest.Program(t, "snapshot", "-o", out+".png", clip)
			p.Env = append(p.Env, env...)
			if err := p.Run(); err != nil {
				t.Errorf("snapshot: %v: %s", err, p.Err.String())
			}
			p = clitest.Program(t, "export", "--engine", "gpu", "--force", "-o", out, clip)
			p.Env = append(p.Env, env...)
			p.Run()
			said := p.Err.String()
			if p.ProcessState.ExitCode() != clitest.Failed || strings.Count(said, "\n") != 1 || !strings.Contains(said, "OpenGL 4.3 is not available") {
				t.Errorf("status %d, %q", p.ProcessState.ExitCode(), said)
			}
		})
	}
}
