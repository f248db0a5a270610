package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
)

// shotsOf runs the command and returns its output.
func shotsOf(t *testing.T, form string, args ...string) string {
	t.Helper()
	status, out, err := call(t, append([]string{"shots", "--format", form, "-o", "-"}, args...)...)
	if status != statusDone {
		t.Fatalf("%v: status %d, %s", args, status, err)
	}
	return out
}

// starts reads a qpfile.
func starts(t *testing.T, text string) (list []int) {
	t.Helper()
	for line := range strings.Lines(text) {
		number, ok := strings.CutSuffix(line, " I -1\n")
		n, err := strconv.Atoi(number)
		if !ok || err != nil {
			t.Fatalf("line %q", line)
		}
		list = append(list, n)
	}
	return list
}

// theCutVideo caches cutVideo's result.
var theCutVideo []byte

// cutVideo is a video of four shots. The second begins with a flash, and the last fades out.
func cutVideo(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "cut.mkv")
	if theCutVideo != nil {
		if err := os.WriteFile(name, theCutVideo, 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	const size = "size=160x90:rate=25"
	ffmpegTo(t, name, "-f", "lavfi", "-i", "testsrc2="+size+":duration=2",
		"-f", "lavfi", "-i", "mandelbrot="+size+":maxiter=50",
		"-f", "lavfi", "-i", "color=gray:"+size+":duration=1.6",
		"-f", "lavfi", "-i", "smptebars="+size+":duration=2",
		"-filter_complex", "[1]trim=end_frame=30,setsar=1[m];[3]fade=out:st=0.4:d=1.6[f];[0][m][2][f]concat=n=4,drawbox=color=white:t=fill:enable='between(n,20,22)'",
		"-pix_fmt", "yuv420p", "-c:v", "ffv1")
	theCutVideo = readFile(t, name)
	return name
}

// TestShots: every engine finds the known cuts; neither the flash nor the fade is a cut.
func TestShots(t *testing.T) {
	t.Parallel()
	clip := cutVideo(t)
	want := []int{0, 50, 80, 120}
	for _, args := range [][]string{{}, {"--engine", "cpu"}, {"--engine", "gpu"}, {"--variant", "feature", "-t", "0.05"}, {"--invert"}, {"-t", "0.3"}} {
		if got := starts(t, shotsOf(t, "qpfile", append(args, clip)...)); !slices.Equal(got, want) {
			t.Errorf("%v: %v, want %v", args, got, want)
		}
	}
	if got := starts(t, shotsOf(t, "qpfile", "--min-length", "45", clip)); len(got) != 3 {
		t.Errorf("of at least 45 pictures: %v", got)
	}
	for clip, want := range map[string][]int{"../samples/tiny-still.png": {0}, "../samples/tiny-palette.gif": {0}} {
		if got := starts(t, shotsOf(t, "qpfile", clip)); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", clip, got, want)
		}
	}
}

// TestShotsOfTrailer: a trailer's cuts as determined by eye, among fades, fast motion and titles.
// The one at 404 is missed, eight frames after another. FFmpeg's scdet finds six, and no others.
func TestShotsOfTrailer(t *testing.T) {
	t.Parallel()
	folder := os.Getenv("FFKVADRAT_MEDIA")
	if folder == "" {
		t.Skip("FFKVADRAT_MEDIA is not set")
	}
	clip := filepath.Join(folder, "sintel_trailer-720p.mp4")
	want, theirs, frames := []int{0, 334, 396, 420, 571, 621, 658, 672, 1163, 1220}, 6, "1253"
	if testing.Short() { // the first of them
		want, theirs, frames = want[:4], 2, "450"
	}
	got := starts(t, shotsOf(t, "qpfile", "--engine", "cpu", "--frames", frames, clip))
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	out := clips.Raw(t, "-i", clip, "-frames:v", frames, "-vf", "scdet=t=10,metadata=print:key=lavfi.scd.time:file=-", "-f", "null")
	found := 0
	for line := range strings.Lines(string(out)) {
		if text, ok := strings.CutPrefix(strings.TrimSpace(line), "lavfi.scd.time="); ok {
			at, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			found++
			if n := int(at*24 + 0.5); !slices.Contains(got, n) {
				t.Errorf("scdet finds a cut at %d", n)
			}
		}
	}
	if found != theirs {
		t.Errorf("scdet finds %d cuts", found)
	}
}

// TestFormsOfShots reads each form with another program: chapters with FFmpeg, frames with x264,
// others as their programs do.
func TestFormsOfShots(t *testing.T) {
	t.Parallel()
	clip := cutVideo(t)
	dir := t.TempDir()
	want := []int{0, 50, 80, 120}
	files := map[string]string{}
	for _, ending := range []string{".scenes.json", ".edl", ".ffmeta", ".qpfile"} {
		files[ending] = filepath.Join(dir, "x"+ending)
		if status, _, err := call(t, "shots", clip, "-o", files[ending]); status != statusDone || !strings.HasSuffix(err, ": 4 shots in 170 frames\n") {
			t.Fatalf("%s: status %d, %s", ending, status, err)
		}
	}

	out, err := exec.Command("ffprobe", "-v", "error", "-f", "ffmetadata", "-show_chapters", "-of", "json", files[".ffmeta"]).Output()
	var read struct {
		Chapters []struct {
			Start string `json:"start_time"`
			End   string `json:"end_time"`
			Tags  struct{ Title string }
		}
	}
	if err != nil || json.Unmarshal(out, &read) != nil || len(read.Chapters) != 4 {
		t.Fatalf("%v: %s", err, out)
	}
	for i, c := range read.Chapters {
		end := 170
		if i < 3 {
			end = want[i+1]
		}
		if c.Start != fmt.Sprintf("%.6f", float64(want[i])/25) || c.End != fmt.Sprintf("%.6f", float64(end)/25) || c.Tags.Title != fmt.Sprintf("Shot %d", i+1) {
			t.Errorf("chapter %d: %+v", i+1, c)
		}
	}

	text, err := os.ReadFile(files[".scenes.json"])
	if err != nil {
		t.Fatal(err)
	}
	type scene struct {
		Start     *int             `json:"start_frame"`
		End       *int             `json:"end_frame"`
		Overrides *json.RawMessage `json:"zone_overrides"`
	}
	var scenes struct {
		Frames int     `json:"frames"`
		Scenes []scene `json:"scenes"`
		Split  []scene `json:"split_scenes"`
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&scenes); err != nil || scenes.Frames != 170 || len(scenes.Scenes) != 4 || !reflect.DeepEqual(scenes.Split, scenes.Scenes) {
		t.Fatalf("%v: %s", err, text)
	}
	for i, s := range scenes.Scenes {
		if s.Start == nil || s.End == nil || s.Overrides != nil || *s.Start != want[i] || *s.End != append(want[1:], 170)[i] {
			t.Errorf("scene %d of %s", i, text)
		}
	}

	if text, err = os.ReadFile(files[".edl"]); err != nil || !strings.HasPrefix(string(text), "TITLE: cut.mkv\nFCM: NON-DROP FRAME\n") ||
		!strings.Contains(string(text), "\n002  001      V     C        00:00:02:00 00:00:03:05 00:00:02:00 00:00:03:05\n") {
		t.Errorf("%v: %s", err, text)
	}

	if _, err := exec.LookPath("x264"); err != nil && os.Getenv("FFKVADRAT_CI") == "" {
		t.Skip("no x264 here")
	}
	plain, encoded := clips.Make(t, "x.y4m", "-i", clip), filepath.Join(dir, "x.264")
	if out, err := exec.Command("x264", "--preset", "veryfast", "--no-scenecut", "--keyint", "infinite", "--qpfile", files[".qpfile"], "-o", encoded, plain).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out = clips.Probe(t, "-select_streams", "v", "-show_entries", "frame=key_frame", "-of", "csv=p=0", encoded)
	var keys []int
	for n, line := range strings.Fields(string(out)) {
		if strings.HasPrefix(line, "1") {
			keys = append(keys, n)
		}
	}
	if !slices.Equal(keys, want) {
		t.Errorf("x264 begins anew at %v, want %v", keys, want)
	}
}

// TestPartsOfShots: in a part, pictures, times and an edit decision list's record times count from
// its first frame, source times from the video's.
func TestPartsOfShots(t *testing.T) {
	t.Parallel()
	clip := cutVideo(t)
	for args, want := range map[string][]int{
		"--from #30":           {0, 20, 50, 90},
		"--from 1.2":           {0, 20, 50, 90},
		"--from #50 --to #119": {0, 30},
		"--to 3.6":             {0, 50}, "--to 3.64": {0, 50, 80},
		"--from #60 --frames 61":           {0, 20},
		"--from #60 --to 5":                {0, 20},
		"--from #50 --frames 1":            {0},
		"--from #60 --min-length 1 --to 5": {0, 20, 60},
	} {
		if got := starts(t, shotsOf(t, "qpfile", append(strings.Fields(args), clip)...)); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", args, got, want)
		}
	}
	if got := shotsOf(t, "scenes", "--from", "#60", "--frames", "61", clip); !strings.HasPrefix(got, `{"frames":61,"scenes":[{"start_frame":0,"end_frame":20,`) {
		t.Error(got)
	}
	if got := shotsOf(t, "edl", "--from", "#60", "--frames", "61", clip); !strings.Contains(got, "\n002  001      V     C        00:00:03:05 00:00:04:21 00:00:00:20 00:00:02:11\n") {
		t.Error(got)
	}
	if got := shotsOf(t, "ffmeta", "--from", "#60", "--frames", "61", clip); !strings.Contains(got, "\nSTART=800000\nEND=2440000\n") {
		t.Error(got)
	}
	for args, want := range map[string]string{"--from x": "--from", "--from 3 --to 2": "--to is before --from", "--frames 0": "--frames: 0 is not positive"} {
		if status, _, err := call(t, append(append([]string{"shots", "-o", "x.edl"}, strings.Fields(args)...), clip)...); status != statusUsage || !strings.Contains(err, want) {
			t.Errorf("%s: status %d, %s", args, status, err)
		}
	}
	if status, _, err := call(t, "shots", "-o", filepath.Join(t.TempDir(), "x.edl"), "--from", "99", clip); status != statusFailed || !strings.Contains(err, "--from: ") {
		t.Errorf("after the end: status %d, %s", status, err)
	}
}

// TestChaptersWithSound: if sound begins before the video, FFmpeg's chapters begin with the shots'
// pictures.
func TestChaptersWithSound(t *testing.T) {
	dir := t.TempDir()
	clip, meta, out := filepath.Join(dir, "a.mkv"), filepath.Join(dir, "a.ffmeta"), filepath.Join(dir, "b.mkv")
	ffmpegTo(t, clip, "-itsoffset", "0.52", "-i", cutVideo(t), "-f", "lavfi", "-i", "sine=duration=7", "-output_ts_offset", "3", "-c:v", "copy", "-c:a", "flac")
	if status, _, err := call(t, "shots", clip, "-o", meta); status != statusDone {
		t.Fatalf("status %d, %s", status, err)
	}
	ffmpegTo(t, out, "-i", clip, "-i", meta, "-map_chapters", "1", "-c", "copy")
	probed := func(args ...string) []string {
		return strings.Fields(string(clips.Probe(t, append(append([]string{"-of", "csv=p=0"}, args...), out)...)))
	}
	times := probed("-select_streams", "v", "-show_entries", "packet=pts_time")
	got := probed("-show_entries", "chapter=start_time")
	if want := []string{"0.000000", times[50], times[80], times[120]}; !slices.Equal(got, want) || times[0] != "0.520000" {
		t.Errorf("chapters at %v, want %v; the first picture is at %s", got, want, times[0])
	}
}

// TestShotsWithoutRate: a container without a frame rate, such as IVF, gets timecodes from the
// pictures' times.
func TestShotsWithoutRate(t *testing.T) {
	clip := filepath.Join(t.TempDir(), "a.ivf")
	ffmpegTo(t, clip, "-i", cutVideo(t), "-c:v", "libvpx", "-deadline", "realtime", "-crf", "10", "-b:v", "2M")
	if got := shotsOf(t, "edl", clip); !strings.Contains(got, "\n002  001      V     C        00:00:02:00 00:00:03:05 00:00:02:00 00:00:03:05\n") {
		t.Error(got)
	}
}

// TestFlagsOfShots: wrong flags are refused with a reason.
func TestFlagsOfShots(t *testing.T) {
	const clip = "../samples/tiny-420.mp4"
	for args, want := range map[string]string{
		"-o x.json":                       "does not end in .scenes.json, .edl, .ffmeta or .qpfile",
		"-o -":                            "standard output has no extension: name the format with --format",
		"-o x --format xml":               "--format: no form is called",
		"-o x.edl --min-length 0":         "--min-length: 0 is not between 1 and",
		"-o x.edl -t 0.1 --planes purple": "--planes",
	} {
		if status, _, err := call(t, append(append([]string{"shots"}, strings.Fields(args)...), clip)...); status != statusUsage || !strings.Contains(err, want) {
			t.Errorf("%s: status %d, %s", args, status, err)
		}
	}
}
