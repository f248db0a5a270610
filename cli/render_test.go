package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A rendering in each container, with plain file names that FFmpeg would take
// for protocols and patterns.
func TestRender(t *testing.T) {
	dir := t.TempDir()
	clip, err := filepath.Abs("../samples/tiny-420.mp4")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for _, c := range []struct {
		name, streams, says string
		args                []string
	}{
		{"a:b.mp4", "h264 aac", "a:b.mp4: 30 frames of 160×90, libx264 in yuv420p", nil},
		{"p%03d.mp4", "h264 aac", "p%03d.mp4: 30 frames", []string{"--look", "fill", "--colour-by", "age", "--opacity", "0.5", "--range", "full"}},
		{"-x.MKV", "ffv1 aac", "-x.MKV: 30 frames of 160×90, ffv1 in bgr0", []string{"--encoder", "ffv1"}},
		{"file:ä ö.mov", "hevc", "libx265 in yuv444p", []string{"--encoder", "libx265", "--quality", "30", "--preset", "ultrafast", "--no-sound", "--pix-fmt", "yuv444p"}},
		{"o.mov", "prores", "prores_ks in yuva444p10le", []string{"--overlay-only"}},
		{"o.webm", "vp9", "libvpx-vp9 in yuva420p", []string{"--overlay-only", "--frames", "3"}},
		{"x.bin", "ffv1 aac", "ffv1 in bgr0", []string{"--format", "nut", "--variant", "feature"}},
	} {
		status, stdout, stderr := call(t, append([]string{"render", "--engine", "cpu", "--output=" + c.name, clip}, c.args...)...)
		if status != statusDone || stdout != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: status %d, %q", c.name, status, stderr)
			continue
		}
		out, err := exec.Command("ffprobe", "-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", "file:./"+c.name).Output()
		if got := strings.Join(strings.Fields(string(out)), " "); err != nil || got != c.streams {
			t.Errorf("%s: streams %q, %v; want %q", c.name, got, err, c.streams)
		}
	}
	if got, want := files(t, dir), "-x.MKV a:b.mp4 file:ä ö.mov o.mov o.webm p%03d.mp4 x.bin"; got != want {
		t.Errorf("the folder has %q", got)
	}
}

func TestRenderErrors(t *testing.T) {
	dir := t.TempDir()
	clip, out := "../samples/tiny-420.mp4", filepath.Join(dir, "x.mp4")
	for name, c := range map[string]struct {
		args   []string
		status int
		says   string
	}{
		"ending":        {[]string{"-o", filepath.Join(dir, "x.gif"), clip}, statusUsage, "mp4, m4v, mov, mkv, webm, nut"},
		"format":        {[]string{"-o", out, "--format", "avi", clip}, statusUsage, `"avi" is no container`},
		"encoder":       {[]string{"-o", out, "--encoder", "x264", clip}, statusUsage, `no video encoder "x264"`},
		"quality":       {[]string{"-o", out, "--quality=-1", clip}, statusUsage, "between 0 (best) and 51"},
		"not a quality": {[]string{"-o", out, "--quality", "nan", clip}, statusUsage, "quality NaN"},
		"alpha":         {[]string{"-o", out, "--overlay-only", clip}, statusUsage, "mp4 has no codec with transparency, which mov, mkv, webm and nut have"},
		"opacity":       {[]string{"-o", out, "--opacity", "2", clip}, statusUsage, "--opacity"},
		"frames":        {[]string{"-o", out, "--frames", "0", clip}, statusUsage, "--frames"},
		"sound in webm": {[]string{"-o", filepath.Join(dir, "x.webm"), clip}, statusFailed, "--no-sound leaves it out"},
		"a pipe":        {[]string{"-o", "-", "--format", "mp4", clip}, statusFailed, "--format mkv, webm and nut do without"},
		"backwards":     {[]string{"-o", out, "--from", "1", "--to", "#2", clip}, statusFailed, "--to is before --from"},
		"no frame":      {[]string{"-o", out, "--from", "#40", clip}, statusFailed, "--from: there is no frame 40"},
		"disk full":     {[]string{"-o", "/dev/full", "--format", "mkv", clip}, statusFailed, "no space left"},
		"unwritable":    {[]string{"-o", filepath.Join(dir, "none", "x.mp4"), clip}, statusFailed, "none"},
		"no video":      {[]string{"-o", out, "../samples/tiny-sound-only.m4a"}, statusFailed, "no video stream"},
	} {
		status, _, stderr := call(t, append([]string{"render"}, c.args...)...)
		if status != c.status || !strings.Contains(stderr, c.says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: status %d, %q; want %d and %q", name, status, stderr, c.status, c.says)
		}
		if left := files(t, dir); left != "" {
			t.Errorf("%s: left behind: %s", name, left)
		}
	}
}

// Encoders with their own log do not print it.
func TestRenderIsQuiet(t *testing.T) {
	for _, encoder := range []string{"libx264", "libx265", "libvpx-vp9", "libsvtav1"} {
		p := program(t, "render", "--engine", "cpu", "--frames", "3", "--encoder", encoder, "-o", filepath.Join(t.TempDir(), "x.mkv"), "../samples/tiny-420.mp4")
		if err := p.Run(); err != nil || strings.Count(p.stderr.String(), "\n") != 1 {
			t.Errorf("%s: %v, %q", encoder, err, p.stderr.String())
		}
	}
}

// Standard output takes the containers that can be written sequentially.
func TestRenderToStandardOutput(t *testing.T) {
	status, stdout, stderr := call(t, "render", "--engine", "cpu", "--format", "nut", "-o", "-", "../samples/tiny-420.mp4")
	if status != statusDone || !strings.HasPrefix(stdout, "nut/multimedia container") {
		t.Errorf("status %d, %q, %d bytes", status, stderr, len(stdout))
	}
}

// An interrupted rendering leaves the old file, and nothing else.
func TestRenderInterrupted(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "x.mp4")
	if err := os.WriteFile(out, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	p := program(t, "render", "--engine", "cpu", "--force", "-o", out)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	// Wait until the temporary file is beside the old one.
	for start := time.Now(); len(strings.Fields(files(t, dir))) < 2; time.Sleep(time.Millisecond) {
		if time.Since(start) > time.Minute {
			t.Fatal("the rendering does not begin")
		}
	}
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	p.Wait()
	if code := p.ProcessState.ExitCode(); code != statusInterrupted || p.stderr.String() != "ffkvadrat: interrupted\n" {
		t.Errorf("status %d, %q", code, p.stderr.String())
	}
	if data, err := os.ReadFile(out); err != nil || string(data) != "old" {
		t.Errorf("the old file holds %d bytes, %v", len(data), err)
	}
	if left := files(t, dir); left != "x.mp4" {
		t.Errorf("left behind: %s", left)
	}
}

// A damaged file is rendered as far as possible, with its own status.
func TestRenderHalfAFile(t *testing.T) {
	data, err := os.ReadFile("../samples/tiny-mpeg2.ts")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	clip, out := filepath.Join(dir, "cut.ts"), filepath.Join(dir, "x.mkv")
	if err := os.WriteFile(clip, data[:len(data)/2+77], 0o644); err != nil {
		t.Fatal(err)
	}
	status, _, stderr := call(t, "render", "--engine", "cpu", "-o", out, clip)
	if status != statusPartly || !strings.Contains(stderr, " frames in "+out) || strings.Count(stderr, "\n") != 1 {
		t.Errorf("status %d, %q", status, stderr)
	}
}
