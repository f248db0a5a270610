package decode

import (
	"testing"

	"ffkvadrat/tests/clips"
)

// TestLevelName: levels have the names of the codecs' specifications: H.264's, H.265's and VP9's Annex
// A, AV1's section 5.5.1, and MPEG-2's table 8-3.
func TestLevelName(t *testing.T) {
	for _, c := range []struct {
		codec string
		level int
		want  string
	}{
		{"h264", 9, "1b"}, {"h264", 10, "1.0"}, {"h264", 31, "3.1"}, {"h264", 62, "6.2"},
		{"hevc", 30, "1.0"}, {"hevc", 93, "3.1"}, {"hevc", 123, "4.1"}, {"hevc", 186, "6.2"},
		{"vp9", 31, "3.1"}, {"av1", 0, "2.0"}, {"av1", 8, "4.0"}, {"av1", 13, "5.1"}, {"av1", 23, "7.3"}, {"av1", 24, ""}, {"av1", 31, "maximum parameters"},
		{"mpeg2video", 8, "Main"}, {"mpeg2video", 4, "High"}, {"mpeg4", 1, "1"},
		{"h264", -1, ""}, {"h264", 0, ""}, {"ffv1", -1, ""},
	} {
		if got := (Info{Codec: c.codec, Level: c.level}).LevelName(); got != c.want {
			t.Errorf("%s, %d: %q, want %q", c.codec, c.level, got, c.want)
		}
	}
}

// TestEditedFrames: frames that an edit list drops do not count, neither before nor after those that are shown, and
// their rate is not changed by them.
func TestEditedFrames(t *testing.T) {
	whole := clips.Make(t, "whole.mp4", "-f", "lavfi", "-i", "testsrc=size=64x64:rate=10:duration=4", "-c:v", "libx264", "-g", "20", "-bf", "2")
	for _, c := range []struct {
		name string
		cut  []string
	}{{"whole", nil}, {"begins later", []string{"-ss", "0.5"}}, {"ends sooner", []string{"-t", "1.5"}}, {"both", []string{"-ss", "2.5", "-t", "1"}}} {
		path := whole
		if c.cut != nil {
			path = clips.Make(t, "edited.mp4", append(c.cut, "-i", whole, "-c", "copy")...)
		}
		v, err := OpenVideo(t.Context(), path, Options{Stream: Best})
		if err != nil {
			t.Fatal(err)
		}
		info, shown := v.Info(), int64(0)
		for ; ; shown++ {
			f, err := v.Next()
			if err != nil {
				break
			}
			f.Release()
		}
		v.Close()
		if info.Frames != shown || info.AvgFrameRate != (Rational{10, 1}) {
			t.Errorf("%s: %d frames at %v, but %d are shown", c.name, info.Frames, info.AvgFrameRate, shown)
		}
	}
}
