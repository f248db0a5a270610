package cli

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
)

// rawClips returns the same moving pictures as Y4M, as raw video, and as raw video that an encoder has
// changed.
func rawClips(t *testing.T, format string) (y4m, raw, encode string) {
	t.Helper()
	source := []string{"-f", "lavfi", "-i", "testsrc2=size=96x64:rate=10:duration=2"}
	paths := clips.Each(t, source,
		clips.Output{Name: "a.y4m", Args: []string{"-pix_fmt", format, "-strict", "-1"}},
		clips.Output{Name: "source.yuv", Args: []string{"-pix_fmt", format, "-f", "rawvideo"}},
		clips.Output{Name: "rec.yuv", Args: []string{"-vf", "gblur=2", "-pix_fmt", format, "-f", "rawvideo"}})
	return paths[0], paths[1], paths[2]
}

// TestRawExport: an export of raw video equals that of the same frames as Y4M, except for the name; a
// name that says the layout has the same effect as --raw, and one line says so.
func TestRawExport(t *testing.T) {
	for _, format := range []string{"yuv420p", "yuv422p10le"} {
		y4m, raw, _ := rawClips(t, format)
		want := exportFile(t, "--engine", "cpu", y4m)
		got := exportFile(t, "--engine", "cpu", "--raw", "96x64:"+format+"@10", raw)
		if string(got) != strings.Replace(string(want), y4m, raw, 1) {
			t.Errorf("%s: %.300s\nwant %.300s", format, got, want)
		}
		data, err := os.ReadFile(raw)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		named := filepath.Join(dir, "a_96x64_10fps."+format)
		if err := os.WriteFile(named, data, 0o600); err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(dir, "out.ndjson")
		status, _, stderr := call(t, "export", "--engine", "cpu", named, "-o", out)
		got, err = os.ReadFile(out)
		if says := named + ": raw video, read as 96x64:" + format + "@10 because of its name\n"; status != statusDone || err != nil || strings.Count(stderr, says) != 1 {
			t.Errorf("%s: status %d, %s", format, status, stderr)
		}
		if string(got) != strings.Replace(string(want), y4m, named, 1) {
			t.Errorf("%s: %.300s\nwant %.300s", format, got, want)
		}
		if status, stdout, stderr := call(t, "verify", out, named); status != statusDone || !strings.Contains(stdout, "all correct") {
			t.Errorf("verify: status %d, %s%s", status, stdout, stderr)
		}
	}
}

// TestRawRest: whole frames are exported, the rest is reported in bytes, with status 3.
func TestRawRest(t *testing.T) {
	_, raw, _ := rawClips(t, "yuv420p")
	if err := os.Truncate(raw, 20*9216-5); err != nil {
		t.Fatal(err)
	}
	status, _, stderr := call(t, "export", "--engine", "cpu", "--raw", "96x64:yuv420p@10", raw, "-o", filepath.Join(t.TempDir(), "a.ndjson"))
	if status != statusPartly || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "1 fault, the first: ") || !strings.Contains(stderr, "its last 9211 bytes are not a whole frame, which has 9216; 19 frames in") {
		t.Errorf("status %d, %s", status, stderr)
	}
}

// TestRawCompare: PSNR of raw files equals that of FFmpeg's filter, also if each file has its layout.
func TestRawCompare(t *testing.T) {
	_, source, rec := rawClips(t, "yuv420p")
	input := func(path string) []string {
		return []string{"-f", "rawvideo", "-video_size", "96x64", "-pixel_format", "yuv420p", "-framerate", "10", "-i", path}
	}
	said, err := exec.Command("ffmpeg", slices.Concat([]string{"-nostdin", "-hide_banner"}, input(rec), input(source), []string{"-lavfi", "psnr", "-f", "null", "-"})...).CombinedOutput()
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`PSNR y:([0-9.]+) u:([0-9.]+) v:([0-9.]+) average:([0-9.]+)`).FindSubmatch(said)
	if m == nil {
		t.Fatalf("%s", said)
	}
	two := func(digits []byte) string { // to two decimals, rounded by hand
		var value float64
		json.Unmarshal(digits, &value)
		return decibels(value)
	}
	want := "PSNR average " + two(m[4]) + ", y " + two(m[1]) + ", u " + two(m[2]) + ", v " + two(m[3])
	data, err := os.ReadFile(rec)
	if err != nil {
		t.Fatal(err)
	}
	header := filepath.Join(t.TempDir(), "rec.raw")
	if err := os.WriteFile(header, append(make([]byte, 77), data...), 0o600); err != nil {
		t.Fatal(err)
	}
	encode := filepath.Join(t.TempDir(), "rec.mkv")
	ffmpegTo(t, encode, append(input(rec), "-c:v", "ffv1")...)
	for _, args := range [][]string{
		{source, rec, "--raw", "96x64:yuv420p@10"},
		{source, header, "--raw", "96x64:yuv420p@10", "--raw", header + "=96x64:yuv420p@10+77"},
		{source, header, "--raw", source + "=96x64:yuv420p@10", "--raw", header + "=96x64:yuv420p@10+77"},
		{source, encode, "--raw", "96x64:yuv420p@10"},
	} {
		status, _, stderr := call(t, append([]string{"compare", "-o", filepath.Join(t.TempDir(), "a.csv")}, args...)...)
		if status != statusDone || !strings.Contains(stderr, want) {
			t.Errorf("%q: status %d, %s\nwant %s", args[2:], status, stderr, want)
		}
	}
}

// TestRawProbe: probe says the layout and that the name says it.
func TestRawProbe(t *testing.T) {
	_, raw, _ := rawClips(t, "yuv420p")
	named := filepath.Join(filepath.Dir(raw), "a_96x64_10.yuv")
	if err := os.Rename(raw, named); err != nil {
		t.Fatal(err)
	}
	for text, args := range map[string][]string{
		"rawvideo, 96x64:yuv420p@10 because of its name, 1 stream": {named},
		"rawvideo, 48x64:yuv420p@25, 1 stream":                     {"--raw", "48x64:yuv420p", named},
	} {
		if status, stdout, stderr := call(t, append([]string{"probe", "--engine", "cpu"}, args...)...); status != statusDone || !strings.Contains(stdout, text) {
			t.Errorf("status %d, %s%s", status, stdout, stderr)
		}
	}
	var probed struct {
		Format struct {
			Raw     string
			Guessed bool `json:"raw_guessed"`
		}
		Video struct {
			Frames   int     `json:"nb_frames"`
			Duration float64 `json:"duration"`
		}
	}
	_, stdout, _ := call(t, "probe", "--engine", "cpu", "--json", named)
	if err := json.Unmarshal([]byte(stdout), &probed); err != nil || probed.Format.Raw != "96x64:yuv420p@10" || !probed.Format.Guessed || probed.Video.Frames != 20 || probed.Video.Duration != 2 {
		t.Errorf("%v, %+v", err, probed)
	}
}

// TestRawErrors: wrong layouts are errors of one line.
func TestRawErrors(t *testing.T) {
	_, raw, _ := rawClips(t, "yuv420p")
	dir := filepath.Dir(raw)
	deep := clips.Make(t, "a.yuv", "-i", "../samples/sample.mp4", "-vf", "scale=640:360", "-frames:v", "3", "-pix_fmt", "yuv422p10le", "-f", "rawvideo")
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{[]string{deep}, statusFailed, "2764800 bytes can be these frames, the likely ones first: 3 of 640x360:yuv422p10le, "},
		{[]string{deep}, statusFailed, "; --raw says it, such as --raw 640x360:yuv422p10le@25"},
		{[]string{"--raw", "96x64", raw}, statusUsage, `--raw: "96x64" has a size but no pixel format; an example is 1920x1080:yuv420p10le@50`},
		{[]string{"--raw", "0x0:gray", raw}, statusUsage, `--raw: "0x0" is not a size in pixels`},
		{[]string{"--raw", "99999x2:gray", raw}, statusUsage, "--raw: pictures of 99999×2 pixels are too large"},
		{[]string{"--raw", "96x64:yuv999", raw}, statusUsage, `--raw: FFmpeg has no pixel format "yuv999"`},
		{[]string{"--raw", "96x64:pal8", raw}, statusUsage, "--raw: raw video cannot have the pixel format pal8: it has a palette"},
		{[]string{"--raw", "96x64:vaapi", raw}, statusUsage, "its pictures are on a device"},
		{[]string{"--raw", "96x64:monow", raw}, statusUsage, "its samples are smaller than a byte"},
		{[]string{"--raw", "=96x64:gray", raw}, statusUsage, "--raw: a file's name is missing before the ="},
		{[]string{"--raw", "96x64:gray", "--raw", "96x64:gray", raw}, statusUsage, "one layout is for all files"},
		{[]string{"--raw", raw + "=96x64:gray", "--raw", raw + "=96x64:gray", raw}, statusUsage, "has two layouts"},
		{[]string{"--raw", "other.yuv=96x64:gray", raw}, statusUsage, "--raw: the command has no file other.yuv"},
		{[]string{"--raw", "96x64:gray"}, statusUsage, "--raw: name a file of raw video"},
		{[]string{"--raw", "96x64:gray", "../samples/tiny-420.mp4"}, statusUsage, "has the extension of another format; --raw ../samples/tiny-420.mp4=96x64:gray@25 reads it"},
		{[]string{"--raw", "3840x2160:gray", raw}, statusFailed, "184320 bytes are less than a frame of 3840x2160:gray@25, which has 8294400"},
		{[]string{"--max-pixels", "10x10", "--raw", "96x64:gray", raw}, statusFailed, "the limit is 100 pixels"},
		{[]string{raw}, statusFailed, "raw video does not say its layout, and the file's name does not either; 184320 bytes can be these frames, the likely ones first: 10 of 128x96:yuv420p, "},
	} {
		status, _, stderr := call(t, append([]string{"export", "-o", filepath.Join(dir, "out.ndjson")}, c.args...)...)
		if status != c.status || !strings.Contains(stderr, c.says) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%q: status %d, %s\nwant %s", c.args, status, stderr, c.says)
		}
	}
}

// TestRawBatch: files of a folder are read by their names or with --raw; others are exported as usual.
// --resume keeps no export that was made with another layout.
func TestRawBatch(t *testing.T) {
	_, raw, _ := rawClips(t, "yuv420p")
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
	for name, from := range map[string]string{"a.yuv": raw, "b.mp4": "../samples/tiny-420.mp4"} {
		data, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	export := func(args ...string) (int, string) {
		status, _, stderr := call(t, append([]string{"export", "--engine", "cpu", "--resume", dir, "-o", out}, args...)...)
		return status, stderr
	}
	if status, stderr := export(); status != statusPartly || !strings.Contains(stderr, "a.yuv\": not a video or picture: raw video does not say its layout") {
		t.Errorf("status %d, %s", status, stderr)
	}
	if status, stderr := export("--raw", "96x64:yuv420p@10"); status != statusDone || !strings.Contains(stderr, "2 of 2 files exported, 50 frames") {
		t.Errorf("status %d, %s", status, stderr)
	}
	if status, stderr := export("--raw", "96x64:yuv420p@10"); status != statusDone || !strings.Contains(stderr, "2 finished before") {
		t.Errorf("again: status %d, %s", status, stderr)
	}
	if status, stderr := export("--raw", "96x32:yuv420p@10", "--force"); status != statusDone || !strings.Contains(stderr, "70 frames") || strings.Contains(stderr, "finished before") {
		t.Errorf("another layout: status %d, %s", status, stderr)
	}
}

// TestRawCompareAligned: raw video is read twice with its layout; the frames that match have the numbers
// of Y4M.
func TestRawCompareAligned(t *testing.T) {
	source := []string{"-i", "../samples/sample.mp4", "-an"}
	move, cut := `trim=end_frame=40,scale=320:180,crop=160:90:x=2*n:y=n,setpts=N/25/TB`, `trim=end_frame=40,scale=320:180,crop=160:90:x=2*n:y=n,select=gte(n\,10),gblur=0.7,setpts=N/25/TB`
	paths := clips.Each(t, source,
		clips.Output{Name: "source.yuv", Args: []string{"-vf", move, "-pix_fmt", "yuv420p10le", "-f", "rawvideo"}},
		clips.Output{Name: "cut_160x90_25fps_10bit_420.yuv", Args: []string{"-vf", cut, "-pix_fmt", "yuv420p10le", "-f", "rawvideo"}},
		clips.Output{Name: "source.y4m", Args: []string{"-vf", move, "-pix_fmt", "yuv420p10le", "-strict", "-1"}},
		clips.Output{Name: "cut.y4m", Args: []string{"-vf", cut, "-pix_fmt", "yuv420p10le", "-strict", "-1"}})
	status, raw, stderr := call(t, "compare", "--raw", paths[0]+"=160x90:yuv420p10le", paths[0], paths[1], "--align", "auto", "-o", "-")
	if says := paths[1] + ": 30 frames matched, the first is frame index 10 at 0.400 s of the reference with frame index 0 at 0.000 s of the encode\n"; status != statusDone || !strings.Contains(stderr, says) || strings.Count(stderr, "because of its name") != 1 {
		t.Errorf("status %d, %s", status, stderr)
	}
	_, want, _ := call(t, "compare", paths[2], paths[3], "--align", "auto", "-o", "-")
	if want = strings.ReplaceAll(want, paths[3], paths[1]); raw != want || strings.Count(want, ",match,") != 31 {
		t.Errorf("%.500s\nwant %.500s", raw, want)
	}
	if status, _, stderr := call(t, "compare", "--raw", "160x90:yuv420p10le", "-", paths[1], "--align", "auto", "-o", "-"); status == statusDone || !strings.Contains(stderr, "cannot be read twice") {
		t.Errorf("standard input: status %d, %s", status, stderr)
	}
}
