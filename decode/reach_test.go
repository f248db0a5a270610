package decode

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"ffkvadrat/tests/clips"
)

// endClips returns clips of 1 s, 25 frames, in containers that state, estimate or omit their length;
// the value is the length if it is not 1 s.
func endClips(t *testing.T) map[string]float64 {
	source := []string{"-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=1"}
	sound := []string{"-f", "lavfi", "-i", "sine=duration=3"}
	paths := map[string]float64{
		clips.Make(t, "a.mp4", append(source, "-c:v", "libx264")...):           1,
		clips.Make(t, "a.mkv", append(source, "-c:v", "libx264")...):           1,
		clips.Make(t, "a.ts", append(source, "-c:v", "mpeg2video")...):         1,
		clips.Make(t, "a.avi", append(source, "-c:v", "mjpeg")...):             1,
		clips.Make(t, "a.gif", source...):                                      1,
		clips.Make(t, "a.y4m", source...):                                      1,
		clips.Make(t, "a.h264", append(source, "-c:v", "libx264")...):          1,
		clips.Make(t, "a.m2v", append(source, "-c:v", "mpeg2video")...):        1,
		clips.Make(t, "a.mjpeg", append(source, "-c:v", "mjpeg")...):           1,
		clips.Make(t, "late.mp4", append(source, "-output_ts_offset", "7")...): 1,
		// The sound continues for two seconds; MP4 states the length of each stream, Matroska that of
		// the file.
		clips.Make(t, "sound.mp4", append(append(source, sound...), "-c:v", "libx264")...):                 1,
		clips.Make(t, "sound.mkv", append(append(source, sound...), "-c:v", "libx264", "-c:a", "flac")...): 3,
		// The last of three frames starts at 2 s.
		clips.Make(t, "slow.mp4", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=1:duration=3", "-c:v", "libx264"): 3,
	}
	return paths
}

// TestReach seeks to times before, at and after the end of clips. SeekTime is the oracle for the
// result.
func TestReach(t *testing.T) {
	for path, length := range endClips(t) {
		v, err := OpenVideo(context.Background(), path, Options{Stream: Best})
		if err != nil {
			t.Fatal(err)
		}
		defer v.Close()
		name := filepath.Base(path)
		last := int64(-1)
		for f, err := v.Next(); err == nil; f, err = v.Next() {
			last = f.Index
			f.Release()
		}
		next := func() (pts, index int64) {
			f, err := v.Next()
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			defer f.Release()
			return f.PTS, f.Index
		}
		for _, at := range []float64{0, length / 2, length - 0.04, length - 0.001, length, length + 0.0004} {
			if err := v.SeekTime(at); err != nil {
				t.Fatal(err)
			}
			want, _ := next()
			if err := v.Reach(Position{Seconds: at, Index: -1}); err != nil {
				t.Errorf("%s: %v s: %v", name, at, err)
			} else if got, _ := next(); got != want {
				t.Errorf("%s: %v s: picture at %d, want %d", name, at, got, want)
			}
		}
		for _, at := range []float64{length + 0.002, length + 0.1, 5, 999, 1e300} {
			err := v.Reach(Position{Seconds: at, Index: -1})
			var end *EndError
			if !errors.As(err, &end) || end.Asked.Seconds != at || math.Abs(end.Length-length) > 0.0015 {
				t.Errorf("%s: %v s: %v", name, at, err)
			}
		}
		if err := v.Reach(Position{Index: last}); err != nil {
			t.Errorf("%s: the last picture: %v", name, err)
		} else if _, index := next(); index != last {
			t.Errorf("%s: picture %d instead of the last, %d", name, index, last)
		}
		for _, n := range []int64{last + 1, math.MaxInt64} {
			err := v.Reach(Position{Index: n})
			var end *EndError
			if !errors.As(err, &end) || end.Asked.Index != n || end.Last != last || math.Abs(end.Length-length) > 0.0015 {
				t.Errorf("%s: picture %d: %v", name, n, err)
			}
		}
	}
}

// TestReachBeyondAStatedLength: a container that states too short a length does not end the video.
func TestReachBeyondAStatedLength(t *testing.T) {
	path := clips.Make(t, "a.mkv", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=2", "-c:v", "libx264")
	v, err := OpenVideo(context.Background(), path, Options{Stream: Best})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	v.info.Duration = 1
	if err := v.Reach(Position{Seconds: 1.5, Index: -1}); err != nil {
		t.Error(err)
	}
	if err := v.Reach(Position{Seconds: 2.5, Index: -1}); err == nil {
		t.Error("a time after the last picture was reached")
	}
}

// TestReachInAPipe: a pipe is read to its end before a time is known to be after it.
func TestReachInAPipe(t *testing.T) {
	path := clips.Make(t, "a.ts", "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=25:duration=1", "-c:v", "mpeg2video")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		at   Position
		want float64 // 0: it exists
	}{
		{Position{Seconds: 0.5, Index: -1}, 0}, {Position{Index: 24}, 0},
		{Position{Seconds: 1.5, Index: -1}, 1}, {Position{Index: 25}, 1},
	} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			w.Write(data)
			w.Close()
		}()
		v, err := OpenVideo(context.Background(), fmt.Sprintf("/dev/fd/%d", r.Fd()), Options{Stream: Best})
		if err != nil {
			t.Fatal(err)
		}
		err = v.Reach(c.at)
		var end *EndError
		if c.want == 0 && err != nil || c.want != 0 && (!errors.As(err, &end) || math.Abs(end.Length-c.want) > 0.0015) {
			t.Errorf("%+v: %v", c.at, err)
		}
		v.Close()
		r.Close()
	}
}
