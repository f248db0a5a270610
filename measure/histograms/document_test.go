package histograms_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/analysis/histogram"
	"ffkvadrat/decode"
	"ffkvadrat/measure/histograms"
	"ffkvadrat/tests/docpage"
	"ffkvadrat/yuv"
)

// TestDocsHistogram makes the table and the joint histogram of docs/reference/formats/measures.md from the samples of
// quads.md.
func TestDocsHistogram(t *testing.T) {
	page, clip := docpage.Page(t, "measures.md"), docpage.Clip(t)
	o := histograms.Options{Path: clip, Stream: decode.Best, Sources: []histogram.Source{histogram.Luma}, Bins: 16, Out: filepath.Join(t.TempDir(), "h.csv")}
	if _, err := histograms.Run(context.Background(), o, nil); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	want := docpage.Block(t, page, "`ffkvadrat histogram clip.y4m --bins 16 -o -` writes:")
	if text := strings.ReplaceAll(string(got), "\r\n", "\n"); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}

	var counts [histogram.JointBins][histogram.JointBins]uint32
	pixels := 0
	for _, row := range docpage.Rows(t, page, "these counts n(a, b)") {
		var v [3]int
		for i := range v {
			if v[i], err = strconv.Atoi(row[i]); err != nil {
				t.Fatal(err)
			}
		}
		counts[v[0]][v[1]] = uint32(v[2])
		pixels += v[2]
	}
	if said := "N = " + strconv.Itoa(pixels) + "."; !strings.Contains(page, said) {
		t.Errorf("the page has no %q", said)
	}
	video, err := decode.OpenVideo(context.Background(), clip, decode.Options{Stream: decode.Best, Needs: yuv.Needs{Before: true}})
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	var joint histogram.Joint
	for n := range 2 {
		f, err := video.Next()
		if err != nil {
			t.Fatal(err)
		}
		if known := joint.Count(f.Picture.Before, &f.Picture); known != (n == 1) {
			t.Errorf("frame %d: known %v", n, known)
		}
		f.Release()
	}
	if joint.Counts != counts || joint.Pixels != pixels {
		t.Errorf("%d pixels, not %d, in other bins", joint.Pixels, pixels)
	}
	last := strings.Split(strings.Split(want, "\n")[2], ",")
	for i, v := range []float64{joint.Information(), joint.Entropy()} {
		if text := strconv.FormatFloat(v, 'f', 6, 64); text != last[8+i] {
			t.Errorf("%s, not %s", text, last[8+i])
		}
	}
}
