package cli

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/export"
)

// verify accepts the cubes that export writes, alone and against the video, of windows of all
// lengths, selections, discriminators and engines.
func TestVerifyCubes(t *testing.T) {
	for _, c := range []struct{ clip, name, flags string }{
		{"tiny-420.mp4", "a.json", "--cube 8"}, // 30 frames
		{"tiny-420.mp4", "a.ndjson.zst", "--cube 16 --threshold 0.003 --engine gpu"},
		{"tiny-10bit.mp4", "a.ndjson", "--cube 64 --operator sobel --planes yuv --invert"},
		{"tiny-odd-175x143.mp4", "a.ndjson", "--cube 32 --min-size 2 --max-size 8 --threshold 0.1"},
		{"tiny-420.mp4", "a.ndjson", "--cube 8 --operator motion --threshold 0.0005"},
		{"tiny-420.mp4", "a.ndjson", "--cube 8 --operator motion --threshold 0.0005 --every 3 --from #4"},
		{"tiny-rgb.mkv", "a.ndjson", "--cube 16 --operator colour --colour #908070 --threshold 0.05"},
		{"tiny-open-gop.mp4", "a.ndjson", "--cube 8 --from #9 --every 2"},
		{"tiny-mpeg2.ts", "a.ndjson", "--cube 8 --from 0.5 --frames 9"},
		{"sample.mp4", "a.ndjson", "--cube 8 --from 7 --frames 25 --every 2"},
		{"sample.mp4", "a.ndjson", "--cube 8 --frames 8 --quads 2000"},
		{"tiny-420.mp4", "a.ndjson", "--cube 64 --frames 1"},
		{"tiny-420.mp4", "a.ffq", "--cube 8"},
		{"tiny-open-gop.mp4", "a.ffq.zst", "--cube 16 --from #9 --every 2 --operator motion --threshold 0.0005"},
		{"tiny-still.png", "a.ndjson", "--cube 8"},
	} {
		clip := "../samples/" + c.clip
		out := filepath.Join(t.TempDir(), c.name)
		args := append([]string{"export", "--engine", "cpu", "-o", out, clip}, strings.Fields(c.flags)...)
		if status, _, stderr := call(t, args...); status != statusDone {
			t.Fatalf("%s %s: status %d, %q", c.clip, c.flags, status, stderr)
		}
		for _, args := range [][]string{{"verify", out}, {"verify", out, clip}} {
			status, stdout, stderr := call(t, args...)
			if status != statusDone || !strings.Contains(stdout, " cubes, all as they should be") && !strings.Contains(stdout, " 1 cube, all") || stderr != "" {
				t.Errorf("%s %s: status %d, %q, %q", c.clip, c.flags, status, stdout, stderr)
			}
		}
	}
}

// The engine does not change a byte.
func TestCubesOfEngines(t *testing.T) {
	args := []string{"--cube", "16", "--threshold", "0.003", "../samples/tiny-420.mp4"}
	cpu := exportFile(t, append([]string{"--engine", "cpu"}, args...)...)
	if gpu := exportFile(t, append([]string{"--engine", "gpu"}, args...)...); !bytes.Equal(gpu, cpu) {
		t.Error("the GPU's export is another one")
	}
}

func TestVerifyFaultsOfCubes(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	cubes := exportFile(t, "--engine", "cpu", "--cube", "8", "--threshold", "0.003", clip)
	thirds := exportFile(t, "--engine", "cpu", "--cube", "8", "--every", "3", clip)
	text := func(data []byte, old, new string) []byte { return bytes.Replace(data, []byte(old), []byte(new), 1) }
	for name, c := range map[string]struct {
		data  []byte
		alone bool // found without the video
		says  string
	}{
		"a window is missing": {without(cubes, 1), true, "frame 16: it begins with frame 16, and frame 8 comes after the window before it"},
		"a short window": {rewritten(t, cubes, func(_ *export.Header, f []export.Frame) {
			f[0].Window, f[0].Quads, f[0].Starts = 1, nil, nil
		}), true, "frame 8: the window before it has room for its first frame"},
		"a cube less": {rewritten(t, cubes, func(_ *export.Header, f []export.Frame) {
			f[1].Quads, f[1].Starts = f[1].Quads[1:], f[1].Starts[1:]
		}), false, "frame 8: cube 0 is"},
		"without the last": {rewritten(t, cubes, func(_ *export.Header, f []export.Frame) {
			n := len(f[1].Quads) - 1
			f[1].Quads, f[1].Starts = f[1].Quads[:n], f[1].Starts[:n]
		}), false, "the video has"},
		"another threshold": {rewritten(t, cubes, func(h *export.Header, _ []export.Frame) { h.Analysis.Threshold = 0.004 }), false, "the video's is"},
		"another time":      {rewritten(t, cubes, func(_ *export.Header, f []export.Frame) { f[2].PTS++ }), false, "frame 16: its pts"},
		"largest":           {rewritten(t, cubes, func(h *export.Header, _ []export.Frame) { h.Analysis.MaxSize = 1 }), true, "larger than max_size 1"},
		"too long": {rewritten(t, cubes, func(_ *export.Header, f []export.Frame) {
			f[3].Window = 8 // it has 6
		}), false, "the video ends before frame 6 of its window of 8"},
		"other frames":   {rewritten(t, thirds, func(h *export.Header, _ []export.Frame) { h.Analysis.Every = 4 }), true, "frame 24: it begins with frame 24, and frame 32 comes"},
		"frame for size": {text(cubes, `"frame","size"`, `"size","frame"`), true, "unsupported quad fields"},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "quads")
			if err := os.WriteFile(file, c.data, 0o644); err != nil {
				t.Fatal(err)
			}
			status, stdout, stderr := call(t, "verify", file)
			if seen := status == statusFailed && strings.Contains(stdout+stderr, c.says); seen != c.alone || !seen && status != statusDone {
				t.Errorf("alone: status %d, %q, %q; want %q: %v", status, stdout, stderr, c.says, c.alone)
			}
			status, stdout, stderr = call(t, "verify", file, clip)
			if status != statusFailed || !strings.Contains(stdout+stderr, c.says) {
				t.Errorf("with the video: status %d, %q, %q; want %q", status, stdout, stderr, c.says)
			}
		})
	}
}

// Flags that do not go with cubes, and formats without a place for them, are errors.
func TestCubeFlags(t *testing.T) {
	const clip = "../samples/tiny-still.png"
	for flags, says := range map[string]string{
		"--cube 12":                                "windows of 8, 16, 32 or 64 frames, not of 12",
		"--cube 4":                                 "not of 4",
		"--cube=-8":                                "not of -8",
		"--cube 8 --variant feature":               "--cube belongs to --variant edge",
		"--cube 8 --variant points":                "--cube belongs to --variant edge",
		"--cube 8 --template 0,0,8,8@0":            "--cube belongs to --variant edge",
		"--cube 8 --classes 0,0.1,0.2":             "cubes have no classes",
		"--cube 8 --quads 100 --each":              "a cube has one threshold",
		"--cube 8 --format coco --invert":          "coco has no place for cubes: json, ndjson, csv, yuview, ffq and ply have",
		"--cube 8 --format coco":                   "coco has no place for cubes",
		"--cube 8 --format mtx --variant points":   "--cube belongs to --variant edge",
		"--cube 8 --format npz --operator laplace": "npz",
	} {
		args := append([]string{"export", "-o", filepath.Join(t.TempDir(), "a.ndjson"), clip}, strings.Fields(flags)...)
		if status, _, stderr := call(t, args...); status != statusUsage || !strings.Contains(stderr, says) {
			t.Errorf("%s: status %d, %q, want %q", flags, status, stderr, says)
		}
	}
}

// TestCubesInLittleMemory exports 3,000 frames: memory is that of a window.
func TestCubesInLittleMemory(t *testing.T) {
	clip := looped(t, "59", "testsrc2=size=1280x720:rate=25:duration=2", "-c:v", "libx264", "-preset", "ultrafast", "-bf", "0", "-g", "50")
	memory := func(frames int) int64 {
		p := program(t, "export", "--engine", "cpu", "--cube", "64", "--threshold", "0.001", "--frames", strconv.Itoa(frames), "-o", filepath.Join(t.TempDir(), "q.ndjson"), clip)
		if err := p.Run(); err != nil {
			t.Fatalf("%v: %s", err, p.stderr.String())
		}
		return p.memory(t)
	}
	few, many := memory(256), memory(3000)
	t.Logf("256 frames took %d MiB, 3000 took %d MiB", few>>20, many>>20)
	if 4*many > 5*few {
		t.Error("memory grows with the number of frames")
	}
}

// A snapshot has the picture that render has, and so does one of another window; it says how many
// quads there are.
func TestSnapshotOfCubes(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	dir := t.TempDir()
	flags := []string{"--engine", "cpu", "--cube", "8", "--colour-by", "age", "--min-size", "2", clip}
	if status, _, stderr := call(t, append([]string{"render", "-o", filepath.Join(dir, "a-%02d.png")}, flags...)...); status != statusDone {
		t.Fatal(stderr)
	}
	for at, name := range map[string]string{"#0": "a-00.png", "#8": "a-08.png", "#24": "a-24.png"} {
		still := filepath.Join(dir, "still.png")
		status, _, stderr := call(t, append([]string{"snapshot", "--force", "--at", at, "-o", still}, flags...)...)
		if status != statusDone || !strings.Contains(stderr, " quads") {
			t.Fatalf("status %d, %q", status, stderr)
		}
		if !bytes.Equal(pixelsOf(t, still), pixelsOf(t, filepath.Join(dir, name))) {
			t.Errorf("%s is another picture than %s", at, name)
		}
	}
	quads := filepath.Join(dir, "quads.png")
	if status, _, stderr := call(t, "snapshot", "--engine", "cpu", "--colour-by", "age", "--min-size", "2", "-o", quads, clip); status != statusDone {
		t.Fatal(stderr)
	}
	if bytes.Equal(pixelsOf(t, quads), pixelsOf(t, filepath.Join(dir, "a-00.png"))) {
		t.Error("cubes look like quads")
	}
	for flags, says := range map[string]string{
		"--cube 8 --view pyramid":    "--view pyramid",
		"--cube 8 --variant feature": "--cube belongs to --variant edge",
		"--cube 9":                   "not of 9",
	} {
		for _, args := range [][]string{{"snapshot", "-o", quads}, {"render", "-o", filepath.Join(dir, "a.mkv")}} {
			if status, _, stderr := call(t, append(append(args, clip), strings.Fields(flags)...)...); status != statusUsage || !strings.Contains(stderr, says) {
				t.Errorf("%s %s: status %d, %q", args[0], flags, status, stderr)
			}
		}
	}
}

// pixelsOf are those of a PNG file.
func pixelsOf(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	to := image.NewRGBA(img.Bounds())
	draw.Draw(to, to.Rect, img, img.Bounds().Min, draw.Src)
	return to.Pix
}

// TestRenderOfStoredCubes: an export of cubes is refused in one line, as its frames have no times.
func TestRenderOfStoredCubes(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.ndjson", "a.ffq"} {
		in, out := filepath.Join(dir, name), filepath.Join(dir, "a.mp4")
		if status, _, stderr := call(t, "export", "--engine", "cpu", "--cube", "8", "-o", in, "../samples/tiny-420.mp4"); status != statusDone {
			t.Fatal(stderr)
		}
		status, _, stderr := call(t, "render", in, "-o", out)
		if _, err := os.Stat(out); status != statusFailed || !strings.Contains(stderr, "render the video with --cube") || strings.Count(stderr, "\n") != 1 || err == nil {
			t.Errorf("%s: status %d, %q, %v", name, status, stderr, err)
		}
	}
}
