package cli

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
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
	status, _, stderr = call(t, "export", "--engine", "cpu", "-o", filepath.Join(t.TempDir(), "q.ndjson"), path)
	if status != statusDone || !strings.Contains(stderr, "light.pfm: 4 samples outside 0 to 1, or no number; they count as 0 or 1\n") {
		t.Errorf("status %d, %s", status, stderr)
	}
}
