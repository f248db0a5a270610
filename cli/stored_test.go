package cli

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestRenderStored renders exports without their video: the frames and times are the film's, a
// pixel has its quad's mean, and what cannot be is refused.
func TestRenderStored(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	dir := t.TempDir()
	colours, edges, out := filepath.Join(dir, "a.ndjson.zst"), filepath.Join(dir, "b.json"), filepath.Join(dir, "x.mkv")
	exportAs(t, colours, "--variant", "feature", "-t", "0", "--frames", "4", clip)
	exportAs(t, edges, "--frames", "4", clip)
	for _, in := range []string{colours, edges} {
		if status, _, stderr := call(t, "render", in, "-o", out, "--encoder", "ffv1", "--force"); status != statusDone || !strings.Contains(stderr, "4 frames") {
			t.Fatalf("%s: status %d, %q", in, status, stderr)
		}
		times := func(name string) string {
			text, err := exec.Command("ffprobe", "-v", "error", "-select_streams", "v", "-read_intervals", "%+#4", "-show_entries", "frame=pts_time", "-of", "csv=p=0", name).Output()
			if err != nil {
				t.Fatal(err)
			}
			return strings.Join(strings.Fields(strings.ReplaceAll(string(text), ",", " ")), " ")
		}
		if got, want := times(out), times(clip); strings.Count(got, " ") != 3 || !strings.HasPrefix(want, got) {
			t.Errorf("%s: times %q, the film's are %q", in, got, want)
		}
		pixels := func(name string, more ...string) []byte {
			args := append([]string{"-v", "error", "-i", name}, more...)
			data, err := exec.Command("ffmpeg", append(args, "-frames:v", "1", "-pix_fmt", "rgb24", "-f", "rawvideo", "-")...).Output()
			if err != nil {
				t.Fatal(err)
			}
			return data
		}
		got := pixels(out)
		shot := filepath.Join(dir, "shot.png")
		if status, _, stderr := call(t, "snapshot", "--engine", "cpu", "--no-overlay", "-o", shot, "--force", clip); status != statusDone {
			t.Fatal(stderr)
		}
		want := pixels(shot)
		same := 0
		for i := range got {
			if d := int(got[i]) - int(want[i]); d >= -2 && d <= 2 { // 8 bits of 14, each rounded
				same++
			}
		}
		// With t = 0 only equal colours merge, so the means are the picture.
		if all := same == len(want) && len(got) == len(want); all != (in == colours) {
			t.Errorf("%s: %d of %d channels are the film's", in, same, len(want))
		}
	}
	for want, args := range map[string][]string{
		"no corners":           {"--fill", "linear"},
		"all of its frames":    {"--frames", "2"},
		"without --from, --to": {"--view", "mask"},
		"is no export as JSON": nil,
	} {
		in := colours
		if args == nil {
			in = filepath.Join(dir, "bad.ndjson")
			copyFile(t, clip, in)
		}
		if status, _, stderr := call(t, append([]string{"render", in, "-o", filepath.Join(dir, "y.mkv")}, args...)...); status == statusDone || !strings.Contains(stderr, want) {
			t.Errorf("%v: status %d, %q", args, status, stderr)
		}
	}
}
