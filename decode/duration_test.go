package decode

import (
	"math"
	"strings"
	"testing"

	testclips "ffkvadrat/tests/clips"
)

// TestFramesLastUntilTheNext: a frame's duration is the time to the next frame, for constant and
// variable frame rates, if the container has durations.
func TestFramesLastUntilTheNext(t *testing.T) {
	for _, c := range []struct{ name, args string }{
		{"constant.mp4", "-f lavfi -i testsrc2=size=64x48:rate=25:duration=0.4 -c:v mpeg4"},
		{"slow.mkv", "-f lavfi -i testsrc2=size=64x48:rate=5:duration=2 -c:v mpeg4"},
		{"variable.mp4", "-f lavfi -i testsrc2=size=64x48:rate=25:duration=0.4 -vf select='not(eq(mod(n,3),1))' -vsync vfr -c:v mpeg4"},
	} {
		v := open(t, testclips.Make(t, c.name, strings.Fields(c.args)...))
		before, frames := next(t, v), 1
		for f := next(t, v); f != nil; f = next(t, v) {
			if took := f.Time - before.Time; math.Abs(took-before.Duration) > 1e-3 {
				t.Errorf("%s: frame %d lasts %g s, the next one comes after %g s", c.name, before.Index, before.Duration, took)
			}
			before.Release()
			before = f
			frames++
		}
		before.Release()
		if frames < 6 {
			t.Errorf("%s: only %d frames", c.name, frames)
		}
	}
}
