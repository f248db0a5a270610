package decode

import (
	"bytes"
	"encoding/csv"
	"os/exec"
	"strconv"
	"testing"
)

func TestSecondIsNeverWithoutATick(t *testing.T) {
	for _, c := range []struct {
		base Rational
		want int64
	}{
		{Rational{1, 90000}, 90000}, {Rational{1, 1}, 1}, {Rational{1001, 1000}, 1}, {Rational{3600, 1}, 1}, {Rational{0, 0}, 1000000},
	} {
		if k := newClock(c.base, 25); k.second() != c.want {
			t.Errorf("%v: a second is %d ticks, want %d", c.base, k.second(), c.want)
		}
	}
}

// TestTimesOfFramesWithoutPTS compares the times of a file in which some pictures
// have no time stamp, the first among them, with ffprobe's estimates.
func TestTimesOfFramesWithoutPTS(t *testing.T) {
	for _, codec := range [][]string{{"-c:v", "mpeg4", "-bf", "2"}, {"-c:v", "libx264"}} {
		path := ffmpeg(t, "a.avi", append([]string{"-f", "lavfi", "-i", "testsrc2=size=160x120:rate=25:duration=2"}, codec...)...)
		out, err := exec.Command("ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "frame=best_effort_timestamp", "-of", "csv=p=0", path).Output()
		if err != nil {
			t.Fatal(err)
		}
		r := csv.NewReader(bytes.NewReader(out))
		r.FieldsPerRecord = -1
		rows, err := r.ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		v := open(t, path)
		for i, row := range rows {
			f := next(t, v)
			if f == nil {
				t.Fatalf("%s: no frame %d", codec[1], i)
			}
			if i == 0 && f.HasPTS {
				t.Errorf("%s: the first picture has a time stamp", codec[1])
			}
			want, err := strconv.ParseInt(row[0], 10, 64) // not of the last one
			if err == nil && f.tick != want || err != nil && row[0] != "N/A" {
				t.Errorf("%s: frame %d is at tick %d, ffprobe has %s", codec[1], i, f.tick, row[0])
			}
			f.Release()
		}
	}
}
