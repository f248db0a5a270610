package compare_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/measure/align"
	"ffkvadrat/measure/compare"
	"ffkvadrat/pipeline"
	"ffkvadrat/tests/clips"
)

// source makes a video of 160 frames, all different, with a cut before the hundredth: the camera moves.
func source(t *testing.T) string {
	t.Helper()
	return clips.Make(t, "source.mkv", "-i", "../../samples/sample.mp4", "-an", "-frames:v", "160", "-vf", `scale=640:360,crop=320:180:x=if(lt(n\,100)\,2*n\,320-3*(n-100)):y=n`, "-c:v", "ffvhuff")
}

// shown returns the number of the frame that each frame of a filter's output shows, or -1: FFmpeg filters
// a video whose luma is its frames' number and 32.
func shown(t *testing.T, filter string) (list []int) {
	t.Helper()
	numbered := clips.Make(t, "numbered.mkv", "-f", "lavfi", "-i", "color=black:s=16x16:r=25,format=gray,trim=end_frame=160,geq=lum=N+32", "-c:v", "ffvhuff")
	pixels := clips.Raw(t, "-i", numbered, "-vf", filter+",setpts=N/25/TB", "-fps_mode", "passthrough", "-pix_fmt", "gray", "-f", "rawvideo")
	for i := 0; i < len(pixels); i += 16 * 16 {
		list = append(list, max(-1, int(pixels[i])-32))
	}
	return list
}

// belongs returns from a table which frame of the reference each frame of the encode shows, and which
// frame of the encode matches each of the reference; -1 for none.
func belongs(t *testing.T, rows []map[string]string) (shows, matches []int) {
	t.Helper()
	number := func(text string) int {
		n, err := strconv.Atoi(text)
		if err != nil {
			return -1
		}
		return n
	}
	for _, row := range rows {
		r, e, measured := number(row["frame_index"]), number(row["encode_frame_index"]), row["psnr_avg"] != ""
		if measured != (row["match"] == "match") {
			t.Fatalf("measures: %v", row)
		}
		switch row["match"] {
		case "match":
			shows, matches = append(shows, r), append(matches, e)
		case "encode-repeat":
			shows = append(shows, r)
		case "extra":
			shows = append(shows, -1)
		default:
			matches = append(matches, -1)
		}
	}
	return shows, matches
}

// TestAligned aligns encodes that lack frames or have them twice, in which FFmpeg says what each
// frame shows.
func TestAligned(t *testing.T) {
	from := source(t)
	for name, c := range map[string]struct{ reference, encode string }{
		"equal":                   {"null", "null"},
		"shifted by ten":          {`select=lt(n\,150)`, `select=gte(n\,10)`},
		"twenty cut":              {"null", `select=not(between(n\,60\,79))`},
		"24 to 30":                {"null", "setpts=N/24/TB,fps=30"},
		"30 to 24":                {"setpts=N/24/TB,fps=30", "null"},
		"a leader instead of ten": {"null", `select=gte(n\,10),setpts=N/25/TB,tpad=start=24:color=black`},
		"a black end":             {"null", "tpad=stop=15:color=black"},
	} {
		reference := from
		if c.reference != "null" {
			reference = clips.Make(t, "reference.mkv", "-i", from, "-vf", c.reference+",setpts=N/25/TB", "-fps_mode", "passthrough", "-c:v", "ffvhuff")
		}
		first, second := shown(t, c.reference), shown(t, c.encode)
		encode := clips.Make(t, "encode.mkv", "-i", from, "-vf", c.encode+",setpts=N/25/TB,scale=160:90", "-fps_mode", "passthrough", "-c:v", "libx264", "-crf", "23", "-preset", "veryfast", "-threads", "1")
		report, rows := run(t, compare.Options{Reference: reference, Encodes: []string{encode}, Params: edges, FitSizes: true, Align: align.Rule{By: align.ByContent}})
		if wrong := judge(t, rows, first, second); wrong != "" {
			t.Errorf("%s: %s", name, wrong)
		}
		if e := &report.Encodes[0]; e.Frames+e.Missing != int64(len(first)) || e.Frames+e.Left != int64(len(second)) {
			t.Errorf("%s: %d matches, %d missing, %d left", name, e.Frames, e.Missing, e.Left)
		}
	}
}

// judge says what is wrong with rows, from what each frame of both videos shows.
func judge(t *testing.T, rows []map[string]string, first, second []int) string {
	t.Helper()
	shows, matches := belongs(t, rows)
	if len(shows) != len(second) || len(matches) != len(first) {
		return fmt.Sprintf("%d and %d frames, want %d and %d", len(matches), len(shows), len(first), len(second))
	}
	for e, n := range second {
		switch r := shows[e]; {
		case r < 0 && n >= 0 && slices.Contains(first, n):
			return fmt.Sprintf("frame %d of the encode, which shows %d, is extra", e, n)
		case r >= 0 && first[r] != n:
			return fmt.Sprintf("frame %d of the encode shows %d, not %d", e, n, first[r])
		}
	}
	matched := map[int]int{}
	for r, e := range matches {
		if e >= 0 {
			matched[first[r]]++
		}
	}
	kinds := map[string]string{} // of the reference's frames
	for _, row := range rows {
		if row["frame_index"] != "" && row["match"] != "encode-repeat" {
			kinds[row["frame_index"]] = row["match"]
		}
	}
	for r, n := range first {
		want, times := "missing", 0
		if n >= 0 && slices.Contains(second, n) {
			want, times = "match", 1
			if matches[r] < 0 {
				want = "reference-repeat"
			}
		}
		if matched[n] != times || kinds[strconv.Itoa(r)] != want {
			return fmt.Sprintf("frame %d of the reference, which shows %d: %s, want %s; %d matches", r, n, kinds[strconv.Itoa(r)], want, matched[n])
		}
	}
	return ""
}

// TestAlignedEqualsFFmpeg: the numbers of frames that match are those of FFmpeg's filters for files
// whose frames were selected by hand.
func TestAlignedEqualsFFmpeg(t *testing.T) {
	from := source(t)
	for _, c := range []struct{ encode, reference, aligned string }{
		{`select=not(between(n\,50\,69))`, `select=not(between(n\,50\,69))`, "null"},
		{`select=gte(n\,10),setpts=N/25/TB,loop=1:1:40`, `select=gte(n\,10)`, `select=not(eq(n\,40))`},
	} {
		encode := clips.Make(t, "encode.mkv", "-i", from, "-vf", c.encode+",setpts=N/25/TB", "-fps_mode", "passthrough", "-c:v", "libx264", "-crf", "30", "-bf", "0", "-preset", "veryfast", "-threads", "1")
		psnr, ssim := filepath.Join(t.TempDir(), "psnr"), filepath.Join(t.TempDir(), "ssim")
		ffmpeg(t, "-i", encode, "-i", from, "-lavfi", fmt.Sprintf("[0]%s,setpts=N/25/TB,split[a][b];[1]%s,setpts=N/25/TB,split[c][d];[a][c]psnr=f=%s[p];[b][d]ssim=f=%s[s]", c.aligned, c.reference, psnr, ssim),
			"-map", "[p]", "-f", "null", "-", "-map", "[s]", "-f", "null", "-")
		_, rows := run(t, compare.Options{Reference: from, Encodes: []string{encode}, Params: edges, Align: align.Rule{By: align.ByContent}})
		rows = slices.DeleteFunc(rows, func(row map[string]string) bool { return row["match"] != "match" })
		for i, values := range [][]map[string]string{stats(t, psnr), stats(t, ssim)} {
			if len(values) != len(rows) {
				t.Fatalf("%s: %d matches, FFmpeg has %d", c.encode, len(rows), len(values))
			}
			for n, want := range values {
				for key, theirs := range want {
					column, digits := strings.ToLower(key), 2
					if i == 1 {
						column, digits = "ssim_"+column, 6
					}
					if ours := rounded(t, rows[n][column], digits); ours != theirs {
						t.Errorf("%s, match %d: %s is %s, FFmpeg has %s", c.encode, n, column, ours, theirs)
					}
				}
			}
		}
	}
}

// TestShifted: frames that are matched by times, but show others, are noticed; frames that match are not.
func TestShifted(t *testing.T) {
	from := source(t)
	for filter, want := range map[string]bool{
		`select=gte(n\,10)`: true, `select=gte(n\,1)`: true, `select=not(between(n\,20\,30))`: true, `select=gte(n\,100)`: true, "tpad=start=12:start_mode=clone": true,
		"null": false, "fps=50": false, `select=lt(n\,60)`: false, "eq=brightness=0.02": false,
	} {
		to := "setpts=N/25/TB"
		if filter == "fps=50" {
			to = "setpts=N/50/TB"
		}
		encode := clips.Make(t, "encode.mkv", "-i", from, "-vf", filter+","+to, "-fps_mode", "passthrough", "-c:v", "libx264", "-crf", "32", "-preset", "veryfast", "-threads", "1")
		report, _ := run(t, compare.Options{Reference: from, Encodes: []string{encode}, Params: edges})
		if got := report.Encodes[0].Shifted; got != want {
			t.Errorf("%s: shifted: %v", filter, got)
		}
	}
}

// TestAlignedByQuad: frames that match have the rows by quad, and the worst quads, of files whose frames
// were selected by hand; others have no rows.
func TestAlignedByQuad(t *testing.T) {
	from := source(t)
	hand := func(name, of, filter string) string {
		return clips.Make(t, name, "-i", of, "-vf", filter+",setpts=N/25/TB", "-fps_mode", "passthrough", "-c:v", "ffvhuff")
	}
	reference := hand("reference.mkv", from, `select=lt(n\,40)`)
	encode := clips.Make(t, "encode.mkv", "-i", from, "-vf", `select=between(n\,10\,35),setpts=N/25/TB,loop=1:1:20,setpts=N/25/TB`, "-fps_mode", "passthrough", "-c:v", "libx264", "-crf", "30", "-bf", "0", "-preset", "veryfast", "-threads", "1")
	o := compare.Options{Reference: reference, Encodes: []string{encode}, Params: edges, Align: align.Rule{By: align.ByContent}, Worst: 2, WorstAreas: 5}
	_, frames := run(t, o)
	repeat := "" // one of the two, by the rule
	for _, row := range frames {
		if row["match"] == "encode-repeat" {
			repeat = row["encode_frame_index"]
		}
	}
	if repeat != "20" && repeat != "21" {
		t.Fatalf("frame %q repeats another", repeat)
	}
	aligned := o
	aligned.Reference, aligned.Encodes, aligned.Align = hand("cut.mkv", reference, `select=between(n\,10\,35)`), []string{hand("once.mkv", encode, `select=not(eq(n\,`+repeat+`))`)}, align.Rule{}
	wantReport, want := byQuad(t, aligned)
	report, rows := byQuad(t, o)
	if len(rows) != len(want) || len(rows) < 26 {
		t.Fatalf("%d rows, want %d", len(rows), len(want))
	}
	for i, row := range rows {
		if whole(t, row, "frame_index") != whole(t, want[i], "frame_index")+10 {
			t.Fatalf("row %d: %v, want ten frames after %v", i, row, want[i])
		}
		for name, text := range want[i] {
			switch name {
			case "frame_index", "pts", "pts_time", "encode":
			default:
				if row[name] != text {
					t.Fatalf("row %d: %s is %s, want %s", i, name, row[name], text)
				}
			}
		}
	}
	e, w := &report.Encodes[0], &wantReport.Encodes[0]
	if e.Missing != 14 || e.Left != 1 || e.Frames != w.Frames || e.Means != w.Means || len(e.Areas[compare.Quads]) == 0 {
		t.Errorf("%d matches, %d missing, %d left, %d worst quads; by hand %d matches; means %+v and %+v", e.Frames, e.Missing, e.Left, len(e.Areas[compare.Quads]), w.Frames, e.Means, w.Means)
	}
	o.ByQuad, o.Stream = true, decode.Best
	for form, lines := range map[compare.Form]int{compare.NDJSON: len(rows) + 1, compare.Parquet: 0} {
		var out bytes.Buffer
		o.Form, o.To = form, &out
		if _, err := compare.Run(t.Context(), o, nil); err != nil || lines > 0 && strings.Count(out.String(), "\n") != lines {
			t.Errorf("%v: %v, %d lines", form, err, strings.Count(out.String(), "\n"))
		}
	}
}

// TestNumbered: with an offset, numbers decide, whatever the frames show; the rest is missing or extra.
func TestNumbered(t *testing.T) {
	reference := video(t, "reference.mkv", sample, "-frames:v", "12", "-c:v", "ffv1")
	encode := video(t, "encode.mkv", sample, "-frames:v", "10", "-r", "50", "-c:v", "ffv1")
	for _, offset := range []int{0, 1, 2, 5, 11, 12, 30, -1, -9, -10, -30} {
		report, rows := run(t, compare.Options{Reference: reference, Encodes: []string{encode}, Params: edges, Align: align.Rule{By: align.ByNumber, Offset: int64(offset)}})
		shows, matches := belongs(t, rows)
		matching := int64(0)
		for r, e := range matches {
			want := r - offset
			if want < 0 || want >= 10 {
				want = -1
			} else {
				matching++
			}
			if e != want {
				t.Errorf("offset %d: frame %d matches %d, want %d", offset, r, e, want)
			}
		}
		if e := &report.Encodes[0]; len(matches) != 12 || len(shows) != 10 || e.Frames != matching || e.Missing != 12-matching || e.Left != 10-matching {
			t.Errorf("offset %d: %d and %d frames, %+v", offset, len(matches), len(shows), *e)
		}
	}
}

// TestAlignedSelections: the rows of a part equal those of the whole.
func TestAlignedSelections(t *testing.T) {
	from := source(t)
	encode := clips.Make(t, "encode.mkv", "-i", from, "-vf", `select=not(between(n\,5\,8)),setpts=N/25/TB,loop=1:1:20,setpts=N/25/TB`, "-c:v", "libx264", "-crf", "25", "-g", "7", "-preset", "veryfast", "-threads", "1")
	for _, by := range []align.Rule{{By: align.ByContent}, {By: align.ByNumber, Offset: 3}} {
		o := compare.Options{Reference: from, Encodes: []string{encode}, Params: edges, Align: by, Selection: pipeline.Selection{Frames: 60}}
		_, all := run(t, o)
		for _, s := range []pipeline.Selection{
			{From: decode.Position{Index: 12}, Frames: 20},
			{From: decode.Position{Index: 7}, To: decode.Position{Index: 30}, HasTo: true},
			{From: decode.Position{Seconds: 0.8, Index: -1}, Frames: 9},
			{Every: 5, Frames: 7},
		} {
			o.Selection = s
			_, rows := run(t, o)
			if len(rows) < 7 {
				t.Errorf("%v, %+v: %d rows", by, s, len(rows))
			}
			for _, row := range rows {
				if !slices.ContainsFunc(all, func(other map[string]string) bool { return fmt.Sprint(other) == fmt.Sprint(row) }) {
					t.Errorf("%v, %+v: %v is not in the whole", by, s, row)
				}
			}
		}
	}
}
