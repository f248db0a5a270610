package decode

import (
	"bytes"
	"encoding/csv"
	"hash/maphash"
	"math"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ffkvadrat/tests/clips"
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

// TestTimesOfFramesWithoutPTS compares the times of a file in which some frames, including the first,
// lack a time stamp with ffprobe's estimates.
func TestTimesOfFramesWithoutPTS(t *testing.T) {
	for _, codec := range [][]string{{"-c:v", "mpeg4", "-bf", "2"}, {"-c:v", "libx264"}} {
		path := clips.Make(t, "a.avi", append([]string{"-f", "lavfi", "-i", "testsrc2=size=160x120:rate=25:duration=2"}, codec...)...)
		out := clips.Probe(t, "-select_streams", "v", "-show_entries", "frame=best_effort_timestamp", "-of", "csv=p=0", path)
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
			want, err := strconv.ParseInt(row[0], 10, 64) // missing for the last one
			if err == nil && f.Tick != want || err != nil && row[0] != "N/A" {
				t.Errorf("%s: frame %d is at tick %d, ffprobe has %s", codec[1], i, f.Tick, row[0])
			}
			f.Release()
		}
	}
}

// TestTimesAscend: in files with various wrong time stamps the times of frames advance regularly, and
// seeks lead to the frames of the full decode.
func TestTimesAscend(t *testing.T) {
	hash := maphash.MakeSeed()
	for _, c := range []struct{ name, args string }{
		{"pts=dts.mp4", "-c:v mpeg4 -bf 2 -g 50 -bsf:v setts=pts=DTS"},
		{"pts=dts.mkv", "-c:v mpeg2video -bf 2 -bsf:v setts=pts=DTS"},
		{"h264.mp4", "-c:v libx264 -bf 2 -bsf:v setts=pts=DTS"},
		{"hevc.mp4", hevcFast + ":bframes=2 -bsf:v setts=pts=DTS"},
		{"negative.mkv", "-c:v libx264 -bf 2 -output_ts_offset -1.5 -avoid_negative_ts disabled"},
		{"negative.webm", vp9Fast + " -output_ts_offset -1.5 -avoid_negative_ts disabled"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := clips.Make(t, c.name, append(strings.Fields("-f lavfi -i testsrc2=size=64x48:rate=25:duration=3"), strings.Fields(c.args)...)...)
			v := open(t, path)
			start, first, last, n := v.Info().Start, 0.0, 0.0, 0
			for f := next(t, v); f != nil; f = next(t, v) {
				if n == 0 {
					first = f.Time
				} else if f.Time <= last {
					t.Errorf("frame %d is at %.3f s, after one at %.3f s", n, f.Time, last)
				}
				last = f.Time
				n++
				f.Release()
			}
			if first != start || math.Abs(last-first-2.96) > 0.13 || n < 73 {
				t.Errorf("%d frames from %.3f (%.3f) to %.3f s, want 73 to 75 in 2.96 s", n, first, start, last)
			}
			if strings.HasPrefix(c.name, "negative") && math.Abs(first+1.5) > 0.05 {
				t.Errorf("the first frame is at %.3f s, want -1.5", first)
			}
			if length := v.Info().Duration; math.Abs(length-3) > 0.15 {
				t.Errorf("the video is %.3f s long", length)
			}
			checkFreshSeeks(t, hash, path)
		})
	}
}

// TestUnknownTimesFromServers opens videos with unknown first time stamps, and joined ones, from a
// server: they are not read twice, and their times still advance.
func TestUnknownTimesFromServers(t *testing.T) {
	unknown := clips.Make(t, "a.mkv", strings.Fields("-f lavfi -i testsrc2=size=64x48:rate=25:duration=3 -c:v libx264 -bf 2 -output_ts_offset -1.5 -avoid_negative_ts disabled")...)
	for _, path := range []string{unknown, joined(t, "a.ts", mpegTS, "100", "0")} {
		s := httptest.NewServer(http.FileServer(http.Dir(filepath.Dir(path))))
		defer s.Close()
		v, err := OpenVideo(withNetwork(), s.URL+"/"+filepath.Base(path), Options{Stream: Best})
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		n, last := 0, math.Inf(-1)
		for f := next(t, v); f != nil; f = next(t, v) {
			if f.Time <= last || n > 0 && f.Time > last+0.1201 {
				t.Errorf("%s: frame %d is at %.3f s, after one at %.3f s", path, n, f.Time, last)
			}
			last = f.Time
			n++
			f.Release()
		}
		if n < 70 {
			t.Errorf("%s: %d frames", path, n)
		}
	}
}
