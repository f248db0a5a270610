package processes

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/clitest"
)

// TestStandardInput reads videos from a pipe. Videos that can be read sequentially are exported;
// for others there is a message.
func TestStandardInput(t *testing.T) {
	source := []string{"-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25:duration=1", "-c:v", "libx264", "-qp", "5"}
	stream, file := clips.Make(t, "a.ts", source...), clips.Make(t, "a.mp4", source...)
	// piped returns the program's result for a file from a pipe.
	piped := func(path string, args ...string) (status int, stdout, stderr string) {
		t.Helper()
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		p := clitest.Program(t, append([]string{"export", "--engine", "cpu", "--format", "ndjson", "-o", "-", "-"}, args...)...)
		p.Stdin = bytes.NewReader(data) // os/exec copies it into a pipe
		p.Run()
		return p.ProcessState.ExitCode(), p.Out.String(), p.Err.String()
	}
	frames := func(export string) string {
		_, lines, _ := strings.Cut(export, "\n")
		return lines
	}
	status, got, stderr := piped(stream)
	if want := frames(string(clitest.Export(t, "--engine", "cpu", stream))); status != clitest.Done || frames(got) != want {
		t.Errorf("status %d, %q, and %d bytes instead of %d", status, stderr, len(frames(got)), len(want))
	}
	status, got, stderr = piped(stream, "--from", "#9", "--frames", "3")
	if want := frames(string(clitest.Export(t, "--engine", "cpu", "--from", "#9", "--frames", "3", stream))); status != clitest.Done || frames(got) != want {
		t.Errorf("from the middle: status %d, %q, and %d bytes instead of %d", status, stderr, len(frames(got)), len(want))
	}
	moving := []string{"-f", "lavfi", "-i", "testsrc2=size=96x64:rate=10:duration=2"}
	plain := clips.Each(t, moving, clips.Output{Name: "a.y4m"}, clips.Output{Name: "a.yuv", Args: []string{"-f", "rawvideo", "-pix_fmt", "yuv420p"}})
	want := frames(string(clitest.Export(t, "--engine", "cpu", plain[0])))
	if status, got, stderr = piped(plain[0]); status != clitest.Done || frames(got) != want || want == "" {
		t.Errorf("Y4M: status %d, %q, and %d bytes instead of %d", status, stderr, len(frames(got)), len(want))
	}
	if status, got, stderr = piped(plain[1], "--raw", "96x64:yuv420p@10"); status != clitest.Done || frames(got) != want {
		t.Errorf("raw video: status %d, %q, and %d bytes instead of %d", status, stderr, len(frames(got)), len(want))
	}
	if info, err := os.Stat(file); err != nil || info.Size() < 100<<10 {
		t.Fatalf("the data fit into a buffer: %v, %v", info, err)
	}
	status, got, stderr = piped(file)
	if status != clitest.Failed || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "not seekable") || got != "" {
		t.Errorf("index at the end: status %d, %q, %.60q", status, stderr, got)
	}
}
