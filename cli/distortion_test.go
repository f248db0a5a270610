package cli

import (
	"bytes"
	"encoding/csv"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDistortion: the table has the summary's values at the same threshold, and the plot is a
// picture.
func TestDistortion(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	dir := t.TempDir()
	table, plot := filepath.Join(dir, "x.csv"), filepath.Join(dir, "x.png")
	if status, _, stderr := call(t, "distortion", clip, "--at", "#5", "-o", table, "--plot", plot); status != statusDone || !strings.Contains(stderr, "frame index 5 at") {
		t.Fatalf("status %d, %q", status, stderr)
	}
	text, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, fill := range []string{"mean", "linear"} {
		summary := exportAs(t, filepath.Join(dir, fill+".csv"), "--summary", "--distortion", "--fill", fill, "--from", "#5", "--frames", "1", "-t", "0.01", clip)
		lines, err := csv.NewReader(strings.NewReader(summary)).ReadAll()
		if err != nil || len(lines) != 2 {
			t.Fatalf("%v, %q", err, summary)
		}
		n := len(lines[1])
		found := false
		for _, row := range rows {
			if row[0] == fill && row[2] == "0.01" {
				found = true
				if row[6] != lines[1][n-2] || row[7] != lines[1][n-1] {
					t.Errorf("%s: %v, the summary has %v", fill, row, lines[1][n-2:])
				}
			}
		}
		if !found {
			t.Errorf("%s: no row of threshold 0.01 in %q", fill, text)
		}
	}
	data, err := os.ReadFile(plot)
	if err != nil {
		t.Fatal(err)
	}
	if img, err := png.Decode(bytes.NewReader(data)); err != nil || img.Bounds().Dx() < 1000 {
		t.Errorf("the plot: %v", err)
	}
	if status, stdout, _ := call(t, "distortion", clip, "--at", "#5", "-o", "-"); status != statusDone || stdout != string(text) {
		t.Errorf("status %d, on standard output %d bytes, want %d", status, len(stdout), len(text))
	}
	for want, args := range map[string][]string{
		"--output: x.txt does not end in .csv": {clip, "-o", "x.txt"},
		"--plot: x.jpg does not end in .png":   {clip, "-o", table, "--plot", "x.jpg"},
		"--threshold: leave it out":            {clip, "-o", table, "-t", "0.1"},
		"--engine: distortion is measured":     {clip, "-o", table, "--engine", "gpu"},
		"does not say how much quads":          {clip, "-o", table, "--force", "--operator", "luma"},
		"cannot be reconstructed":              {clip, "-o", table, "--force", "--variant", "points"},
		"--at":                                 {clip, "-o", table, "--force", "--at", "1:00:00"},
	} {
		if status, _, stderr := call(t, append([]string{"distortion"}, args...)...); status == statusDone || !strings.Contains(stderr, want) {
			t.Errorf("%q: status %d, %q", args, status, stderr)
		}
	}
	if status, _, _ := call(t, "distortion", clip, "-o", table); status != statusExists {
		t.Errorf("a file that exists: status %d", status)
	}
}
