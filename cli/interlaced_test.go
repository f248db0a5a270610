package cli

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
)

// interlacedClip is a video whose fields have different times, and each part of it as a separate lossless video.
func interlacedClip(t *testing.T) (clip string, apart map[string]string) {
	t.Helper()
	clip = clips.Make(t, "tape.ts", strings.Fields("-f lavfi -i testsrc2=size=64x48:rate=50:duration=0.4 -vf tinterlace=interleave_top,setfield=tff -c:v mpeg2video -q:v 2 -flags +ildct+ilme -bf 2")...)
	apart = map[string]string{}
	for name, filter := range map[string]string{"split": "separatefields", "top": "field=top", "bottom": "field=bottom"} {
		apart[name] = clips.Make(t, name+".mkv", "-i", clip, "-vf", filter, "-c:v", "ffv1")
	}
	return clip, apart
}

var listsOf = regexp.MustCompile(`"quads":.*`)

// TestExportFields: the quads of fields are those of videos that have only the fields. Motion compares with the field of
// the same parity. verify reads from the export which pictures it has.
func TestExportFields(t *testing.T) {
	t.Parallel()
	clip, apart := interlacedClip(t)
	for name, own := range apart {
		out := filepath.Join(t.TempDir(), "fields.ndjson")
		got := exportAs(t, out, clip, "--interlaced", name)
		if want := exportAs(t, filepath.Join(t.TempDir(), "own.ndjson"), own); !slices.Equal(listsOf.FindAllString(got, -1), listsOf.FindAllString(want, -1)) {
			t.Errorf("%s: other quads", name)
		}
		if !strings.Contains(got, `"interlaced":1,"fields":"`+name+`"}`) {
			t.Errorf("%s: %.400s", name, got)
		}
		if status, _, err := call(t, "verify", out, clip); status != 0 {
			t.Errorf("%s: %s", name, err)
		}
	}
	motion, out := []string{"--operator", "motion", "-t", "0.01"}, filepath.Join(t.TempDir(), "motion.ndjson")
	lists := listsOf.FindAllString(exportAs(t, out, append(motion, clip, "--interlaced", "split")...), -1)
	for parity, name := range []string{"top", "bottom"} {
		own := listsOf.FindAllString(exportAs(t, filepath.Join(t.TempDir(), "own.ndjson"), append(motion, apart[name])...), -1)
		for i := range own {
			if lists[2*i+parity] != own[i] {
				t.Errorf("%s field %d moves otherwise", name, i)
			}
		}
	}
	if status, _, err := call(t, "verify", out, clip); status != 0 {
		t.Error(err)
	}
	part := exportAs(t, filepath.Join(t.TempDir(), "part.ndjson"), append(motion, clip, "--interlaced", "split", "--from", "#7", "--frames", "2")...)
	if !slices.Equal(listsOf.FindAllString(part, -1), lists[7:9]) {
		t.Error("fields from the seventh on differ from those of the whole export")
	}
}

// TestExportSaysInterlaced: frames, and tables that have a column for it, say which frames are interlaced; other videos
// have nothing of it, unless the column is chosen.
func TestExportSaysInterlaced(t *testing.T) {
	t.Parallel()
	clip, _ := interlacedClip(t)
	text := exportAs(t, filepath.Join(t.TempDir(), "a.ndjson"), clip)
	if n := strings.Count(text, `,"interlaced":"tff",`); n != 10 || !strings.Contains(text, `"interlaced":1}`) {
		t.Errorf("%d frames of\n%.600s", n, text)
	}
	still := exportAs(t, filepath.Join(t.TempDir(), "b.ndjson"), "../samples/tiny-420.mp4", "--frames", "2")
	if strings.Contains(still, "interlaced") {
		t.Errorf("%.600s", still)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{clip, "--summary"}, "tff"},
		{[]string{clip, "--fields", "interlaced,x"}, "tff"},
		{[]string{"../samples/tiny-420.mp4", "--frames", "1", "--fields", "x,interlaced"}, ""},
	} {
		path := filepath.Join(t.TempDir(), "a.csv")
		exportAs(t, path, c.args...)
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(file).ReadAll()
		file.Close()
		at := -1
		if err == nil {
			at = slices.Index(rows[0], "interlaced")
		}
		if at < 0 || len(rows) < 2 || rows[1][at] != c.want {
			t.Errorf("%v: %v, %v", c.args, err, rows[:min(2, len(rows))])
		}
	}
}

// TestProbeSaysInterlaced: probe says it, too, and which fields are taken.
func TestProbeSaysInterlaced(t *testing.T) {
	t.Parallel()
	clip, _ := interlacedClip(t)
	for want, args := range map[string][]string{
		"fields        interlaced, top field first\n":                           {clip},
		"fields        interlaced, top field first, pictures are both fields\n": {clip, "--interlaced", "split"},
		`"interlaced": "tff"`:                     {clip, "--json"},
		`"fields": "bottom"`:                      {clip, "--json", "--interlaced", "bottom"},
		"fields        pictures are top fields\n": {"../samples/tiny-420.mp4", "--interlaced", "top"},
	} {
		if status, out, err := call(t, append([]string{"probe", "--engine", "cpu"}, args...)...); status != 0 || !strings.Contains(out, want) {
			t.Errorf("%v: %d, %s\n%s", args, status, out, err)
		}
	}
	if status, _, err := call(t, "probe", clip, "--interlaced", "odd"); status != statusUsage || !strings.Contains(err, "--interlaced") {
		t.Errorf("%d, %s", status, err)
	}
}

// TestFilmGrain: the quads without film grain are those of pictures that FFmpeg decodes without it, the data and probe
// say so, and a video without grain is reported once.
func TestFilmGrain(t *testing.T) {
	t.Parallel()
	clip := clips.Make(t, "grain.mkv", strings.Fields("-f lavfi -i testsrc2=size=128x96:rate=25:duration=0.4,noise=alls=30:allf=t -c:v libsvtav1 -preset 10 -svtav1-params film-grain=20")...)
	dir := t.TempDir()
	for grain, decode := range map[string][]string{"on": nil, "off": {"-export_side_data", "film_grain"}} {
		own := clips.Make(t, "own.mkv", append(decode, "-i", clip, "-c:v", "ffv1")...)
		out := filepath.Join(dir, grain+".ndjson")
		got, want := exportAs(t, out, clip, "--film-grain", grain), exportAs(t, filepath.Join(dir, "own-"+grain+".ndjson"), own)
		if !slices.Equal(listsOf.FindAllString(got, -1), listsOf.FindAllString(want, -1)) || strings.Contains(got, `"film_grain":"off"`) != (grain == "off") {
			t.Errorf("%s: other quads, or header", grain)
		}
		if status, _, err := call(t, "verify", out, clip); status != 0 {
			t.Errorf("%s: %s", grain, err)
		}
		want = map[string]string{"on": "film grain    in the stream, in the pictures\n", "off": "film grain    in the stream, left out\n"}[grain]
		if status, text, err := call(t, "probe", "--engine", "cpu", clip, "--film-grain", grain); status != 0 || !strings.Contains(text, want) {
			t.Errorf("%d, %s%s", status, text, err)
		}
	}
	out := filepath.Join(dir, "none.ndjson")
	status, _, err := call(t, "export", "../samples/tiny-420.mp4", "--film-grain", "off", "-o", out)
	if data, _ := os.ReadFile(out); status != 0 || strings.Count(err, "--film-grain off changes nothing") != 1 || strings.Contains(string(data), "film_grain") {
		t.Errorf("%d, %s", status, err)
	}
}
