package decode

import (
	"slices"
	"strings"
	"testing"
)

// TestKeyDistancesEqualFFprobe compares with the key frames from ffprobe, from the start and, with all
// groups known, after a seek.
func TestKeyDistancesEqualFFprobe(t *testing.T) {
	check := func(t *testing.T, path string) {
		v := open(t, path)
		frames := probeFrames(t, path, v.Info().Stream)
		distances := func(i int) (since, to int) {
			for since = 0; i-since >= 0 && !frames[i-since].key; {
				since++
			}
			for to = 1; i+to < len(frames) && !frames[i+to].key; {
				to++
			}
			if i-since < 0 {
				since = -1
			}
			if i+to == len(frames) {
				to = 0
			}
			return since, to
		}
		compare := func(from int, all bool) {
			t.Helper()
			if err := v.SeekIndex(int64(from)); err != nil {
				t.Fatal(err)
			}
			for i := from; i < len(frames); i++ {
				f := next(t, v)
				since, to := distances(i)
				if f.SinceKey != since || f.ToKey != to && (f.ToKey != 0 || all && since > 0) {
					t.Fatalf("from frame %d, frame %d: %d after, %d before a key frame, want %d, %d", from, i, f.SinceKey, f.ToKey, since, to)
				}
				f.Release()
			}
		}
		compare(0, false)
		compare(len(frames)/3, true)
	}
	of := strings.Fields("h264.mp4 frag.mp4 mpeg4.mp4 qtrle.mov hevc.mkv vp9.webm av1.webm mpeg4.avi h264.ts mpeg2.mpg h264.flv theora.ogv mpeg2.mxf rv20.rm a.264 a.m1v")
	for _, k := range kinds {
		if slices.Contains(of, k.name) {
			t.Run(k.name, func(t *testing.T) { check(t, k.make(t)) })
		}
	}
	forEach(t, samples(t), check)
	for name, args := range map[string]string{
		"open.mp4":   "-c:v libx264 -x264-params keyint=7:min-keyint=7:open-gop=1:bframes=3:scenecut=0",
		"closed.mp4": "-c:v libx264 -g 9 -bf 3",
		"hevc.mov":   "-c:v libx265 -x265-params keyint=8:open-gop=1:log-level=error",
		"bf.avi":     "-c:v mpeg4 -bf 2 -g 10",
		"ts.ts":      "-c:v mpeg2video -bf 2 -g 10",
	} {
		t.Run(name, func(t *testing.T) { check(t, kind{name, args, ""}.make(t)) })
	}
}

// TestNextKeyFromTheIndex: after the container's index was right about one group of pictures, it
// predicts the next ones.
func TestNextKeyFromTheIndex(t *testing.T) {
	for _, name := range []string{"a.mp4", "a.avi"} {
		v := open(t, kind{name, "-c:v mpeg4 -g 10", ""}.make(t))
		for i := range 20 {
			f := next(t, v)
			want := 0
			if i >= 10 {
				want = 20 - i
			}
			if f.ToKey != want {
				t.Errorf("%s: frame %d: %d before a key frame, want %d", name, i, f.ToKey, want)
			}
			f.Release()
		}
	}
}
