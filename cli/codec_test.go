package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCodec: --codec reports in one line that the codec exports no quantisers, without options of
// other commands. A batch reports it for each video, also when it resumes, and does not take a
// summary without these fields for one with them.
func TestCodec(t *testing.T) {
	dir := t.TempDir()
	coded := filepath.Join(dir, "in", "a.mkv")
	if err := os.Mkdir(filepath.Dir(coded), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"tiny-420.mp4", "tiny-rgb.mkv"} {
		text, err := os.ReadFile("../samples/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "in", name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ffmpegTo(t, coded, "-f", "lavfi", "-i", "testsrc2=size=128x96:rate=25:duration=0.2", "-c:v", "ffv1")
	reported := func(stderr string) (lines []string) {
		for line := range strings.Lines(stderr) {
			if strings.Contains(line, "no quantisers") {
				lines = append(lines, line)
			}
		}
		return lines
	}
	for path, codec := range map[string]string{coded: "ffv1", filepath.Join(dir, "in", "tiny-420.mp4"): ""} {
		status, stdout, stderr := call(t, "export", path, "-o", "-", "--summary", "--codec")
		if status != statusDone || strings.Contains(stdout, `"qp_mean":`) != (codec == "") || !strings.Contains(stdout, `"bytes_per_quad":`) {
			t.Errorf("%s: status %d\n%s", path, status, stdout)
		}
		if lines := reported(stderr); len(lines) > 1 || len(lines) == 1 != (codec != "") || codec != "" && (!strings.Contains(lines[0], codec) || strings.Contains(lines[0], "--trace")) {
			t.Errorf("%s: reported %q", path, lines)
		}
	}
	out := filepath.Join(dir, "out")
	for _, c := range []struct {
		args   string
		fields bool
	}{{"", false}, {"--codec", true}, {"--codec", true}} {
		args := append([]string{"export", filepath.Join(dir, "in"), "-o", out + "/", "--summary", "--resume", "--force"}, strings.Fields(c.args)...)
		status, _, stderr := call(t, args...)
		text, err := os.ReadFile(filepath.Join(out, "tiny-420.mp4.ndjson"))
		if err != nil {
			t.Fatalf("status %d, %v: %s", status, err, stderr)
		}
		if fields := strings.Contains(string(text), `"qp_mean":`); status != statusDone || fields != c.fields {
			t.Errorf("%q: status %d, the fields are there: %v", c.args, status, fields)
		}
		if lines := reported(stderr); len(lines) != 2*strings.Count(c.args, "--codec") {
			t.Errorf("%q: %q", c.args, lines)
		}
	}
}
