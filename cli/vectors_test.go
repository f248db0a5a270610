package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// TestExportVectors exports regions of equal motion: all engines write the same bytes, which verify
// accepts, and a frame is the same wherever the export begins, and from a pipe.
func TestExportVectors(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"tiny-420.mp4", "tiny-open-gop.mp4", "tiny-mpeg2.ts", "tiny-vfr.mp4"} {
		clip := "../samples/" + name
		args := []string{clip, "--variant", "feature", "--features", "vectors"}
		var texts [2]string
		for i, engine := range []string{"cpu", "gpu"} {
			out := filepath.Join(t.TempDir(), engine+".ndjson")
			texts[i] = exportAs(t, out, append(args, "--engine", engine)...)
			if status, _, err := call(t, "verify", out, clip); status != 0 {
				t.Errorf("%s on the %s: %s", name, engine, err)
			}
		}
		if texts[0] != texts[1] {
			t.Errorf("%s: the engines write other bytes", name)
		}
		if !strings.Contains(texts[0], ",16383,") || !strings.Contains(texts[0], `"mean_known","mean_dx","mean_dy"`) {
			t.Errorf("%s: nothing has a vector", name)
		}
		lines := strings.Split(strings.TrimSpace(texts[0]), "\n")[1:]
		if strings.HasSuffix(name, ".ts") {
			piped := exportAs(t, filepath.Join(t.TempDir(), "piped.ndjson"), append([]string{pipeOf(t, clip)}, args[1:]...)...)
			if got := strings.Split(strings.TrimSpace(piped), "\n")[1:]; !slices.Equal(got, lines) {
				t.Errorf("%s: other frames from a pipe", name)
			}
		}
		for _, n := range []string{"1", "3", "5"} {
			rest := strings.Split(exportAs(t, filepath.Join(t.TempDir(), "rest.ndjson"), append(args, "--from", "#"+n, "--frames", "1")...), "\n")
			if len(rest) < 2 || !slices.Contains(lines, rest[1]) {
				t.Errorf("%s from frame %s: %.200s, not as in the whole export", name, n, rest)
			}
		}
	}
}

// pipeOf returns the name of a pipe that yields a file once.
func pipeOf(t *testing.T, file string) string {
	t.Helper()
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = os.WriteFile(pipe, data, 0) }() // a reader may stop before the end
	return pipe
}

// TestVectorsFromAPipe: commands that show a frame take vectors from a pipe, and report if there
// are none.
func TestVectorsFromAPipe(t *testing.T) {
	dir := t.TempDir()
	for _, args := range [][]string{
		{"probe", "--variant", "feature", "--features", "vectors"},
		{"snapshot", "-o", filepath.Join(dir, "a.png"), "--view", "vectors"},
		{"snapshot", "-o", filepath.Join(dir, "b.png"), "--variant", "feature", "--features", "vectors"},
	} {
		if status, _, err := call(t, append(args, pipeOf(t, "../samples/tiny-mpeg2.ts"))...); status != 0 {
			t.Errorf("%q: status %d, %s", args, status, err)
		}
		if args[0] == "snapshot" {
			args = append(args, "--force")
		}
		if status, _, err := call(t, append(args, pipeOf(t, "../samples/tiny-vp9.webm"))...); status != 1 || !strings.Contains(err, "no motion vectors") {
			t.Errorf("%q, of VP9: status %d, %s", args, status, err)
		}
	}
}

// TestNoVectors: every command that would show vectors reports a video without them.
func TestNoVectors(t *testing.T) {
	out := filepath.Join(t.TempDir(), "a")
	for _, args := range [][]string{
		{"export", "-o", out + ".ndjson", "--variant", "feature", "--features", "vectors"},
		{"render", "-o", out + ".mkv", "--variant", "feature", "--features", "vectors"},
		{"render", "-o", out + ".mkv", "--view", "vectors"},
		{"snapshot", "-o", out + ".png", "--view", "vectors"},
		{"snapshot", "-o", out + ".png", "--variant", "feature", "--features", "vectors"},
		{"sheet", "-o", out + ".png", "--variant", "feature", "--features", "vectors"},
		{"probe", "--variant", "feature", "--features", "vectors"},
	} {
		status, _, err := call(t, append(args, "../samples/tiny-vp9.webm")...)
		if status == 0 || !strings.Contains(err, "no motion vectors") {
			t.Errorf("%q: status %d, %s", args, status, err)
		}
	}
	for _, args := range [][]string{
		{"--features", "vectors"}, {"--features", "vectors", "--operator", "colour", "--colour", "#ff0000"},
	} {
		if status, _, err := call(t, append([]string{"probe", "../samples/tiny-420.mp4"}, args...)...); status == 0 {
			t.Errorf("%q are taken: %s", args, err)
		}
	}
}

// TestDrawVectors: each command that draws shows vectors.
func TestDrawVectors(t *testing.T) {
	dir := t.TempDir()
	for i, args := range [][]string{
		{"snapshot", "--at", "#5", "--view", "vectors", "-o", "a.png"},
		{"snapshot", "--at", "#5", "--variant", "feature", "--features", "vectors", "-o", "b.png"},
		{"sheet", "--variant", "feature", "--features", "vectors", "-o", "c.png"},
		{"render", "--view", "vectors", "-o", "d.mkv"},
		{"render", "--variant", "feature", "--features", "vectors", "-o", "e.mkv"},
	} {
		out := filepath.Join(dir, args[len(args)-1])
		args[len(args)-1] = out
		if status, _, err := call(t, append(args, "../samples/tiny-420.mp4")...); status != 0 {
			t.Errorf("%q: %s", args, err)
		}
		if info, err := os.Stat(out); err != nil || info.Size() < 100 {
			t.Errorf("%d: %v, %v", i, info, err)
		}
	}
}
