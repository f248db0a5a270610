package cli

import (
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ffkvadrat/pipeline/render"
	"ffkvadrat/yuv/distortion"
)

// TestClean: a clean video keeps its depth; regions work with each encoder that supports them.
func TestClean(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, c := range []struct {
		clip, out string
		args      []string
		says      string
	}{
		{"tiny-10bit.mp4", "a.mp4", nil, "12 frames of 160×90, libx264 in yuv420p10le"},
		{"tiny-rotated-90.mp4", "b.mp4", nil, "12 frames of 160×90, libx264 in yuv420p"},
		{"tiny-420.mp4", "c.mp4", []string{"--roi"}, "libx264 in yuv420p"},
		{"tiny-10bit.mp4", "d.mkv", []string{"--roi", "--encoder", "libx265", "--strength=-8", "--roi-from", "edge"}, "libx265 in yuv420p10le"},
		{"tiny-420.mp4", "e.webm", []string{"--roi", "--mute", "--roi-from", "motion"}, "libvpx-vp9 in yuv420p"},
		{"tiny-420.mp4", "f.mkv", []string{"--roi", "--roi-from", "template", "--template", "0,0,16,16@0"}, "libx264 in yuv420p"},
		{"tiny-420.mp4", "g.mkv", []string{"--roi", "--roi-from", "colour", "--operator", "colour", "--colour", "#ff0000"}, "libx264 in yuv420p"},
	} {
		args := append([]string{"render", "--engine", "cpu", "--clean", "-o", filepath.Join(dir, c.out), "../samples/" + c.clip}, c.args...)
		status, _, stderr := call(t, args...)
		if status != statusDone || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, c.says) {
			t.Errorf("%v: status %d, %q", args, status, stderr)
		}
	}
	status, _, stderr := call(t, "render", "--engine", "cpu", "--clean", "-o", filepath.Join(dir, "turned.nut"), "--mute", "../samples/tiny-rotated-90.mp4")
	if status != statusDone || !strings.Contains(stderr, "its pictures are not upright, as the container stores no rotation: .mp4 and .mov do") {
		t.Errorf("status %d, %q", status, stderr)
	}
}

// TestReport: the report of a video, and of a folder.
func TestReport(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "x.mp4")
	args := []string{"render", "--engine", "cpu", "--clean", "--roi", "--report", "--threshold", "0.3"}
	status, stdout, stderr := call(t, append(args, "-o", out, "../samples/tiny-420.mp4")...)
	report := regexp.MustCompile(`frames of 160×90, libx264 in yuv420p
 +with regions +without *
size, bytes +\d+ +\d+ +[+-]\d+\.\d\d %
PSNR inside \(\d+\.\d %\), dB +\d+\.\d\d +\d+\.\d\d +[+-]\d+\.\d\d
PSNR outside, dB +\d+\.\d\d +\d+\.\d\d +[+-]\d+\.\d\d
SSIM inside +0\.\d{5} +0\.\d{5} +[+-]0\.\d{5}
SSIM outside +0\.\d{5} +0\.\d{5} +[+-]0\.\d{5}
$`)
	if status != statusDone || stdout != "" || !report.MatchString(stderr) {
		t.Errorf("status %d, %s", status, stderr)
	}
	folder := filepath.Join(dir, "films")
	for _, name := range []string{"a.mp4", "b.mp4"} {
		data, err := os.ReadFile("../samples/tiny-420.mp4")
		if err == nil {
			err = os.MkdirAll(folder, 0o700)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, name), data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	status, _, stderr = call(t, append(args, "-o", filepath.Join(dir, "out")+"/", folder)...)
	if status != statusDone || strings.Count(stderr, "SSIM outside") != 2 || !strings.Contains(stderr, "b.mp4.mkv:\n") {
		t.Errorf("status %d, %s", status, stderr)
	}
}

// TestReportOfNothing: regions without pixels, windows or losses have no numbers.
func TestReportOfNothing(t *testing.T) {
	all := distortion.Part{SSE: 100, Pixels: 1000, SSIM: 9, Windows: 10, Most: 255}
	exact := distortion.Part{Pixels: 1000, SSIM: 10, Windows: 10, Most: 255}
	one := func(in, out distortion.Part) render.Encode {
		return render.Encode{Bytes: 1000, Parts: distortion.Parts{In: in, Out: out}}
	}
	if text := trialText(&render.Trial{With: one(distortion.Part{}, all), Without: one(distortion.Part{}, all)}); len(text) != 1 || text[0] != "no block got more bits than another: both encodes are the same" {
		t.Errorf("%q", text)
	}
	small := distortion.Part{SSE: 4, Pixels: 1, Most: 255}
	text := strings.Join(trialText(&render.Trial{With: one(small, exact), Without: one(small, exact)}), "\n")
	for _, want := range []string{`SSIM inside +- +- +-`, `PSNR outside, dB +\+Inf +\+Inf +-`, `inside \(0\.1 %\)`} {
		if !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
	if figure(math.NaN(), "%.2f") != "-" || figure(math.Inf(1), "%.2f") != "+Inf" || figure(-0.001, "%+.2f") != "+0.00" || figure(-0.01, "%+.2f") != "-0.01" || figure(-10, "%+.1f") != "-10.0" {
		t.Error("figures")
	}
}

// TestCleanErrors: contradictory flags are refused.
func TestCleanErrors(t *testing.T) {
	dir := t.TempDir()
	clip, out := "../samples/tiny-420.mp4", filepath.Join(dir, "x.mkv")
	for _, c := range []struct {
		says string
		args []string
	}{
		{"--roi needs --clean", []string{"--roi"}},
		{"--roi-from needs --roi", []string{"--clean", "--roi-from", "edge"}},
		{"--report needs --roi", []string{"--clean", "--report"}},
		{"--strength needs --roi", []string{"--clean", "--strength", "6"}},
		{"--strength: a strength of 99", []string{"--clean", "--roi", "--strength", "99"}},
		{"--roi-from must be one of", []string{"--clean", "--roi", "--roi-from", "x"}},
		{"--roi-from template needs --template", []string{"--clean", "--roi", "--roi-from", "template"}},
		{"--roi-from motion has the operator motion, not sobel", []string{"--clean", "--roi", "--roi-from", "motion", "--operator", "sobel"}},
		{"--overlay-only writes only them", []string{"--clean", "--overlay-only"}},
		{"not the view edges", []string{"--clean", "--view", "edges"}},
		{"--cube draws them", []string{"--clean", "--cube", "8"}},
		{"--look, --colour-by, --opacity, --line and --detail", []string{"--clean", "--look", "fill"}},
		{"leave out --matrix, --range and --transfer", []string{"--clean", "--range", "full"}},
		{"ignores regions of interest; these encoders use them: libx264, libx265, libvpx-vp9", []string{"--clean", "--roi", "--encoder", "ffv1"}},
		{"preset ultrafast has no adaptive quantisation", []string{"--clean", "--roi", "--preset", "ultrafast"}},
		{"--clean makes a video, not pictures", []string{"--clean", "-o", filepath.Join(dir, "x-%03d.png")}},
	} {
		status, _, stderr := call(t, append([]string{"render", "--engine", "cpu", "-o", out, clip}, c.args...)...)
		if status != statusUsage || !strings.Contains(stderr, c.says) {
			t.Errorf("%v: status %d, %q, want %q", c.args, status, stderr, c.says)
		}
		if strings.Count(stderr, "see ffkvadrat") > 1 {
			t.Errorf("%v: says it twice: %q", c.args, stderr)
		}
	}
	stored := filepath.Join(dir, "quads.ndjson")
	exportAs(t, stored, clip)
	status, _, stderr := call(t, "render", "--clean", "-o", out, stored)
	if status == statusDone || !strings.Contains(stderr, "--clean is for videos") {
		t.Errorf("status %d, %q", status, stderr)
	}
}
