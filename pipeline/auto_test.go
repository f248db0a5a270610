package pipeline_test

import (
	"io"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/response"
	"ffkvadrat/decode"
	"ffkvadrat/pipeline"
	"ffkvadrat/tests/clips"
)

// TestAutomatic: the frames at 16 places decide, or the last key frames before them if there are at
// least 8 or the video is longer than 20 seconds. Blank frames do not decide. If a stream has no
// length, the places are in its first 20 seconds.
func TestAutomatic(t *testing.T) {
	for _, c := range []struct {
		name, filter string
		flags        []string
		keys         bool
		span         float64 // 0 for the video's length
		pictures     int
	}{
		{"short.mkv", "null", []string{"-t", "5", "-c:v", "mpeg4", "-g", "100"}, false, 0, 16},
		{"few.mkv", "null", []string{"-t", "2", "-c:v", "mpeg4", "-g", "100"}, false, 0, 10},
		{"intra.mp4", "null", []string{"-t", "2", "-c:v", "mpeg4", "-g", "1"}, true, 0, 10},
		{"keys.mp4", "null", []string{"-t", "18", "-c:v", "mpeg4", "-g", "8"}, true, 0, 11},
		{"long.mp4", "null", []string{"-t", "24", "-c:v", "mpeg4", "-g", "100"}, true, 0, 2},
		{"dark.mp4", "drawbox=c=black:t=fill:enable='lt(n,13)'", []string{"-t", "5", "-c:v", "mpeg4", "-g", "1"}, true, 0, 8},
		{"end.mkv", "drawbox=c=black:t=fill:enable='lt(n,24)'", []string{"-t", "5", "-c:v", "mpeg4", "-g", "100"}, false, 0, 1},
		{"blank.mp4", "drawbox=c=black:t=fill", []string{"-t", "5", "-c:v", "mpeg4", "-g", "1"}, true, 0, 0},
		{"still.png", "null", []string{"-frames:v", "1"}, false, 20, 1},
		{"short.m4v", "null", []string{"-frames:v", "2", "-c:v", "mpeg4", "-f", "m4v"}, false, 20, 1},
		{"stream.m4v", "null", []string{"-t", "24", "-c:v", "mpeg4", "-g", "100", "-f", "m4v"}, false, 20, 16},
	} {
		path := clips.Make(t, c.name, append([]string{"-f", "lavfi", "-i", "testsrc2=size=96x64:rate=5", "-vf", c.filter, "-pix_fmt", "yuv420p"}, c.flags...)...)
		for _, params := range []analysis.Params{{Threshold: 0.3}, {Variant: analysis.CommonFeature, Threshold: 0.2}} {
			got, err := pipeline.Automatic(t.Context(), path, decode.Best, params)
			if err != nil {
				t.Fatal(err)
			}
			if want := automatic(t, path, params, c.keys, c.span); got.Pictures != c.pictures || got.Find(params) != want {
				t.Errorf("%s, %v: %+v of %d pictures, want %+v of %d", c.name, params.Variant, got.Find(params), got.Pictures, want, c.pictures)
			}
		}
	}
}

// automatic returns the parameters with the automatic threshold. It decodes the whole video.
func automatic(t *testing.T, path string, params analysis.Params, keys bool, span float64) analysis.Params {
	t.Helper()
	video, err := decode.OpenVideo(t.Context(), path, decode.Options{Stream: decode.Best})
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	var frames []*decode.Frame
	for {
		frame, err := video.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		defer frame.Release()
		frames = append(frames, frame)
	}
	last := frames[len(frames)-1]
	if span == 0 {
		span = last.Time + last.Duration - frames[0].Time
	}
	taken := map[int]bool{}
	if last.Time+last.Duration-frames[0].Time < span/32 { // the video ends before the first place
		taken[0], span = true, -1
	}
	for n := range 16 {
		at := -1
		for i, f := range frames {
			if f.Time-frames[0].Time <= (float64(n)+0.5)/16*span && (f.KeyFrame || !keys) {
				at = i
			}
		}
		if at >= 0 {
			taken[at] = true
		}
	}
	var curves []*response.Curve
	for i := range taken {
		c := new(response.Curve)
		if err := c.Build(&frames[i].Picture, params); err != nil {
			t.Fatal(err)
		}
		if response.Shows(&frames[i].Picture) {
			curves = append(curves, c)
		}
	}
	if len(curves) == 0 {
		params.Threshold = params.DefaultThreshold()
		return params
	}
	const level, squares = 1, 96 * 64 / 4 // the squares with about a 64th of the picture's side have 2×2 pixels
	edges := func(step int) (n int) {
		for _, c := range curves {
			n += squares
			for k, quads := range c.Sizes(step) {
				if k >= level {
					n -= quads << (2 * (k - level))
				}
			}
		}
		return n
	}
	step := curves[0].Steps() - 1
	for edges(step) < min(len(curves)*squares/5, edges(1)/2) {
		step--
	}
	params.Threshold = curves[0].Threshold(step)
	return params
}
