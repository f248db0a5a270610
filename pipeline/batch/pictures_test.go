package batch

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ffkvadrat/decode"
)

// TestResumePictures: the export of numbered pictures stays as it is until a picture is changed, added or removed,
// or they are read in another way. Its report still counts the missing pictures.
func TestResumePictures(t *testing.T) {
	dir, folder := t.TempDir(), t.TempDir()
	picture := func(n int) string { return filepath.Join(dir, fmt.Sprintf("shot_%02d.png", n)) }
	early := time.Now().Add(-time.Hour)
	for _, n := range []int{1, 2, 4} {
		put(t, picture(n), "tiny-still.png", nil)
	}
	for _, c := range []struct {
		name    string
		change  func() error
		options decode.SequenceOptions
		want    Outcome
		frames  int64
		missing int
	}{
		{"first", nil, decode.SequenceOptions{}, Done, 3, 1},
		{"again", nil, decode.SequenceOptions{}, Kept, 3, 1},
		{"a picture was touched", func() error { return os.Chtimes(picture(2), early, early) }, decode.SequenceOptions{}, Done, 3, 1},
		{"again", nil, decode.SequenceOptions{}, Kept, 3, 1},
		{"no holes", nil, decode.SequenceOptions{NoHoles: true}, Failed, 0, 0},
		{"a picture was added", func() error { return os.Link(picture(2), picture(3)) }, decode.SequenceOptions{}, Done, 4, 0},
		{"another rate", nil, decode.SequenceOptions{Rate: decode.Rational{Num: 24, Den: 1}}, Done, 4, 0},
		{"again", nil, decode.SequenceOptions{Rate: decode.Rational{Num: 24, Den: 1}}, Kept, 4, 0},
		{"a picture was renamed", func() error { return os.Rename(picture(4), picture(5)) }, decode.SequenceOptions{Rate: decode.Rational{Num: 24, Den: 1}}, Done, 4, 1},
		{"a picture was removed", func() error { return os.Remove(picture(5)) }, decode.SequenceOptions{}, Done, 3, 0},
	} {
		if c.change != nil {
			if err := c.change(); err != nil {
				t.Fatal(err)
			}
		}
		o := options(t, folder, filepath.Join(dir, "shot_##.png"))
		o.Resume = true
		results, err := Run(decode.WithAccess(t.Context(), decode.Access{Sequence: c.options}), o, watch{})
		if err != nil || len(results) != 1 {
			t.Fatalf("%s: %d results, %v", c.name, len(results), err)
		}
		if r := results[0]; r.Outcome != c.want || r.Report.Frames != c.frames || r.Report.Faults.Missing != c.missing {
			t.Errorf("%s: outcome %v, %d frames, %d missing; %v", c.name, r.Outcome, r.Report.Frames, r.Report.Faults.Missing, r.Err)
		}
	}
}
