package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// overlong makes a video of H.265 in which bytes follow the data of one picture. Decoders end before
// them and report nothing; the parser does.
func overlong(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "overlong.hevc")
	ffmpegTo(t, path, "-f", "lavfi", "-i", "testsrc2=size=128x96:rate=25:duration=0.24", "-c:v", "libx265", "-x265-params", "log-level=none:bframes=0:info=0")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	start := []byte{0, 0, 1, 2, 1} // the first picture that refers to another one
	at := bytes.Index(data, start)
	if at < 0 {
		t.Fatal("no picture that refers to another one")
	}
	end := at + len(start) + bytes.Index(data[at+len(start):], []byte{0, 0, 1})
	if err := os.WriteFile(path, append(append(data[:end:end], 0x55, 0x66), data[end:]...), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestDamageOfBlocks: commands that read a codec's blocks or vectors from packets report a picture whose
// packet does not parse to its end, although the decoder finds nothing wrong. Others do not.
func TestDamageOfBlocks(t *testing.T) {
	t.Parallel()
	const fault = "the input is damaged: 1 fault, the first: "
	clip, dir := overlong(t), t.TempDir()
	run := func(args string) (int, string) {
		status, _, stderr := call(t, strings.Fields(strings.NewReplacer("CLIP", clip, "DIR", dir).Replace(args))...)
		return status, stderr
	}
	for _, c := range []struct {
		args string
		want int
	}{
		{"blocks CLIP -o DIR/a.ndjson", statusPartly},
		{"blocks CLIP -o DIR/a.parquet", statusPartly},
		{"blocks CLIP -o DIR/a.yuview.csv", statusPartly},
		{"agreement CLIP -o DIR/agreement.csv", statusPartly},
		{"export CLIP --engine cpu --summary --codec -o DIR/summary.ndjson", statusPartly},
		{"export CLIP --engine cpu --summary --codec --resume -o DIR/batch/", statusPartly},
		{"export CLIP --engine cpu --summary --codec --resume -o DIR/batch/", statusPartly}, // as the journal says
		{"export CLIP --engine cpu --variant feature --features vectors -o DIR/vectors.ndjson", statusPartly},
		{"verify DIR/vectors.ndjson CLIP", statusPartly},
		{"render CLIP --engine cpu --view vectors --encoder ffv1 -o DIR/view.nut", statusPartly},
		{"snapshot CLIP --engine cpu --at #1 --view vectors -o DIR/view.png", statusPartly},
		{"export CLIP --engine cpu -o DIR/plain.ndjson", statusDone},
		{"measure CLIP -o DIR/measure.csv", statusDone},
		{"snapshot CLIP --engine cpu --at #1 -o DIR/plain.png", statusDone},
	} {
		status, stderr := run(c.args)
		if said := strings.Contains(stderr, fault) && strings.Contains(stderr, "not all blocks of a picture are known"); status != c.want || said != (c.want == statusPartly) {
			t.Errorf("%s: status %d, want %d: %s", c.args, status, c.want, stderr)
		}
	}
	for _, name := range []string{"a.ndjson", "summary.ndjson"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || strings.Count(string(text), `"errors":1`) != 1 {
			t.Errorf("%s counts other errors: %v, %s", name, err, text)
		}
	}
	if status, stderr := run("report DIR/batch -o DIR/report.html"); status != statusDone {
		t.Errorf("report: status %d, %s", status, stderr)
	}
	if page, err := os.ReadFile(filepath.Join(dir, "report.html")); err != nil || !strings.Contains(string(page), "<b>1</b><span>damaged frames in 1 video") {
		t.Errorf("the report does not count the damaged frame: %v", err)
	}
}
