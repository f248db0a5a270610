package stored_test

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/quadfile"
	"ffkvadrat/quadfile/stored"
)

// each compares all frames of Each with those that Frame finds by number up to last. base is the
// video's time base; time gives the frames' times, or is nil if the file has none.
func each(t *testing.T, name string, last int64, base float64, time func(index int64) float64) {
	t.Helper()
	video, err := stored.Open(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	var want quadfile.Frame
	next := int64(0)
	err = video.Each(context.Background(), func(f *quadfile.Frame) {
		for ; next < f.Index; next++ {
			if found, err := video.Frame(next, 0, false, &want); found || err != nil {
				t.Errorf("%s: frame %d is left out, %v", name, next, err)
			}
		}
		next = f.Index + 1
		found, err := video.Frame(f.Index, 0, false, &want)
		if err != nil || !found || !slices.Equal(f.Quads, want.Quads) || f.Width != want.Width || f.Height != want.Height {
			t.Fatalf("%s: frame %d has %d quads, want %d, found %v, %v", name, f.Index, len(f.Quads), len(want.Quads), found, err)
		}
		at := f.Time
		if f.HasPTS {
			at = float64(f.PTS) * base
		}
		if time != nil && math.Abs(at-time(f.Index)) > 1e-6 {
			t.Errorf("%s: frame %d is at %v, want %v", name, f.Index, at, time(f.Index))
		}
		if area := stored.Coverage(f); area < 0 || area > 1 || area == 0 && len(f.Quads) > 0 {
			t.Errorf("%s: frame %d: coverage %v", name, f.Index, area)
		}
	})
	if err != nil || next == 0 {
		t.Errorf("%s: up to frame %d, %v", name, next-1, err)
	}
	for ; next <= last; next++ {
		if found, err := video.Frame(next, 0, false, &want); found || err != nil {
			t.Errorf("%s: frame %d is left out at the end, %v", name, next, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	if err := video.Each(ctx, func(*quadfile.Frame) { n++; cancel() }); !errors.Is(err, context.Canceled) || n == 0 {
		t.Errorf("%s: after the end of its context: %d frames, %v", name, n, err)
	}
}

// TestEachOfFarFrames: frames that are far apart, as in a damaged table, do not take long.
func TestEachOfFarFrames(t *testing.T) {
	doc := video(analyses[0])
	doc.Frames[39].Index = 1 << 50
	name := filepath.Join(t.TempDir(), "a.csv")
	write(t, name, doc)
	video, err := stored.Open(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	n := 0
	if err := video.Each(context.Background(), func(*quadfile.Frame) { n++ }); err != nil || n < len(doc.Frames) || n > 3*len(doc.Frames) {
		t.Errorf("%d frames, %v", n, err)
	}
}

// TestEach visits all frames of every kind of file, also those without rows and those of windows of
// cubes, while Frame is called.
func TestEach(t *testing.T) {
	for _, analysis := range analyses {
		for _, extension := range readable {
			if analysis.Variant.HasValues() && extension == ".yuview.csv" {
				continue // has no points
			}
			doc := video(analysis)
			for _, i := range []int{0, 3, 4, 17, 39} {
				f := &doc.Frames[i]
				f.Quads, f.Means, f.Values = nil, nil, nil
			}
			name := filepath.Join(t.TempDir(), "a"+extension)
			write(t, name, doc)
			time := func(index int64) float64 { return float64(index) / 3 * 5 / 25 }
			if strings.Contains(extension, "yuview") {
				time = nil // has none
			}
			each(t, name, 3*40, 1./25, time)
		}
	}
	for _, every := range []int64{1, 3} {
		tick := func(n int64) int64 { return 40*n - 100 }
		c := newCubed(every, tick)
		for _, extension := range []string{".ffq", ".ndjson.zst"} {
			name := filepath.Join(t.TempDir(), "a"+extension)
			write(t, name, c.doc)
			each(t, name, 7+90*every, 1./1000, func(index int64) float64 { return float64(tick(index)) / 1000 })
		}
	}
}
