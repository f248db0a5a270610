package report

import (
	"slices"
	"strings"
	"testing"
)

// aligned is a comparison of four frames, of which two have a match; the encode has two others.
func aligned() string {
	lines := strings.SplitAfter(compared, "\n")
	measured := func(line string) string {
		return strings.Replace(line, `,"psnr_avg"`, `,"match":"match","psnr_avg"`, 1)
	}
	return strings.Replace(lines[0], `"align":"start"`, `"align":3`, 1) +
		`{"encode":0,"encode_frame_index":0,"encode_pts_time":"0.000000","match":"extra"}` + "\n" +
		measured(lines[1]) +
		`{"frame_index":0,"pts_time":"0.000000","encode":0,"encode_frame_index":1,"encode_pts_time":"0.040000","match":"encode-repeat"}` + "\n" +
		measured(lines[3]) +
		`{"frame_index":2,"pts_time":"0.080000","encode":0,"encode_frame_index":2,"encode_pts_time":"0.080000","match":"reference-repeat"}` + "\n" +
		`{"frame_index":3,"pts_time":"0.120000","encode":0,"match":"missing"}` + "\n"
}

// TestMatches: of a comparison whose frames were aligned, the frames that only the encode has are left
// out, and those without a match are missing.
func TestMatches(t *testing.T) {
	text := aligned()
	dir := t.TempDir()
	put(t, dir, "aligned.ndjson", []byte(text))
	corpus := gathered(t, dir)
	if len(corpus.Broken) > 0 {
		t.Fatal(corpus.Broken[0].Err)
	}
	v := corpus.Comparisons[0]
	if got := v.command(); !strings.Contains(got, " --beside a.mp4 --align=3 ") {
		t.Errorf("the command is %s", got)
	}
	if v.Frames != 4 || v.Missing != 2 {
		t.Errorf("%d frames, %d missing", v.Frames, v.Missing)
	}
	for of, want := range map[*marks][]int{&v.gaps: {2, 3}, &v.strays: {0, 1}, &v.hurt: nil} {
		if !slices.Equal(of.bins, want) || of.frames != int64(len(want)) {
			t.Errorf("%d marks in %v, want %v", of.frames, of.bins, want)
		}
	}
	for old, says := range map[string]string{
		`"match":"missing"`: `no "psnr_avg"`, `,"match":"extra"`: `no "pts_time"`, `"pts_time":"0.120000",`: `no "pts_time"`,
	} {
		changed := strings.Replace(text, old, "", 1)
		if says == `no "psnr_avg"` {
			changed = strings.Replace(text, `"encode_pts_time":"0.080000","match":"reference-repeat"`, `"encode_pts_time":"0.080000"`, 1)
		}
		dir := t.TempDir()
		put(t, dir, "broken.ndjson", []byte(changed))
		if corpus := gathered(t, dir); len(corpus.Broken) != 1 || !strings.Contains(corpus.Broken[0].Err.Error(), says) {
			t.Errorf("without %s: %v, want %s", old, corpus.Broken, says)
		}
	}
}
