package cli

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/decode/turntest"
)

// TestCompare: the summary, the statuses and both forms.
func TestCompare(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	dir := t.TempDir()
	encode := func(name string, args ...string) string {
		name = filepath.Join(dir, name)
		ffmpegTo(t, name, append([]string{"-i", clip, "-an"}, args...)...)
		return name
	}
	good, bad := encode("good.mkv", "-c:v", "libx264", "-crf", "20"), encode("bad.mkv", "-c:v", "libx264", "-crf", "45", "-frames:v", "28")
	small := encode("small.mkv", "-vf", "scale=80:46", "-c:v", "libx264")
	out := filepath.Join(dir, "out.csv")
	status, _, stderr := call(t, "compare", clip, good, bad, "-o", out, "--worst", "2")
	for _, want := range []string{"out.csv: 30 frames of " + clip, good + ": PSNR average ", bad + ": edges at threshold 0.01, IoU 0.", "worst 2: frame index ", "bad.mkv: 2 frames of the reference unmatched, the first frame index 28 at "} {
		if !strings.Contains(stderr, want) {
			t.Errorf("%q is not in %s", want, stderr)
		}
	}
	if text, err := os.ReadFile(out); err != nil || status != statusDone || strings.Count(string(text), "\r\n") != 61 {
		t.Errorf("status %d, %v, %d lines", status, err, strings.Count(string(text), "\r\n"))
	}
	if status, _, stderr := call(t, "compare", clip, good, "-o", out); status != statusExists || !strings.Contains(stderr, "--force") {
		t.Errorf("an output that exists: status %d, %s", status, stderr)
	}
	if status, _, stderr := call(t, "compare", clip, clip, "-o", "-", "--frames", "3"); status != statusDone || !strings.Contains(stderr, "PSNR average inf, y inf, u inf, v inf; SSIM all 1.000000") || strings.Contains(stderr, "unmatched") {
		t.Errorf("itself: status %d, %s", status, stderr)
	}
	status, table, stderr := call(t, "compare", clip, small, "-o", "-")
	if status != statusDone || strings.Count(stderr, "small.mkv: 80×46 scaled to the reference's 160×90\n") != 1 {
		t.Errorf("another size: status %d, %s", status, stderr)
	}
	if _, scaled, _ := call(t, "compare", clip, small, "-o", "-", "--scale"); scaled != table {
		t.Error("--scale makes another table than the default")
	}
	if status, _, stderr := call(t, "compare", clip, small, "-o", "-", "--operator", "motion"); status != statusFailed || !strings.Contains(stderr, "small.mkv: the picture at 0.000 s is 80×46 yuv420p") {
		t.Errorf("another size and motion: status %d, %s", status, stderr)
	}
	if status, _, stderr := call(t, "compare", clip, small, "--scale", "-o", filepath.Join(dir, "x.ndjson"), "--edges"); status != statusDone {
		t.Errorf("scaled: status %d, %s", status, stderr)
	}
	data, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	damaged := filepath.Join(dir, "damaged.mkv")
	if err := os.WriteFile(damaged, data[:len(data)*2/3], 0o644); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := call(t, "compare", clip, damaged, "-o", filepath.Join(dir, "y.csv")); status != statusPartly || !strings.Contains(stderr, "damaged.mkv: the input is damaged") {
		t.Errorf("damaged: status %d, %s", status, stderr)
	}
}

// TestCompareByQuad: the rows, the worst quads, and what does not go together.
func TestCompareByQuad(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	dir := t.TempDir()
	encode := filepath.Join(dir, "encode.mkv")
	ffmpegTo(t, encode, "-i", clip, "-an", "-c:v", "libx264", "-crf", "45")
	status, table, stderr := call(t, "compare", clip, encode, "--by-quad", "--frames", "3", "-t", "0.1", "-o", "-")
	if status != statusDone || !strings.HasPrefix(table, "frame_index,pts,pts_time,encode,x,y,size,quad,sse_y,sse_u,sse_v,psnr_y,") || strings.Count(table, "\r\n") < 100 || strings.Count(stderr, "worst quad 1: frame index ") != 1 || !strings.Contains(stderr, ", mean difference ") {
		t.Errorf("status %d, %.300s, %s", status, table, stderr)
	}
	if _, _, stderr := call(t, "compare", clip, encode, "--frames", "3", "-o", "-"); strings.Contains(stderr, "quad 1") {
		t.Errorf("quads without --by-quad: %s", stderr)
	}
	if _, _, stderr := call(t, "compare", clip, encode, "--by-quad", "--min-size", "64", "--frames", "3", "-o", "-"); !strings.Contains(stderr, "worst 1: ") || strings.Contains(stderr, "(0 quads)") {
		t.Errorf("no quads are as large, but %s", stderr)
	}
	for flag, says := range map[string]string{"--edges": "--edges: rows by quad", "--vmaf": "--vmaf: there is no VMAF of single quads"} {
		if status, _, stderr := call(t, "compare", clip, encode, "--by-quad", flag, "-o", filepath.Join(dir, "x.ndjson")); status != statusUsage || !strings.Contains(stderr, says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: status %d, %s", flag, status, stderr)
		}
	}
}

// TestComparedVideos compares truncated videos and other files: each has its status and message.
func TestComparedVideos(t *testing.T) {
	clip, err := filepath.Abs("../samples/tiny-420.mp4")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for _, args := range [][]string{
		{"-i", clip, "-an", "-frames:v", "1", "one.mkv"}, {"-i", clip, "-frames:v", "1", "-pix_fmt", "rgb24", "still.png"}, {"-f", "lavfi", "-i", "sine=d=1", "sound.wav"},
		{"-i", clip, "-an", "-frames:v", "12", "-c:v", "libx264", "a name with spaces.mkv"}, {"-i", clip, "-an", "-vf", "scale=64:36", "small.mkv"},
		{"-i", clip, "-an", "-vf", `select=gte(n\,10),setpts=N/25/TB`, "late.mkv"},
	} {
		last := len(args) - 1
		ffmpegTo(t, args[last], args[:last]...)
	}
	encode, err := os.ReadFile("a name with spaces.mkv")
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"cut.mkv": encode[:len(encode)*9/10], "begun.mkv": encode[:300], "empty.mkv": nil, "encode.csv": encode} {
		if err := os.WriteFile(name, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Link("encode.csv", "hard.csv"), os.Symlink("encode.csv", "soft.csv")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo("fifo.mkv", 0o600); err != nil {
		t.Fatal(err)
	}
	const long = "a name with spaces.mkv"
	for _, c := range []struct {
		videos []string
		flags  string
		status int
		rows   int // of the table, with its head
		says   string
	}{
		{[]string{"one.mkv", "one.mkv"}, "-o -", statusDone, 2, "one.mkv: PSNR average inf"},
		{[]string{"one.mkv", clip}, "-o -", statusDone, 2, ": 29 frames of the encode unmatched"},
		{[]string{clip, "one.mkv"}, "-o -", statusDone, 31, "one.mkv: 29 frames of the reference unmatched, the first frame index 1 at 0.040 s"},
		{[]string{"still.png", "still.png"}, "-o -", statusDone, 2, "still.png: PSNR average inf, r inf, g inf, b inf"},
		{[]string{clip, "still.png"}, "-o -", statusFailed, 0, "still.png: the picture at 0.000 s is 160×90 gbrp, that of the reference 160×90 yuv420p"},
		{[]string{clip, "still.png"}, "--scale -o -", statusDone, 31, "still.png: 29 frames of the reference unmatched"},
		{[]string{clip, "late.mkv"}, "-o -", statusDone, 31, "late.mkv: 10 frames of the reference unmatched, the first frame index 20 at 0.800 s; try --align auto"},
		{[]string{clip, "late.mkv"}, "-o - --align auto", statusDone, 31, "late.mkv: 10 frames of the reference missing: frame index 0 at 0.000 s to frame index 9 at 0.360 s\n"},
		{[]string{clip, "late.mkv"}, "-o - --align 10", statusDone, 31, "late.mkv: 20 frames matched, the first is frame index 10 at 0.400 s of the reference with frame index 0 at 0.000 s of the encode\n"},
		{[]string{"late.mkv", clip}, "-o - --align -10", statusDone, 31, ": 10 frames of the encode extra: frame index 0 at 0.000 s to frame index 9 at 0.360 s\n"},
		{[]string{clip, "late.mkv"}, "-o - --align none", statusDone, 31, "late.mkv: 10 frames of the reference missing: frame index 20 at 0.800 s to frame index 29"},
		{[]string{clip, "fifo.mkv"}, "-o - --align auto", statusFailed, 0, "fifo.mkv: it cannot be read twice, so its frames cannot be aligned by what they show; use --align start, pts, none or a number"},
		{[]string{clip, "small.mkv"}, "-o -", statusDone, 31, "small.mkv: 64×36 scaled to the reference's 160×90"},
		{[]string{clip, "sound.wav"}, "-o -", statusFailed, 0, "open \"sound.wav\": no video stream"},
		{[]string{"sound.wav", clip}, "-o -", statusFailed, 0, "open \"sound.wav\": no video stream"},
		{[]string{clip, long, long}, "-o -", statusDone, 61, long + ": 18 frames of the reference unmatched"},
		{[]string{clip, "cut.mkv"}, "-o -", statusPartly, 31, "cut.mkv: the input is damaged"},
		{[]string{"cut.mkv", long}, "-o -", statusPartly, -1, "cut.mkv: the input is damaged"},
		{[]string{clip, "begun.mkv"}, "-o -", statusFailed, 0, "open \"begun.mkv\": not a video"},
		{[]string{clip, "empty.mkv"}, "-o -", statusFailed, 0, "open \"empty.mkv\": not a video"},
		{[]string{clip, "."}, "-o -", statusFailed, 0, "open \".\": not a video"},
		{[]string{clip, clip, "encode.csv"}, "--force -o encode.csv", statusFailed, 0, "ffkvadrat: encode.csv is the input itself"},
		{[]string{clip, "encode.csv"}, "--force -o hard.csv", statusFailed, 0, "ffkvadrat: hard.csv is the input itself"},
		{[]string{clip, "encode.csv"}, "-o soft.csv", statusFailed, 0, "ffkvadrat: soft.csv is the input itself"},
		{[]string{"encode.csv", clip}, "-o hard.csv", statusFailed, 0, "ffkvadrat: hard.csv is the input itself"},
	} {
		args := append(append([]string{"compare"}, c.videos...), strings.Fields(c.flags)...)
		status, stdout, stderr := call(t, args...)
		if status != c.status || !strings.Contains(stderr, c.says) {
			t.Errorf("%v: status %d, %s; want %d, %q", args, status, stderr, c.status, c.says)
		}
		if n := strings.Count(stdout, "\r\n"); c.rows >= 0 && status != statusFailed && n != c.rows {
			t.Errorf("%v: %d lines, want %d", args, n, c.rows)
		}
	}
	if data, err := os.ReadFile("encode.csv"); err != nil || !bytes.Equal(data, encode) {
		t.Errorf("the encode has changed: %v", err)
	}
}

// TestComparedTurns: videos rotated by display matrices, and encodes whose pixels FFmpeg has
// rotated, in any order, are the same pictures. If a tag was lost, or shapes differ for another
// reason, there is no number and no advice that gives one.
func TestComparedTurns(t *testing.T) {
	dir := t.TempDir()
	encode := func(name, clip string, args ...string) string {
		name = filepath.Join(dir, name)
		ffmpegTo(t, name, append([]string{"-i", clip, "-an", "-frames:v", "3"}, args...)...)
		return name
	}
	clip := encode("clip.mp4", "../samples/tiny-420.mp4", "-c:v", "libx264", "-qp", "0")
	equal := "PSNR average inf, y inf, u inf, v inf; SSIM all 1.000000"
	for o, turn := range map[decode.Orientation]string{
		{Rotate: 180}:              "turned 180° clockwise",
		{Rotate: 90}:               "turned 270° clockwise",
		{Mirror: true}:             "mirrored",
		{Rotate: 90, Mirror: true}: "mirrored, turned 90° clockwise",
	} {
		phone := turntest.Tagged(t, clip, o)
		upright := encode(strings.ReplaceAll(turn, " ", "-")+".mkv", clip, "-vf", turntest.Filters(o), "-c:v", "ffv1")
		status, _, stderr := call(t, "compare", phone, upright, "-o", "-")
		if status != statusDone || !strings.Contains(stderr, upright+": "+turn+", as the display matrices say") || !strings.Contains(stderr, equal) {
			t.Errorf("%+v: status %d, %s", o, status, stderr)
		}
		if status, _, stderr := call(t, "compare", upright, phone, "-o", "-"); status != statusDone || !strings.Contains(stderr, equal) {
			t.Errorf("%+v the other way: status %d, %s", o, status, stderr)
		}
		if status, _, stderr := call(t, "compare", phone, phone, "-o", "-"); status != statusDone || !strings.Contains(stderr, equal) || strings.Contains(stderr, "display") {
			t.Errorf("%+v itself: status %d, %s", o, status, stderr)
		}
		if status, _, stderr := call(t, "compare", phone, clip, "--coded", "-o", "-"); status != statusDone || !strings.Contains(stderr, equal) || strings.Contains(stderr, "display") {
			t.Errorf("%+v as coded: status %d, %s", o, status, stderr)
		}
	}
	phone := turntest.Tagged(t, clip, decode.Orientation{Rotate: 90})
	wide, square := encode("wide.mkv", clip, "-vf", "setsar=4/3", "-c:v", "ffv1"), encode("square.mkv", clip, "-vf", "setsar=1", "-c:v", "ffv1")
	cropped := encode("cropped.mkv", clip, "-vf", "crop=160:60", "-c:v", "ffv1")
	for _, pair := range [][2]string{{phone, clip}, {wide, square}, {clip, cropped}} {
		for _, args := range [][]string{{"compare", pair[0], pair[1], "-o", "-"}, {"compare", pair[0], pair[1], "-o", "-", "--scale"}} {
			status, _, stderr := call(t, args...)
			if status != statusFailed || !strings.Contains(stderr, "their display aspect ratios differ") || strings.Count(stderr, "\n") != 1 || strings.Contains(stderr, "--scale") {
				t.Errorf("%v: status %d, %s", args, status, stderr)
			}
		}
	}
	for _, pair := range [][2]string{{wide, square}, {clip, wide}, {clip, square}} {
		if status, _, stderr := call(t, "compare", pair[0], pair[1], "--coded", "-o", "-"); status != statusDone || !strings.Contains(stderr, equal) {
			t.Errorf("%v as coded: status %d, %s", pair, status, stderr)
		}
	}
	if status, _, stderr := call(t, "compare", clip, wide, "-o", "-"); status != statusDone || !strings.Contains(stderr, equal) {
		t.Errorf("samples of unknown shape: status %d, %s", status, stderr)
	}
	small := encode("small.mkv", clip, "-vf", "scale=80:46", "-c:v", "ffv1")
	// The player shows A without it, or here: would, if it had a display.
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	if _, _, stderr := call(t, "play", clip, "--beside", small); !strings.Contains(stderr, "B is not shown: the pictures of small.mkv are 80×46, a comparison needs 160×90; --scale converts them") {
		t.Errorf("another size: %s", stderr)
	}
	for _, args := range [][]string{{"--beside", cropped}, {"--beside", cropped, "--scale"}} {
		if _, _, stderr := call(t, append([]string{"play", clip}, args...)...); !strings.Contains(stderr, "their display aspect ratios differ") || strings.Contains(stderr, "--scale") {
			t.Errorf("another shape, %v: %s", args, stderr)
		}
	}
	for _, flag := range []string{"--scale", "--coded"} {
		if status, _, stderr := call(t, "play", clip, flag); status != statusUsage || !strings.Contains(stderr, flag+" is for a second video: add --beside") {
			t.Errorf("%s: status %d, %s", flag, status, stderr)
		}
	}
}

// TestFlagsOfComparisons: contradictory flags are errors; --vmaf needs an FFmpeg with VMAF.
func TestFlagsOfComparisons(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	for flags, want := range map[string]string{
		"-o x.json":                     "--output: the extension of x.json is not one of .csv, .ndjson",
		"-o x.csv --edges":              "--edges: only NDJSON",
		"-o x.csv --engine gpu":         "--engine: videos are compared on the CPU",
		"-o x.csv --variant feature":    "variant feature has no edges",
		"-o x.csv --worst=-1":           "--worst: -1 is not between 0 and 1000",
		"-o x.csv --worst-by vmaf":      "--worst-by",
		"-o x.csv --align end":          "--align",
		"-o x.csv --align 1.5":          "\"1.5\" is not start, pts, auto, none or a number of frames",
		"-o x.csv --classes 0,0.01,0.1": "no classes",
		"-o x.csv --from #3 --to #2":    "--to is before --from",
	} {
		if status, _, err := call(t, append([]string{"compare", clip, clip}, strings.Fields(flags)...)...); status != statusUsage || !strings.Contains(err, want) {
			t.Errorf("%s: status %d, %s", flags, status, err)
		}
	}
	if status, _, err := call(t, "compare", clip, "nowhere.mp4", "-o", filepath.Join(t.TempDir(), "x.csv")); status != statusFailed || !strings.HasPrefix(err, "ffkvadrat: open \"nowhere.mp4\"") {
		t.Errorf("no file: status %d, %s", status, err)
	}
	// FFmpeg's own program reports whether it has the filter.
	filters, err := exec.Command("ffmpeg", "-hide_banner", "-filters").Output()
	if err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "x.csv")
	status, _, stderr := call(t, "compare", clip, clip, "-o", out, "--vmaf", "--frames", "3")
	if strings.Contains(string(filters), " libvmaf ") {
		if status != statusDone || !strings.Contains(stderr, ": VMAF ") {
			t.Errorf("VMAF: status %d, %s", status, stderr)
		}
	} else if status != statusUsage || !strings.Contains(stderr, "--vmaf: this FFmpeg has no libvmaf") {
		t.Errorf("without libvmaf: status %d, %s", status, stderr)
	}
	if status, _, err := call(t, "compare", clip, "-o", "x.csv"); status != statusUsage {
		t.Errorf("no encode: status %d, %s", status, err)
	}
}
