package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/tests/clitest"
)

// TestHwdec exports and renders with each value of --hwdec: the files are those of software
// decoding. A named device that cannot be used is reported once and does not affect the status.
func TestHwdec(t *testing.T) {
	t.Parallel()
	videos := clitest.VideoFolder(t, nil)
	file := func(name string) []byte {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	for _, job := range []struct {
		args []string
		out  string // the file among these to compare
	}{
		{[]string{"export", videos + "/a.mp4", "-o", "x.ndjson"}, "x.ndjson"},
		{[]string{"export", videos, "--jobs", "2", "-o", "many/"}, "many/sub/a.mp4.ndjson"},
		{[]string{"render", videos + "/a.mp4", "-o", "x.nut", "--encoder", "ffv1"}, "x.nut"},
	} {
		var want []byte
		for _, name := range append([]string{"no"}, decode.HardwareNames...) {
			dir := t.TempDir()
			args := append(append([]string{}, job.args...), "--hwdec", name, "--engine", "cpu")
			out := slices.Index(args, "-o") + 1
			args[out] = dir + "/" + args[out]
			status, _, stderr := call(t, args...)
			if status != statusDone {
				t.Fatalf("%q: status %d, %s", args, status, stderr)
			}
			reported := strings.Count(stderr, "decodes in software")
			if quiet := name == "no" || name == "auto"; quiet && reported > 0 || reported > 1 {
				t.Errorf("%q: %s", args, stderr)
			}
			if reported == 1 && !strings.Contains(stderr, "ffkvadrat: --hwdec "+name+": ") {
				t.Errorf("%q: %s", args, stderr)
			}
			got := file(filepath.Join(dir, job.out))
			if want == nil {
				want = got
			}
			if !bytes.Equal(got, want) || len(got) == 0 {
				t.Errorf("%q: other bytes than in software", args)
			}
		}
	}
	for _, command := range []string{"export", "render", "play"} {
		args := []string{command, videos + "/a.mp4", "--hwdec", "quantum"}
		if command != "play" {
			args = append(args, "-o", t.TempDir()+"/x.mkv")
		}
		if status, _, stderr := call(t, args...); status != statusUsage || !strings.Contains(stderr, "--hwdec") {
			t.Errorf("%q: status %d, %s", args, status, stderr)
		}
	}
}
