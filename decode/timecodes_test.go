package decode

import (
	"encoding/json"
	"testing"

	"ffkvadrat/tests/clips"
)

// TestTimecodes: videos with a timecode in the container, around a minute where drop frame skips
// numbers.
func TestTimecodes(t *testing.T) {
	for _, c := range []struct {
		rate, start string
		want        map[int]string
	}{
		{"24000/1001", "00:00:59:20", map[int]string{0: "00:00:59:20", 3: "00:00:59:23", 4: "00:01:00:00"}},
		{"25", "23:59:59:20", map[int]string{0: "23:59:59:20", 4: "23:59:59:24", 5: "00:00:00:00"}},
		{"30000/1001", "00:00:59;28", map[int]string{0: "00:00:59;28", 1: "00:00:59;29", 2: "00:01:00;02", 31: "00:01:01;01"}},
		{"30000/1001", "00:09:59;28", map[int]string{1: "00:09:59;29", 2: "00:10:00;00"}},
		{"30000/1001", "00:00:59:28", map[int]string{1: "00:00:59:29", 2: "00:01:00:00"}},
		{"50", "10:00:59:20", map[int]string{29: "10:00:59:49", 30: "10:01:00:00"}},
		{"60000/1001", "00:00:59;28", map[int]string{31: "00:00:59;59", 32: "00:01:00;04", 39: "00:01:00;11"}},
	} {
		files := []clips.Output{
			{Name: "a.mov", Args: []string{"-c:v", "mpeg4", "-bf", "2", "-timecode", c.start}},
			{Name: "a.mkv", Args: []string{"-c:v", "ffv1", "-metadata", "timecode=" + c.start}},
			{Name: "a.mxf", Args: []string{"-c:v", "mpeg2video", "-timecode", c.start}},
			{Name: "a.mpg", Args: []string{"-c:v", "mpeg2video", "-gop_timecode", c.start}},
		}
		for i := range files {
			files[i].Args = append(files[i].Args, "-frames:v", "40", "-threads", "1")
		}
		for i, path := range clips.Each(t, []string{"-f", "lavfi", "-i", "testsrc2=size=160x96:rate=" + c.rate}, files...) {
			name := files[i].Name
			v := open(t, path)
			for n, want := range c.want {
				if err := v.SeekIndex(int64(n)); err != nil {
					t.Fatal(err)
				}
				f := next(t, v)
				if got := f.Timecode.String(); !f.HasTimecode || got != want {
					t.Errorf("%s at %s from %s: frame %d has %s (%v), want %s", name, c.rate, c.start, n, got, f.HasTimecode, want)
				}
				f.Release()
			}
		}
	}
}

// TestTimecodesEqualFFprobe: in MPEG-2 each group of pictures has a timecode, and all timecodes follow
// from that of the first group. FFmpeg attaches it to the group's first frame or to the frame before.
func TestTimecodesEqualFFprobe(t *testing.T) {
	for _, c := range []struct{ rate, start string }{
		{"24000/1001", "00:00:59:20"}, {"25", "00:59:59:20"}, {"30000/1001", "00:08:59;12"}, {"30000/1001", "00:09:59;12"},
	} {
		path := clips.Make(t, "a.mpg", "-f", "lavfi", "-i", "testsrc2=size=96x64:rate="+c.rate, "-frames:v", "150", "-c:v", "mpeg2video", "-g", "2", "-gop_timecode", c.start)
		out := clips.Probe(t, "-select_streams", "v", "-show_entries", "frame_tags=timecode:frame=key_frame", "-of", "json", path)
		var doc struct {
			Frames []struct {
				Key  int `json:"key_frame"`
				Tags struct{ Timecode string }
			}
		}
		if err := json.Unmarshal(out, &doc); err != nil {
			t.Fatal(err)
		}
		v, marked, mark := open(t, path), 0, ""
		for i := range doc.Frames {
			f := next(t, v)
			if tag := doc.Frames[i].Tags.Timecode; tag != "" {
				mark = tag
			}
			if doc.Frames[i].Key == 1 && mark != "" {
				marked++
				if got := f.Timecode.String(); got != mark {
					t.Errorf("%s from %s: frame %d has %s, ffprobe %s", c.rate, c.start, i, got, mark)
				}
				mark = ""
			}
			f.Release()
		}
		if marked < 70 {
			t.Errorf("ffprobe has %d timecodes", marked)
		}
	}
}

// TestNoTimecodeInTheSamples excludes MPEG-2, which always has one.
func TestNoTimecodeInTheSamples(t *testing.T) {
	forEach(t, samples(t), func(t *testing.T, path string) {
		v := open(t, path)
		f := next(t, v)
		if f.HasTimecode != (v.Info().Codec == "mpeg2video") {
			t.Errorf("%v", f.Timecode)
		}
		f.Release()
	})
}
