package second_test

import (
	"context"
	"errors"
	"io"
	"testing"

	"ffkvadrat/decode"
	"ffkvadrat/measure/fit"
	"ffkvadrat/overlay"
	"ffkvadrat/player/second"
	"ffkvadrat/quadpyramid"
)

// TestJudge: each frame's quads have the errors against the frame of the same time; after the end of the
// second video there are none.
func TestJudge(t *testing.T) {
	encode := made(t, "x.mkv", "-frames:v", "9", "-c:v", "libx264", "-crf", "40", "-pix_fmt", "yuv420p")
	video, err := decode.OpenVideo(t.Context(), clip, decode.Options{Stream: decode.Best})
	if err != nil {
		t.Fatal(err)
	}
	defer video.Close()
	other, err := decode.OpenVideo(t.Context(), encode, decode.Options{Stream: decode.Best})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	judge, err := second.NewJudge(t.Context(), encode, second.Options{Reference: video.Info()})
	if err != nil {
		t.Fatal(err)
	}
	defer judge.Close()
	quads := []quadpyramid.Quad{quadpyramid.NewQuad(0, 0, 5), quadpyramid.NewQuad(64, 32, 4), quadpyramid.NewQuad(159, 89, 0)}
	frames := 0
	for ; ; frames++ {
		f, err := video.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		steps, ok, err := judge.Judge(f, quads, nil)
		if err != nil || ok != (frames < 9) {
			t.Fatalf("frame %d: %v, %v", frames, ok, err)
		}
		if ok {
			g, err := other.Next()
			if err != nil {
				t.Fatal(err)
			}
			for i, q := range quads {
				sse := 0
				for at := range q.Size() * q.Size() {
					d := f.Picture.Sample(-1, q.X()+at%q.Size(), q.Y()+at/q.Size()) - g.Picture.Sample(-1, q.X()+at%q.Size(), q.Y()+at/q.Size())
					sse += d * d
				}
				if want := overlay.ErrorStep(uint64(sse), q.Size()*q.Size(), 255); steps[i] != want {
					t.Errorf("frame %d: %v has the step %d, want %d", frames, q, steps[i], want)
				}
			}
			g.Release()
		}
		f.Release()
	}
	if frames != 30 {
		t.Errorf("%d frames", frames)
	}
}

// TestJudgeMismatch: another format is an error that names both, unless it is converted.
func TestJudgeMismatch(t *testing.T) {
	deep := made(t, "deep.mkv", "-pix_fmt", "yuv420p10le", "-c:v", "ffv1")
	f, info := first(t, clip)
	var mismatch *fit.MismatchError
	for _, scale := range []bool{false, true} {
		judge, err := second.NewJudge(t.Context(), deep, second.Options{Reference: info, Scale: scale})
		if err != nil {
			t.Fatal(err)
		}
		_, ok, err := judge.Judge(f, []quadpyramid.Quad{0}, nil)
		if ok != scale || errors.As(err, &mismatch) == scale {
			t.Errorf("scale %v: %v, %v", scale, ok, err)
		}
		judge.Close()
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := second.NewJudge(ctx, "nowhere.mkv", second.Options{Reference: info}); err == nil {
		t.Error("no error without a file")
	}
}
