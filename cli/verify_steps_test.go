package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
)

// without removes records from an NDJSON export.
func without(data []byte, records ...int) []byte {
	lines := bytes.SplitAfter(data, []byte("\n"))
	for _, i := range records {
		lines[1+i] = nil
	}
	return bytes.Join(lines, nil)
}

// TestVerifyMissingFrames: a missing frame between others is a fault. Frames missing at an end, or
// all but each nth, are a selection.
func TestVerifyMissingFrames(t *testing.T) {
	t.Parallel()
	const clip = "../samples/tiny-420.mp4"
	seek := "../samples/sample.mp4"
	if testing.Short() {
		seek = clips.Make(t, "seek.mp4", "-f", "lavfi", "-i", "testsrc2=size=160x90:rate=25:duration=9", "-c:v", "libx264", "-preset", "ultrafast", "-g", "25")
	}
	whole := exportFile(t, "--engine", "cpu", clip)
	third := exportFile(t, "--engine", "cpu", "--every", "3", clip)
	unnumbered := exportFile(t, "--engine", "cpu", "--from", "7", "--frames", "8", "--every", "2", "--threshold", "0.05", seek)
	if bytes.Contains(unnumbered, []byte("frame_index")) {
		t.Fatal("frames behind a seek have numbers")
	}
	index := regexp.MustCompile(`"frame_index":\d+,`)
	broken, brokenToo := bytes.SplitAfter(whole, []byte("\n")), bytes.SplitAfter(unnumbered, []byte("\n"))
	broken[4], brokenToo[4] = []byte("{}\n"), []byte("{}\n")
	for name, c := range map[string]struct {
		data         []byte
		clip         string
		alone, video string // the faults
	}{
		"in the middle":          {without(whole, 2), clip, "frame 3: it is 2 frames after", "frame 3: it is 2 frames after"},
		"the second":             {without(whole, 1), clip, "frame 3: it is 1 frame after", "frame 3: it is 1 frame after"},
		"several":                {without(whole, 9, 10, 20), clip, "frame 11: it is 3 frames after", "frame 21: it is 2 frames after"},
		"of each third":          {without(third, 4), clip, "frame 15: it is 6 frames after the one before it, but those before are 3 apart", "frame 15"},
		"at the ends":            {without(whole, 0, 1, 28, 29), clip, "", ""},
		"each third":             {third, clip, "", ""},
		"behind a broken record": {bytes.Join(broken, nil), clip, "record 3: no", "record 3: no"},
		"behind one, no numbers": {bytes.Join(brokenToo, nil), seek, "record 3: no", "record 3: no"},
		"behind a broken one":    {without(bytes.Join(broken, nil), 4), clip, "frame 5: it is 3 frames after", "frame 5: it is 3 frames after"},
		"without numbers":        {without(unnumbered, 4), seek, "", "record 4: it is 4 frames after the one before it, but those before are 2 apart"},
		"whole without numbers":  {unnumbered, seek, "", ""},
		"a number lost":          {bytes.Replace(whole, index.Find(whole), nil, 1), clip, "frame 1: it has a number, but one before it has no number", "frame 1"},
	} {
		file := filepath.Join(t.TempDir(), "quads")
		if err := os.WriteFile(file, c.data, 0o644); err != nil {
			t.Fatal(err)
		}
		for want, args := range map[*string][]string{&c.alone: {"verify", file}, &c.video: {"verify", file, c.clip}} {
			status, stdout, stderr := call(t, args...)
			if strings.HasPrefix(*want, "record 3") && strings.Count(stdout, "\n") != 1 {
				t.Errorf("%s, %d names: more than the one fault in %q", name, len(args), stdout)
			}
			if *want == "" && status != statusDone || *want != "" && (status != statusFailed || !strings.Contains(stdout, *want)) {
				t.Errorf("%s, %d names: status %d, %q, %q; want %q", name, len(args), status, stdout, stderr, *want)
			}
		}
	}
}

// TestVerifyCountsFaultsToTheEnd: verify counts the same faults as export, also of frames that are
// not exported and after the last one.
func TestVerifyCountsFaultsToTheEnd(t *testing.T) {
	t.Parallel()
	faults := regexp.MustCompile(`\d+ faults?,`)
	for c, steps := range map[string][]string{"tiny-mpeg2.ts": {"1", "7"}, "sample.mp4": {"60"}} {
		data, err := os.ReadFile("../samples/" + c)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		clip, out := filepath.Join(dir, c), filepath.Join(dir, "a.ndjson")
		for i := range 9 {
			data[len(data)/3+997*i] ^= 4 // between two frames of each 60th
		}
		if err := os.WriteFile(clip, data[:len(data)*2/3], 0o644); err != nil {
			t.Fatal(err)
		}
		for _, every := range steps {
			_, _, exported := call(t, "export", "--engine", "cpu", "--every", every, "--min-size", "16", "--force", "-o", out, clip)
			status, stdout, verified := call(t, "verify", out, clip)
			if got, want := faults.FindString(verified), faults.FindString(exported); status != statusPartly || got != want || want == "" {
				t.Errorf("%s, every %s: %q, export says %q; %s%s", c, every, got, want, stdout, verified)
			}
		}
	}
}
