package middle_test

import (
	"bytes"
	"context"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/measure/middle"
	"ffkvadrat/tests/clips"
)

// TestMiddle: the frame is that in the middle of a video; the window begins with it, has as many frames as there are, and
// ends before a cut if cuts count.
func TestMiddle(t *testing.T) {
	// 40 frames, of which the first 24 are another shot: the middle is frame 20.
	video := clips.Make(t, "cut.mkv", "-f", "lavfi", "-i", "testsrc2=size=128x96:rate=10,format=yuv420p,trim=end_frame=24",
		"-f", "lavfi", "-i", "mandelbrot=size=128x96:rate=10,format=yuv420p,trim=end_frame=16",
		"-filter_complex", "[0][1]concat,setpts=N/10/TB", "-c:v", "ffv1")
	frame, err := middle.Frame(context.Background(), video, decode.Best)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		n    int
		cuts bool
		want int
	}{{8, false, 8}, {8, true, 4}, {2, true, 2}, {64, false, 20}} {
		window, err := middle.Window(context.Background(), video, decode.Best, c.n, c.cuts)
		if err != nil || len(window) != c.want {
			t.Fatalf("%d frames, with cuts %v: %d, %v; want %d", c.n, c.cuts, len(window), err, c.want)
		}
		if !bytes.Equal(window[0].Planes[0].Data, frame.Planes[0].Data) {
			t.Errorf("%d frames, with cuts %v: the first is not the frame in the middle", c.n, c.cuts)
		}
	}
	if _, err := middle.Frame(context.Background(), "none.mkv", decode.Best); err == nil {
		t.Error("no error without a file")
	}
}
