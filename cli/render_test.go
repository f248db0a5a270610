package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"ffkvadrat/tests/clitest"
	"ffkvadrat/tests/wait"
)

// TestRender: each container, with plain file names that FFmpeg would take for protocols and
// patterns.
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
		{"file:ä ö.mov", "hevc", "libx265 in yuv444p", []string{"--encoder", "libx265", "--quality", "30", "--preset", "ultrafast", "--mute", "--pix-fmt", "yuv444p"}},
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
	if got, want := clitest.Files(t, dir), "-x.MKV a:b.mp4 file:ä ö.mov o.mov o.webm p%03d.mp4 x.bin"; got != want {
		t.Errorf("the folder has %q", got)
	}
}

// TestRenderErrors: each error is one line with a reason, and leaves no file behind.
func TestRenderErrors(t *testing.T) {
	dir := t.TempDir()
	clip, out := "../samples/tiny-420.mp4", filepath.Join(dir, "x.mp4")
	for name, c := range map[string]struct {
		args   []string
		status int
		says   string
	}{
		"extension":     {[]string{"-o", filepath.Join(dir, "x.gif"), clip}, statusUsage, "mp4, m4v, mov, mkv, webm, nut"},
		"format":        {[]string{"-o", out, "--format", "avi", clip}, statusUsage, `"avi" is not a container`},
		"encoder":       {[]string{"-o", out, "--encoder", "x264", clip}, statusUsage, `no video encoder "x264"`},
		"quality":       {[]string{"-o", out, "--quality=-1", clip}, statusUsage, "between 0 (best) and 51"},
		"not a quality": {[]string{"-o", out, "--quality", "nan", clip}, statusUsage, "quality NaN"},
		"alpha":         {[]string{"-o", out, "--overlay-only", clip}, statusUsage, "mp4 has no codec with transparency; mov, mkv, webm and nut have one"},
		"opacity":       {[]string{"-o", out, "--opacity", "2", clip}, statusUsage, "--opacity"},
		"frames":        {[]string{"-o", out, "--frames", "0", clip}, statusUsage, "--frames"},
		"sound in webm": {[]string{"-o", filepath.Join(dir, "x.webm"), clip}, statusFailed, "--mute leaves it out"},
		"a pipe":        {[]string{"-o", "-", "--format", "mp4", clip}, statusFailed, "--format mkv, webm and nut need no seeking"},
		"backwards":     {[]string{"-o", out, "--from", "1", "--to", "#2", clip}, statusFailed, "--to is before --from"},
		"no frame":      {[]string{"-o", out, "--from", "#40", clip}, statusFailed, "--from: there is no frame with index 40"},
		"disk full":     {[]string{"-o", "/dev/full", "--format", "mkv", clip}, statusFailed, "no space left"},
		"unwritable":    {[]string{"-o", filepath.Join(dir, "none", "x.mp4"), clip}, statusFailed, "none"},
		"no video":      {[]string{"-o", out, "../samples/tiny-sound-only.m4a"}, statusFailed, "no video stream"},
		"no second":     {[]string{"-o", out, "--colour-by", "error", clip}, statusUsage, "--colour-by: error compares with a second video: add --beside"},
		"difference":    {[]string{"-o", out, "--view", "difference", clip}, statusUsage, "--view: difference compares with a second video, in play only"},
		"second":        {[]string{"-o", out, "--beside", clip, clip}, statusUsage, "--beside: the second video is only for --colour-by error"},
		"seconds":       {[]string{"-o", dir, "--beside", clip, "--colour-by", "error", clip, clip}, statusUsage, "--beside goes with one video"},
		"no encode":     {[]string{"-o", out, "--beside", "../samples/tiny-sound-only.m4a", "--colour-by", "error", clip}, statusFailed, "tiny-sound-only.m4a\": no video stream"},
		"another size":  {[]string{"-o", out, "--beside", "../samples/tiny-10bit.mp4", "--colour-by", "error", clip}, statusFailed, "tiny-10bit.mp4"},
		"scale alone":   {[]string{"-o", out, "--scale", clip}, statusUsage, "--scale is for a second video: add --beside"},
	} {
		status, _, stderr := call(t, append([]string{"render"}, c.args...)...)
		if status != c.status || !strings.Contains(stderr, c.says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: status %d, %q; want %d and %q", name, status, stderr, c.status, c.says)
		}
		if left := clitest.Files(t, dir); left != "" {
			t.Errorf("%s: left behind: %s", name, left)
		}
	}
}

// TestRenderIsQuiet: encoders with their own log do not print it.
func TestRenderIsQuiet(t *testing.T) {
	t.Parallel()
	stored := filepath.Join(t.TempDir(), "a.ffq")
	exportAs(t, stored, "--frames", "3", "../samples/tiny-420.mp4")
	var commands [][]string
	for _, encoder := range []string{"libx264", "libx265", "libvpx-vp9", "libsvtav1"} {
		for _, in := range [][]string{{"--engine", "cpu", "--frames", "3", "../samples/tiny-420.mp4"}, {stored}} {
			commands = append(commands, append([]string{"render", "--encoder", encoder, "-o", filepath.Join(t.TempDir(), "x.mkv")}, in...))
		}
	}
	statuses, said := clitest.Program(t, clitest.InOne(commands)...).Outcomes(t, len(commands))
	for i, command := range commands {
		if statuses[i] != statusDone || strings.Count(said[i], "\n") != 1 {
			t.Errorf("%v: status %d, %q", command, statuses[i], said[i])
		}
	}
}

// TestRenderToStandardOutput: standard output takes the containers that can be written
// sequentially.
func TestRenderToStandardOutput(t *testing.T) {
	status, stdout, stderr := call(t, "render", "--engine", "cpu", "--format", "nut", "-o", "-", "../samples/tiny-420.mp4")
	if status != statusDone || !strings.HasPrefix(stdout, "nut/multimedia container") {
		t.Errorf("status %d, %q, %d bytes", status, stderr, len(stdout))
	}
}

// TestRenderInterrupted: an interrupted rendering leaves the old file, and nothing else.
func TestRenderInterrupted(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "x.mp4")
	if err := os.WriteFile(out, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	p := clitest.Program(t, "render", "--engine", "cpu", "--force", "-o", out)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	wait.For(t, "the temporary file next to the old one", func() bool { return len(strings.Fields(clitest.Files(t, dir))) == 2 })
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	p.Wait()
	if code := p.ProcessState.ExitCode(); code != statusInterrupted || p.Err.String() != "ffkvadrat: interrupted\n" {
		t.Errorf("status %d, %q", code, p.Err.String())
	}
	if data, err := os.ReadFile(out); err != nil || string(data) != "old" {
		t.Errorf("the old file holds %d bytes, %v", len(data), err)
	}
	if left := clitest.Files(t, dir); left != "x.mp4" {
		t.Errorf("left behind: %s", left)
	}
}

// TestRenderHalfAFile: a damaged file is rendered as far as possible, with a status.
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

// TestRenderMany: several videos are rendered into a folder, each as it is alone. Lossy encoders
// may differ from run to run, so the lossless one is compared.
func TestRenderMany(t *testing.T) {
	t.Parallel()
	videos := clitest.VideoFolder(t, map[string]string{"b.gif": "tiny-palette.gif", "damaged.mp4": "tiny-open-gop.mp4"})
	for _, c := range []struct {
		flags, extension, streams string
		status                    int
	}{
		{"", ".mkv", "h264 aac", statusPartly},
		{"--format mp4 --mute --frames 5", ".mp4", "h264", statusDone}, // the damage comes later
		{"--format nut --view mask", ".nut", "ffv1 aac", statusPartly},
	} {
		out := filepath.Join(t.TempDir(), "out")
		flags := append(strings.Fields(c.flags), "--engine", "cpu")
		status, stdout, stderr := call(t, append([]string{"render", videos, "-o", out}, flags...)...)
		lines := strings.Split(strings.TrimSpace(stderr), "\n")
		if last := lines[len(lines)-1]; status != c.status || stdout != "" || !strings.Contains(last, out+": 4 of 4 files rendered, ") || !strings.Contains(last, "; 1 left out, no video") {
			t.Fatalf("%s: status %d, %q", c.flags, status, stderr)
		}
		if !strings.HasPrefix(lines[0], "[1/5] "+out+"/a.mp4"+c.extension+": ") || !strings.HasPrefix(lines[4], "[5/5] ") {
			t.Errorf("%s: %q", c.flags, lines)
		}
		want := strings.ReplaceAll(" /a.mp4.E /b.gif.E /damaged.mp4.E /sub /sub/a.mp4.E", ".E", c.extension)
		if got := tree(t, out); got != want {
			t.Errorf("%s: the folder has %q, want %q", c.flags, got, want)
		}
		alone := filepath.Join(t.TempDir(), "alone"+c.extension)
		if status, _, stderr := call(t, append([]string{"render", videos + "/a.mp4", "-o", alone}, flags...)...); status != statusDone {
			t.Fatalf("alone: status %d, %q", status, stderr)
		}
		hashes := frameHashes(t, out+"/a.mp4"+c.extension, alone)
		if got, want := hashes[0], hashes[1]; c.extension == ".nut" && !slices.Equal(got, want) || len(got) != len(want) {
			t.Errorf("%s: another video than alone", c.flags)
		}
		text, err := exec.Command("ffprobe", "-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", out+"/a.mp4"+c.extension).Output()
		if got := strings.Join(strings.Fields(string(text)), " "); err != nil || got != c.streams {
			t.Errorf("%s: streams %q, want %q", c.flags, got, c.streams)
		}
	}
}

// TestRenderManyErrors: failures are reported as in an export of several videos.
func TestRenderManyErrors(t *testing.T) {
	videos, dir := clitest.VideoFolder(t, nil), t.TempDir()
	file := filepath.Join(dir, "x.mkv")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	clip, silent := "../samples/tiny-420.mp4", "../samples/tiny-sound-only.m4a"
	for name, c := range map[string]struct {
		args   []string
		status int
		says   string
	}{
		"standard output": {[]string{"-o", "-", videos}, statusUsage, "--output: standard output holds one video: name a folder"},
		"a file":          {[]string{"-o", filepath.Join(dir, "y.mp4"), videos}, statusUsage, "y.mp4 names a file"},
		"an old file":     {[]string{"-o", file, clip, clip}, statusUsage, "x.mkv names a file"},
		"the sample":      {[]string{"-o", dir + "/"}, statusUsage, "is a folder: name a file in it"},
		"a container":     {[]string{"-o", dir + "/out", "--format", "avi", videos}, statusUsage, "is not a container"},
		"an empty folder": {[]string{"-o", dir + "/out", t.TempDir()}, statusFailed, "there is no video or picture in it"},
		"sound in webm":   {[]string{"-o", dir + "/out", "--format", "webm", clip, "../samples/tiny-10bit.mp4"}, statusPartly, "--mute leaves it out"},
		"one of two":      {[]string{"-o", dir + "/out", clip, silent}, statusPartly, "1 of 2 files rendered, 30 frames; 1 failed"},
		"resume":          {[]string{"-o", dir + "/out", "--resume", clip, silent}, statusUsage, "unknown flag --resume; export has it"},
	} {
		status, stdout, stderr := call(t, append([]string{"render", "--engine", "cpu"}, c.args...)...)
		if status != c.status || stdout != "" || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: status %d, %q; want %d and %q", name, status, stderr, c.status, c.says)
		}
		os.RemoveAll(dir + "/out")
	}
}
