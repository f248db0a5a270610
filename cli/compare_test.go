package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCompare: the summary, the statuses and the two forms.
func TestCompare(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	dir := t.TempDir()
	encode := func(name string, args ...string) string {
		name = filepath.Join(dir, name)
		if out, err := exec.Command("ffmpeg", append(append([]string{"-v", "error", "-nostdin", "-i", clip, "-an"}, args...), name)...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return name
	}
	good, bad := encode("good.mkv", "-c:v", "libx264", "-crf", "20"), encode("bad.mkv", "-c:v", "libx264", "-crf", "45", "-frames:v", "28")
	small := encode("small.mkv", "-vf", "scale=80:46", "-c:v", "libx264")
	out := filepath.Join(dir, "out.csv")
	status, _, stderr := call(t, "compare", clip, good, bad, "-o", out, "--worst", "2")
	for _, want := range []string{"out.csv: 30 frames of " + clip, good + ": PSNR average ", bad + ": edges, IoU 0.", "worst 2: frame ", "bad.mkv: 2 frames of the reference without a partner, the first frame 28 at "} {
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
	if status, _, stderr := call(t, "compare", clip, clip, "-o", "-", "--frames", "3"); status != statusDone || !strings.Contains(stderr, "PSNR average inf, y inf, u inf, v inf; SSIM all 1.000000") || strings.Contains(stderr, "partner") {
		t.Errorf("itself: status %d, %s", status, stderr)
	}
	if status, _, stderr := call(t, "compare", clip, small, "-o", "-"); status != statusFailed || !strings.Contains(stderr, "small.mkv: the picture at 0.000 s is 80×46 yuv420p") || !strings.Contains(stderr, "; --scale converts it") {
		t.Errorf("another size: status %d, %s", status, stderr)
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

func TestFlagsOfComparisons(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	for flags, want := range map[string]string{
		"-o x.json":                     "--output: x.json ends in none of .csv, .ndjson",
		"-o x.csv --edges":              "--edges: only NDJSON",
		"-o x.csv --engine gpu":         "--engine: films are compared on the CPU",
		"-o x.csv --variant feature":    "variant feature has no edges",
		"-o x.csv --worst=-1":           "--worst: -1 is not between 0 and 1000",
		"-o x.csv --worst-by vmaf":      "--worst-by",
		"-o x.csv --align end":          "--align",
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
	// Whether FFmpeg has the filter, its own program says.
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
