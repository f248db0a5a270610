package cli

import (
	"fmt"
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
