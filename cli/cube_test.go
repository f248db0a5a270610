package cli

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/quadfile"
	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/full"
)

// TestVerifyCubes: verify accepts exported cubes, alone and against the video, for windows of all
// lengths, selections, discriminators and engines. With -short all clips are small.
func TestVerifyCubes(t *testing.T) {
	t.Parallel()
	large := []exported{
		{"sample.mp4", "a.ndjson", "--cube 8 --from 7 --frames 25 --every 2"},
		{"sample.mp4", "a.ndjson", "--cube 8 --frames 8 --quads 2000"},
	}
	if testing.Short() {
		large[0].clip, large[0].flags = "tiny-420.mp4", "--cube 8 --from 0.3 --frames 11 --every 2"
		large[1].clip, large[1].flags = "tiny-420.mp4", "--cube 8 --frames 8 --quads 200"
	}
	for _, c := range append(large, []exported{
		{"tiny-420.mp4", "a.json", "--cube 8"}, // 30 frames
		{"tiny-420.mp4", "a.ndjson.zst", "--cube 16 --threshold 0.003 --engine gpu"},
		{"tiny-10bit.mp4", "a.ndjson", "--cube 64 --operator sobel --planes yuv --invert"},
		{"tiny-odd-175x143.mp4", "a.ndjson", "--cube 32 --min-size 2 --max-size 8 --threshold 0.1"},
		{"tiny-420.mp4", "a.ndjson", "--cube 8 --operator motion --threshold 0.0005"},
		{"tiny-420.mp4", "a.ndjson", "--cube 8 --operator motion --threshold 0.0005 --every 3 --from #4"},
		{"tiny-rgb.mkv", "a.ndjson", "--cube 16 --operator colour --colour #908070 --threshold 0.05"},
		{"tiny-open-gop.mp4", "a.ndjson", "--cube 8 --from #9 --every 2"},
		{"tiny-mpeg2.ts", "a.ndjson", "--cube 8 --from 0.5 --frames 9"},
		{"tiny-420.mp4", "a.ndjson", "--cube 64 --frames 1"},
		{"tiny-420.mp4", "a.ffq", "--cube 8"},
		{"tiny-open-gop.mp4", "a.ffq.zst", "--cube 16 --from #9 --every 2 --operator motion --threshold 0.0005"},
		{"tiny-still.png", "a.ndjson", "--cube 8"},
	}...) {
		c.verify(t, regexp.MustCompile(" cubes, all correct| 1 cube, all"))
	}
}

// TestCubesOfEngines: all engines write the same bytes.
func TestCubesOfEngines(t *testing.T) {
	args := []string{"--cube", "16", "--threshold", "0.003", "../samples/tiny-420.mp4"}
	cpu := exportFile(t, append([]string{"--engine", "cpu"}, args...)...)
	if gpu := exportFile(t, append([]string{"--engine", "gpu"}, args...)...); !bytes.Equal(gpu, cpu) {
		t.Error("the GPU's export is another one")
	}
}

// TestVerifyFaultsOfCubes: verify finds faults in windows of cubes, some of them without the video.
func TestVerifyFaultsOfCubes(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	cubes := exportFile(t, "--engine", "cpu", "--cube", "8", "--threshold", "0.003", clip)
	uncut := exportFile(t, "--engine", "cpu", "--cube", "8", "--no-cuts", "--threshold", "0.003", clip)
	thirds := exportFile(t, "--engine", "cpu", "--cube", "8", "--every", "3", clip)
	text := func(data []byte, old, new string) []byte { return bytes.Replace(data, []byte(old), []byte(new), 1) }
	for name, c := range map[string]struct {
		data  []byte
		alone bool // found without the video
		says  string
	}{
		"a window is missing": {without(cubes, 1), true, "frame 16: it begins with frame 16, and frame 8 comes after the window before it"},
		"a short window": {rewritten(t, uncut, func(_ *quadfile.Header, f []quadfile.Frame) {
			f[0].Window, f[0].Quads, f[0].Starts = 1, nil, nil
		}), true, "frame 8: the window before it has room for its first frame"},
		"a cube less": {rewritten(t, cubes, func(_ *quadfile.Header, f []quadfile.Frame) {
			f[1].Quads, f[1].Starts = f[1].Quads[1:], f[1].Starts[1:]
		}), false, "frame 8: cube 0 is"},
		"without the last": {rewritten(t, cubes, func(_ *quadfile.Header, f []quadfile.Frame) {
			n := len(f[1].Quads) - 1
			f[1].Quads, f[1].Starts = f[1].Quads[:n], f[1].Starts[:n]
		}), false, "the video has"},
		"another threshold": {rewritten(t, cubes, func(h *quadfile.Header, _ []quadfile.Frame) { h.Analysis.Threshold = 0.004 }), false, "the video's is"},
		"another time":      {rewritten(t, cubes, func(_ *quadfile.Header, f []quadfile.Frame) { f[2].PTS++ }), false, "frame 16: its pts"},
		"largest":           {rewritten(t, cubes, func(h *quadfile.Header, _ []quadfile.Frame) { h.Analysis.MaxSize = 1 }), true, "larger than max_size 1"},
		"too long": {rewritten(t, cubes, func(_ *quadfile.Header, f []quadfile.Frame) {
			f[3].Window = 8 // it has 6
		}), false, "the video ends before frame 6 of its window of 8"},
		"other frames":   {rewritten(t, thirds, func(h *quadfile.Header, _ []quadfile.Frame) { h.Analysis.Every = 4 }), true, "frame 24: it begins with frame 24, and frame 32 comes"},
		"frame for size": {text(cubes, `"frame","size"`, `"size","frame"`), true, "size 0 is not a power of two"},
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

// TestVerifyCutsOfAVideo: verify accepts windows around two cuts ten frames apart in a video of
// FFKVADRAT_MEDIA.
func TestVerifyCutsOfAVideo(t *testing.T) {
	media := os.Getenv("FFKVADRAT_MEDIA")
	if media == "" {
		return
	}
	full.Only(t, "it is a real film; TestVerifyCuts has a small one that is made")
	video := filepath.Join(media, "sintel_trailer-720p.mp4")
	out := filepath.Join(t.TempDir(), "a.ndjson")
	if status, _, stderr := call(t, "export", "--engine", "cpu", "--cube", "32", "--from", "#376", "--frames", "40", "-o", out, video); status != statusDone {
		t.Fatal(stderr)
	}
	data, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := quadfile.Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var begins []int64
	for _, f := range doc.Frames {
		begins = append(begins, f.Index)
	}
	if want := []int64{376, 386, 396, 408}; !slices.Equal(begins, want) {
		t.Errorf("windows begin at %v, want %v", begins, want)
	}
	if status, stdout, stderr := call(t, "verify", out, video); status != statusDone {
		t.Errorf("status %d, %q, %q", status, stdout, stderr)
	}
}

// shots writes a video of seven shots: the first and the last have one frame, the third has two.
func shots(t *testing.T) string {
	t.Helper()
	var args []string
	graph := ""
	sources := []string{"testsrc2", "mandelbrot", "smptehdbars", "testsrc"}
	for i, n := range []int{1, 20, 2, 13, 9, 20, 1} {
		args = append(args, "-f", "lavfi", "-i", fmt.Sprintf("%s=size=128x96:rate=25,format=yuv420p,trim=end_frame=%d", sources[i%4], n))
		graph += fmt.Sprintf("[%d]", i)
	}
	return clips.Make(t, "shots.mkv", append(args, "-filter_complex", graph+"concat=n=7,setpts=N/25/TB", "-c:v", "ffv1")...)
}

// TestVerifyCuts: verify accepts the windows of a video with cuts, and finds windows that cross a
// cut or end without one.
func TestVerifyCuts(t *testing.T) {
	t.Parallel()
	video := shots(t)
	read := func(data []byte) (windows [][2]int64) {
		doc, err := quadfile.Read(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range doc.Frames {
			windows = append(windows, [2]int64{f.Index, int64(f.Window)})
		}
		return windows
	}
	at := func(flags string, want ...[2]int64) []byte {
		t.Helper()
		data := exportFile(t, append(append([]string{"--engine", "cpu", "--threshold", "0.003"}, strings.Fields(flags)...), video)...)
		if got := read(data); !slices.Equal(got, want) {
			t.Errorf("%s: windows %v, want %v", flags, got, want)
		}
		return data
	}
	whole := at("--cube 32", [2]int64{0, 1}, [2]int64{1, 20}, [2]int64{21, 2}, [2]int64{23, 9}, [2]int64{32, 4}, [2]int64{36, 9}, [2]int64{45, 19}, [2]int64{64, 1}, [2]int64{65, 1})
	uncut := at("--cube 32 --no-cuts", [2]int64{0, 32}, [2]int64{32, 32}, [2]int64{64, 2})
	later := at("--cube 64 --from #23 --frames 15", [2]int64{23, 13}, [2]int64{36, 2})
	halves := at("--cube 16 --every 2", [2]int64{0, 1}, [2]int64{2, 10}, [2]int64{22, 5}, [2]int64{32, 7}, [2]int64{46, 9}, [2]int64{64, 1})
	first := at("--cube 64 --from #1 --frames 7", [2]int64{1, 7})
	second := at("--cube 64 --from #8 --frames 12", [2]int64{8, 12})
	_, second, _ = bytes.Cut(second, []byte("\n"))
	for name, c := range map[string]struct {
		data  []byte
		alone string // reported without the video; "" if accepted
		says  string // with the video
	}{
		"whole":   {whole, "", ""},
		"uncut":   {uncut, "", ""},
		"later":   {later, "", ""},
		"halves":  {halves, "", ""},
		"damaged": {bytes.Replace(whole, []byte(`"frame_index":23,`), []byte(`"frame_index":23,"frame_index":23,`), 1), "twice", "twice"},
		"not at cuts": {rewritten(t, uncut, func(h *quadfile.Header, _ []quadfile.Frame) { h.Analysis.Cuts = true }), "",
			"frame 21: a cut is before it, and no window begins with it"},
		"no cuts said": {rewritten(t, whole, func(h *quadfile.Header, _ []quadfile.Frame) { h.Analysis.Cuts = false }), "frame 1: the window before it has room for its first frame",
			"frame 1: the window before it has room for its first frame"},
		"without a cut": {append(slices.Clone(first), second...), "", "frame 8: a window begins with it, and no cut is before it"},
		"over a border": {rewritten(t, whole, func(_ *quadfile.Header, f []quadfile.Frame) { f[3].Window++ }), "frame 23: its window has 10 frames, and another one begins after 9",
			"frame 23: its window has 10 frames, and another one begins after 9"},
		"a window is missing": {without(whole, 3), "frame 32: it begins with frame 32, and frame 23 comes", "frame 32: it begins with frame 32, and frame 23 comes"},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "quads")
			if err := os.WriteFile(file, c.data, 0o644); err != nil {
				t.Fatal(err)
			}
			for says, args := range map[*string][]string{&c.alone: {"verify", file}, &c.says: {"verify", file, video}} {
				status, stdout, stderr := call(t, args...)
				if good := status == statusDone; good != (*says == "") || !strings.Contains(stdout+stderr, *says) {
					t.Errorf("%v: status %d, %q, %q; want %q", args[2:], status, stdout, stderr, *says)
				}
				if (name == "a window is missing" || name == "damaged") && strings.Contains(stdout, "cut") {
					t.Errorf("frames near a gap are judged: %q", stdout)
				}
			}
		})
	}
}

// TestCutsOfEngines: all engines write the same bytes for windows that end at cuts.
func TestCutsOfEngines(t *testing.T) {
	t.Parallel()
	video := shots(t)
	for _, flags := range []string{"--cube 8", "--cube 64 --operator motion", "--cube 16 --every 3"} {
		args := append(strings.Fields(flags), "--threshold", "0.003", video)
		cpu := exportFile(t, append([]string{"--engine", "cpu"}, args...)...)
		if gpu := exportFile(t, append([]string{"--engine", "gpu"}, args...)...); !bytes.Equal(gpu, cpu) {
			t.Errorf("%s: the GPU's export is another one", flags)
		}
	}
}

// TestSnapshotAtCuts: a snapshot's window ends at the cut, like the window of a rendering that
// starts there.
func TestSnapshotAtCuts(t *testing.T) {
	t.Parallel()
	video, dir := shots(t), t.TempDir()
	flags := []string{"--engine", "cpu", "--cube", "32", "--colour-by", "age", "--threshold", "0.003", video}
	for _, at := range []string{"#0", "#1", "#14", "#22", "#65"} {
		first, still := filepath.Join(dir, "a-%02d.png"), filepath.Join(dir, "still.png")
		if status, _, stderr := call(t, append([]string{"render", "--force", "--from", at, "-o", first}, flags...)...); status != statusDone {
			t.Fatal(stderr)
		}
		if status, _, stderr := call(t, append([]string{"snapshot", "--force", "--at", at, "-o", still}, flags...)...); status != statusDone {
			t.Fatal(stderr)
		}
		n, _ := strconv.Atoi(at[1:])
		if !bytes.Equal(pixelsOf(t, still), pixelsOf(t, filepath.Join(dir, fmt.Sprintf("a-%02d.png", n)))) {
			t.Errorf("%s is another picture than that of render", at)
		}
	}
}

// TestCubeFlags: flags that contradict cubes, and formats that cannot hold them, are errors.
func TestCubeFlags(t *testing.T) {
	const clip = "../samples/tiny-still.png"
	for flags, says := range map[string]string{
		"--cube 12":                                "windows of 8, 16, 32 or 64 frames, not of 12",
		"--no-cuts":                                "--no-cuts needs --cube",
		"--cube 4":                                 "not of 4",
		"--cube=-8":                                "not of -8",
		"--cube 8 --variant feature":               "--cube needs --variant edge",
		"--cube 8 --variant points":                "--cube needs --variant edge",
		"--cube 8 --template 0,0,8,8@0":            "--cube needs --variant edge",
		"--cube 8 --classes 0,0.1,0.2":             "cubes have no classes",
		"--cube 8 --quads 100 --each":              "a cube has one threshold",
		"--cube 8 --format coco --invert":          "coco cannot hold cubes; these formats can: json, ndjson, csv, yuview, ffq, ply, parquet and arrow",
		"--cube 8 --format coco":                   "coco cannot hold cubes",
		"--cube 8 --format mtx --variant points":   "--cube needs --variant edge",
		"--cube 8 --format npz --operator laplace": "npz",
	} {
		args := append([]string{"export", "-o", filepath.Join(t.TempDir(), "a.ndjson"), clip}, strings.Fields(flags)...)
		if status, _, stderr := call(t, args...); status != statusUsage || !strings.Contains(stderr, says) {
			t.Errorf("%s: status %d, %q, want %q", flags, status, stderr, says)
		}
	}
}

// TestSnapshotOfCubes: a snapshot has the picture that render has, also in a later window, and
// prints the number of quads.
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
		"--cube 8 --variant feature": "--cube needs --variant edge",
		"--cube 9":                   "not of 9",
	} {
		for _, args := range [][]string{{"snapshot", "-o", quads}, {"render", "-o", filepath.Join(dir, "a.mkv")}} {
			if status, _, stderr := call(t, append(append(args, clip), strings.Fields(flags)...)...); status != statusUsage || !strings.Contains(stderr, says) {
				t.Errorf("%s %s: status %d, %q", args[0], flags, status, stderr)
			}
		}
	}
}

// pixelsOf returns the pixels of a PNG file.
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

// TestRenderOfStoredCubes: an export of cubes is refused in one line, because its frames have no
// times.
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
