package cli

import (
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ffkvadrat/analysis"
)

// TestSnapshotQuads tries all thresholds up to 0.3, which suffice for the number.
func TestSnapshotQuads(t *testing.T) {
	const clip, wanted = "../samples/tiny-420.mp4", 3000
	frame := firstFrame(t, clip)
	engine := analysis.NewCPU()
	count := func(threshold float64) int {
		result, err := engine.Analyze(&frame.Picture, analysis.Params{Variant: analysis.CommonFeature, Threshold: threshold})
		if err != nil {
			t.Fatal(err)
		}
		return len(result.Quads)
	}
	off := func(quads int) int { return max(quads-wanted, wanted-quads) }
	least := wanted
	for step := range 3000 {
		least = min(least, off(count(float64(step)/1e4)))
	}
	name := filepath.Join(t.TempDir(), "x.png")
	status, _, stderr := call(t, "snapshot", "--engine", "cpu", "--variant", "feature", "--quads", fmt.Sprint(wanted), "-o", name, clip)
	if status != statusDone {
		t.Fatalf("status %d: %s", status, stderr)
	}
	var quads int
	var threshold float64
	_, reported, _ := strings.Cut(stderr, " s, ")
	if _, err := fmt.Sscanf(reported, "%d quads at threshold %f", &quads, &threshold); err != nil {
		t.Fatalf("%q: %v", stderr, err)
	}
	if off(quads) != least || count(threshold) != quads || least > wanted/10 {
		t.Errorf("%d quads at %v, which has %d; the closest are off by %d", quads, threshold, count(threshold), least)
	}
	if status, _, _ := call(t, "snapshot", "--quads", "-1", "-o", name, clip); status != statusUsage {
		t.Errorf("a negative number: status %d", status)
	}
}

// TestSnapshotCaption: --caption adds lines of text below the picture and changes nothing else.
func TestSnapshotCaption(t *testing.T) {
	var sizes [2]image.Point
	for i, flags := range [][]string{{}, {"--caption"}} {
		name := filepath.Join(t.TempDir(), "x.png")
		if status, _, stderr := call(t, append([]string{"snapshot"}, append(flags, "--engine", "cpu", "--frame", "1", "-o", name, "../samples/tiny-420.mp4")...)...); status != statusDone || !strings.Contains(stderr, "frame index 1 at ") {
			t.Fatalf("status %d: %s", status, stderr)
		}
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		config, err := png.DecodeConfig(file)
		if err != nil {
			t.Fatal(err)
		}
		sizes[i] = image.Pt(config.Width, config.Height)
	}
	if sizes[1].X != sizes[0].X || sizes[1].Y < sizes[0].Y+14 {
		t.Errorf("%v without a caption, %v with one", sizes[0], sizes[1])
	}
}
