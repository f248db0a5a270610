package compare_test

import (
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/measure/align"
	"ffkvadrat/measure/compare"
	"ffkvadrat/pipeline"
)

// partners returns the numbers of the matches; -1 for unmatched frames.
func partners(t *testing.T, rows []map[string]string) (list []int) {
	t.Helper()
	for _, row := range rows {
		n := -1
		if text := row["encode_pts_time"]; text != "" {
			seconds, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			if n = int(seconds * 1000); row["encode_frame_index"] != "" {
				if n, err = strconv.Atoi(row["encode_frame_index"]); err != nil {
					t.Fatal(err)
				}
			}
		}
		list = append(list, n)
	}
	return list
}

// TestAlignment: frames are matched across time bases, starts and rates, and where frames are
// missing.
func TestAlignment(t *testing.T) {
	reference := video(t, "reference.mp4", sample, "-frames:v", "10", "-r", "25", "-c:v", "libx264", "-video_track_timescale", "12800")
	none := -1
	for name, c := range map[string]struct {
		file     string
		args     []string
		absolute bool
		want     []int
		left     int64
	}{
		"another time base":      {"x.mkv", nil, false, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 0},
		"another start":          {"x.ts", []string{"-output_ts_offset", "7"}, false, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 0},
		"two are missing":        {"x.mkv", []string{"-vf", `select=not(eq(n\,3)+eq(n\,4))`, "-fps_mode", "vfr"}, false, []int{0, 1, 2, none, none, 3, 4, 5, 6, 7}, 0},
		"the first is missing":   {"x.mkv", []string{"-vf", `select=gte(n\,1)`, "-fps_mode", "vfr"}, true, []int{none, 0, 1, 2, 3, 4, 5, 6, 7, 8}, 0},
		"the end is missing":     {"x.mkv", []string{"-frames:v", "6"}, false, []int{0, 1, 2, 3, 4, 5, none, none, none, none}, 0},
		"twice as many":          {"x.mkv", []string{"-vf", "fps=50"}, false, []int{0, 2, 4, 6, 8, 10, 12, 14, 16, 18}, 10},
		"half as many":           {"x.mkv", []string{"-vf", `select=not(mod(n\,2))`, "-fps_mode", "vfr"}, false, []int{0, none, 1, none, 2, none, 3, none, 4, none}, 0},
		"a little late":          {"x.mkv", []string{"-output_ts_offset", "0.015"}, true, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 0},
		"later by a frame":       {"x.mkv", []string{"-output_ts_offset", "0.04"}, true, []int{none, 0, 1, 2, 3, 4, 5, 6, 7, 8}, 1},
		"later than the film":    {"x.mkv", []string{"-output_ts_offset", "7"}, true, []int{none, none, none, none, none, none, none, none, none, none}, 10},
		"a still picture":        {"x.png", []string{"-frames:v", "1"}, false, []int{0, none, none, none, none, none, none, none, none, none}, 0},
		"the film, and no start": {"x.264", nil, false, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, 0},
	} {
		coder := []string{"-c:v", "libx264", "-bf", "0", "-qp", "20", "-pix_fmt", "yuv420p"}
		if filepath.Ext(c.file) == ".png" {
			coder = nil
		}
		encode := video(t, c.file, reference, append(c.args, coder...)...)
		rule := align.Rule{}
		if c.absolute {
			rule.By = align.ByPTS
		}
		report, rows := run(t, compare.Options{Reference: reference, Encodes: []string{encode}, Params: edges, Align: rule, Scale: filepath.Ext(c.file) == ".png"})
		missing := int64(0)
		for _, n := range c.want {
			if n == none {
				missing++
			}
		}
		if got, e := partners(t, rows), &report.Encodes[0]; !slices.Equal(got, c.want) || e.Left != c.left || e.Missing != missing || e.Frames+e.Missing != 10 {
			t.Errorf("%s: %v, %d left, %d missing; want %v, %d", name, got, e.Left, e.Missing, c.want, c.left)
		}
		if e := &report.Encodes[0]; e.Missing > 0 && e.First.Index != int64(slices.Index(c.want, none)) {
			t.Errorf("%s: the first without a partner is %d", name, e.First.Index)
		}
	}
}

// TestSelections: the rows of a part equal those of the whole.
func TestSelections(t *testing.T) {
	reference := video(t, "reference.mp4", sample, "-frames:v", "20", "-c:v", "libx264", "-g", "5")
	encode := video(t, "encode.mkv", reference, "-c:v", "libx264", "-crf", "40", "-g", "7")
	o := compare.Options{Reference: reference, Encodes: []string{encode}, Params: edges}
	_, all := run(t, o)
	for _, c := range []struct {
		selection pipeline.Selection
		want      []int
	}{
		{pipeline.Selection{Every: 3}, []int{0, 3, 6, 9, 12, 15, 18}},
		{pipeline.Selection{From: decode.Position{Index: 7}, Frames: 3}, []int{7, 8, 9}},
		{pipeline.Selection{From: decode.Position{Index: 4}, Every: 4, Frames: 3}, []int{4, 8, 12}},
		{pipeline.Selection{From: decode.Position{Index: 13}, To: decode.Position{Index: 15}, HasTo: true}, []int{13, 14, 15}},
		{pipeline.Selection{From: decode.Position{Index: 17}}, []int{17, 18, 19}},
		{pipeline.Selection{From: decode.Position{Index: 5}, To: decode.Position{Index: 5}, HasTo: true}, []int{5}},
	} {
		o.Selection = c.selection
		report, rows := run(t, o)
		if report.Frames != int64(len(c.want)) || len(rows) != len(c.want) || report.Encodes[0].Missing+report.Encodes[0].Left != 0 {
			t.Errorf("%+v: %d frames, %+v", c.selection, report.Frames, report.Encodes[0])
			continue
		}
		for i, n := range c.want {
			for column, want := range all[n] {
				if got := rows[i][column]; got != want && !(column == "encode_frame_index" && got == "") {
					t.Errorf("%+v, frame %d: %s is %s, want %s", c.selection, n, column, got, want)
				}
			}
		}
	}
}
