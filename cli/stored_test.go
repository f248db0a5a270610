package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/atomicfile/streams"
	"ffkvadrat/quadfile"
	"ffkvadrat/tests/clips"
	"ffkvadrat/tests/pairs"
)

// TestRenderStored renders exports without their video: frames and times are the video's, a pixel
// has its quad's mean, and impossible renderings are refused.
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
			text := clips.Probe(t, "-select_streams", "v", "-read_intervals", "%+#4", "-show_entries", "frame=pts_time", "-of", "csv=p=0", name)
			return strings.Join(strings.Fields(strings.ReplaceAll(string(text), ",", " ")), " ")
		}
		if got, want := times(out), times(clip); strings.Count(got, " ") != 3 || !strings.HasPrefix(want, got) {
			t.Errorf("%s: times %q, the video's are %q", in, got, want)
		}
		pixels := func(name string, more ...string) []byte {
			args := append([]string{"-i", name}, more...)
			return clips.Raw(t, append(args, "-frames:v", "1", "-pix_fmt", "rgb24", "-f", "rawvideo")...)
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
			t.Errorf("%s: %d of %d channels are the video's", in, same, len(want))
		}
	}
	for want, args := range map[string][]string{
		"no corners":               {"--fill", "linear"},
		"all of its frames":        {"--frames", "2"},
		"without --from, --to":     {"--view", "mask"},
		"is not an export in JSON": nil,
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

// frameHashes returns the time and a hash of each picture of several videos, from one process.
func frameHashes(t *testing.T, names ...string) [][]string {
	t.Helper()
	var args []string
	for _, name := range names {
		args = append(args, "-i", name)
	}
	for i := range names {
		args = append(args, "-map", fmt.Sprintf("%d:v", i))
	}
	hashes := make([][]string, len(names))
	for line := range strings.Lines(string(clips.Raw(t, append(args, "-pix_fmt", "rgb24", "-f", "framehash")...))) {
		if !strings.HasPrefix(line, "#") {
			fields := strings.Split(line, ",")
			i, err := strconv.Atoi(fields[0])
			if err != nil {
				t.Fatal(err)
			}
			hashes[i] = append(hashes[i], strings.TrimSpace(fields[1])+" "+strings.TrimSpace(fields[len(fields)-1]))
		}
	}
	return hashes
}

// TestRenderStoredCut truncates an export of every readable format with every compression: the
// video has the whole frames, and status and one line report the damage. Without a whole frame
// there is no video.
func TestRenderStoredCut(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	clip := filepath.Join(dir, "clip.mkv")
	// Small pictures with many quads, so that half of a compressed export has whole frames.
	ffmpegTo(t, clip, "-f", "lavfi", "-i", "testsrc2=size=97x65:duration=0.48,noise=alls=100:allf=t:all_seed=1", "-pix_fmt", "yuv444p", "-c:v", "ffv1")
	tenths := []int{5, 8}
	var videos []string // the first is complete
	var wants []int     // numbers of pictures
	formats := slices.DeleteFunc(quadfile.Formats(), func(f quadfile.Format) bool { return !f.Has(quadfile.Readable) })
	whole := map[string][]byte{} // by name
	for c := range pairs.Cases(len(formats), len(streams.Compressions()), len(tenths)) {
		in, tenths := filepath.Join(dir, "a"+formats[c[0]].Extension()+streams.Compressions()[c[1]].Extension()), tenths[c[2]]
		if whole[in] == nil {
			whole[in] = []byte(exportAs(t, in, "--variant", "feature", "-t", "0.0001", clip))
		}
		out := filepath.Join(dir, fmt.Sprintf("x%d.mkv", len(videos)))
		if videos == nil {
			if status, _, stderr := call(t, "render", in, "-o", out, "--encoder", "ffv1"); status != statusDone {
				t.Fatalf("%s: status %d, %q", in, status, stderr)
			}
			videos, wants = append(videos, out), append(wants, 12)
			out = filepath.Join(dir, "x1.mkv")
		}
		cut := whole[in][:len(whole[in])*tenths/10]
		if err := os.WriteFile(in, cut, 0o600); err != nil {
			t.Fatal(err)
		}
		want := wholeFrames(cut)
		status, _, stderr := call(t, "render", in, "-o", out, "--encoder", "ffv1")
		if _, err := os.Stat(out); want == 0 {
			if status != statusFailed || err == nil {
				t.Errorf("%s, %d tenths: without a frame: status %d, %q, the video: %v", in, tenths, status, stderr, err)
			}
			continue
		}
		videos, wants = append(videos, out), append(wants, want)
		if after := fmt.Sprintf("after %s:", number(want, "frame")); status != statusPartly || !strings.Contains(stderr, after) || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, in) {
			t.Errorf("%s, %d tenths: status %d, %q, want %q", in, tenths, status, stderr, after)
		}
	}
	hashes := frameHashes(t, videos...)
	for i, got := range hashes {
		if len(got) != wants[i] || !slices.Equal(got, hashes[0][:len(got)]) {
			t.Errorf("video %d: %d pictures, want the first %d of the whole video", i, len(got), wants[i])
		}
	}
	if least := len(formats) * len(streams.Compressions()) / 2; len(videos)-1 < least {
		t.Errorf("%d videos, fewer than %d", len(videos)-1, least)
	}
}

// wholeFrames returns how many frames of an export can be read.
func wholeFrames(data []byte) (n int) {
	text, err := streams.Decompress(bytes.NewReader(data))
	if err != nil {
		return 0
	}
	defer text.Close()
	r, err := quadfile.NewReader(text)
	var f quadfile.Frame
	for ; err == nil; n++ {
		err = r.Next(&f)
	}
	return max(n-1, 0)
}

// TestRenderStoredStyle: the quads of exports without means are drawn like render --overlay-only,
// here over black, for all variants and looks.
func TestRenderStoredStyle(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	dir := t.TempDir()
	in := filepath.Join(dir, "a.ffq")
	var stored, alone []string // renderings
	cases := []struct{ lists, style []string }{
		{nil, nil},
		{nil, []string{"--look", "fill", "--opacity", "1", "--line", "2"}},
		{[]string{"--max-size", "8"}, []string{"--colour-by", "age", "--opacity", "1"}},
		{[]string{"--operator", "range", "--classes", "0,0.25,0.5,1"}, []string{"--colour-by", "class", "--opacity", "1"}},
		{[]string{"--variant", "points", "--order", "value"}, []string{"--opacity", "1"}},
		{[]string{"--template", "16,8,8,8@#0"}, []string{"--opacity", "1", "--detail", "full"}},
	}
	for i, c := range cases {
		stored, alone = append(stored, fmt.Sprintf("%s/stored%d.mkv", dir, i)), append(alone, fmt.Sprintf("%s/alone%d.mkv", dir, i))
		exportAs(t, in, append(slices.Clone(c.lists), "--frames", "3", "--force", clip)...)
		if status, _, stderr := call(t, append([]string{"render", in, "-o", stored[i], "--encoder", "ffv1"}, c.style...)...); status != statusDone {
			t.Fatalf("%v: status %d, %q", c, status, stderr)
		}
		lists := slices.DeleteFunc(slices.Clone(c.lists), func(a string) bool { return a == "--order" || a == "value" })
		if status, _, stderr := call(t, slices.Concat([]string{"render", "--engine", "cpu", "--frames", "3", "--overlay-only", clip, "-o", alone[i], "--encoder", "ffv1"}, lists, c.style)...); status != statusDone {
			t.Fatalf("%v: status %d, %q", c, status, stderr)
		}
	}
	want := decoded(t, alone, "-vf", "premultiply=inplace=1", "-pix_fmt", "rgb24") // over black
	for i, got := range decoded(t, stored, "-pix_fmt", "rgb24") {
		if n := apart(t, got, want[i]); n != 0 {
			t.Errorf("%v: %d channels differ", cases[i], n)
		}
	}
	means := filepath.Join(dir, "means.ffq")
	exportAs(t, means, "--variant", "feature", "--frames", "1", clip)
	cubes := filepath.Join(dir, "cubes.json")
	exportAs(t, cubes, "--cube", "8", clip)
	for want, args := range map[string][]string{
		"filled with their means":    {means, "--look", "fill"},
		"it has no means":            {in, "--look", "mosaic"},
		"means, which --look mosaic": {in, "--colour-by", "mean"},
		"windows of frames":          {cubes},
	} {
		if status, _, stderr := call(t, append([]string{"render", "-o", filepath.Join(dir, "y.mkv")}, args...)...); status != statusFailed || !strings.Contains(stderr, want) || !strings.Contains(stderr, args[0]) {
			t.Errorf("%v: status %d, %q", args, status, stderr)
		}
	}
}

// TestRenderStoredRefuses: files that are not exports, and several exports, are refused by name.
func TestRenderStoredRefuses(t *testing.T) {
	for _, format := range quadfile.Formats() {
		for _, compression := range streams.Compressions() {
			name := "a" + format.Extension() + compression.Extension()
			for _, args := range [][]string{{name, "-o", "x.mkv"}, {name, name, "-o", "folder/"}, {name, "-o", "folder/"}} {
				says := "is not rendered without one"
				if format.Has(quadfile.Readable) && args[1] == "-o" && args[2] == "x.mkv" {
					continue // is rendered
				} else if format.Has(quadfile.Readable) {
					says = "one at a time"
				}
				if status, _, stderr := call(t, append([]string{"render"}, args...)...); status != statusUsage || !strings.Contains(stderr, says) || !strings.Contains(stderr, name) {
					t.Errorf("%v: status %d, %q, want %q", args, status, stderr, says)
				}
			}
		}
	}
}

// apart returns how many channels of two videos differ by more than the rounding of colours and
// opacity.
func apart(t *testing.T, x, y []byte) (n int) {
	t.Helper()
	if len(x) != len(y) || len(x) == 0 {
		t.Fatalf("%d bytes and %d", len(x), len(y))
	}
	for i := range x {
		if d := int(x[i]) - int(y[i]); d < -2 || d > 2 {
			n++
		}
	}
	return n
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}
