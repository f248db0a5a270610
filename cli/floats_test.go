package cli

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFloatsOutsideAreCounted: a picture with two samples above 1, one below 0 and one that is no
// number.
func TestFloatsOutsideAreCounted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "light.pfm")
	data := []byte("Pf\n3 2\n-1.0\n")
	for _, v := range []float64{0, 1, 1.5, math.Inf(1), -0.25, math.NaN()} {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(v)))
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	status, text, stderr := call(t, "probe", "--engine", "cpu", path)
	if status != statusDone || !strings.Contains(text, "4 samples outside 0 to 1, or no number\n") || !strings.Contains(text, "grayf32le: gray, 16 bits") {
		t.Errorf("status %d, %s, %s", status, text, stderr)
	}
	_, text, _ = call(t, "probe", "--json", "--engine", "cpu", path)
	if !strings.Contains(text, `"samples_outside": 4,`) {
		t.Errorf("got %s", text)
	}
	other, out := filepath.Join(t.TempDir(), "other.pfm"), t.TempDir()
	if err := os.WriteFile(other, data, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"export", "--engine", "cpu", "-o", out + "/q.ndjson", path}, {"export", "--engine", "cpu", "-o", out + "/folder/", path, other}, {"render", "--engine", "cpu", "-o", out + "/v.mkv", path},
		{"compare", "-o", out + "/c.csv", path, other}, {"compare", "--align", "auto", "-o", out + "/a.csv", path, other},
		{"measure", "-o", out + "/m.csv", path}, {"snapshot", "--engine", "cpu", "-o", out + "/s.png", path},
	} {
		status, _, stderr := call(t, args...)
		for _, name := range []string{path, other} {
			line, times := name+": 4 samples outside 0 to 1, or no number; they count as 0 or 1\n", 0
			if slices.Contains(args, name) {
				times = 1
			}
			if status != statusDone || strings.Count(stderr, line) != times {
				t.Errorf("%q: status %d, %s", args, status, stderr)
			}
		}
	}
}
