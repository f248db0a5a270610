package headless_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/headless"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/yuv/yuvtest"
)

// openGL reports whether there is OpenGL. Where there is none, a subtest is skipped.
func openGL(t *testing.T) (found bool) {
	t.Run("OpenGL", func(t *testing.T) {
		gputest.Open(t)
		found = true
	})
	return found
}

func TestOpen(t *testing.T) {
	if !openGL(t) {
		return
	}
	p := yuvtest.Picture(yuvtest.Formats[1], 320, 180, yuvtest.Fills(1)[5])
	params := analysis.Params{Threshold: 0.1}
	want, err := analysis.NewReference().Analyze(p, params)
	if err != nil {
		t.Fatal(err)
	}
	for name, runs := range map[string]string{"cpu": "cpu", "gpu": "gpu", "auto": ""} {
		engine, err := headless.Open(name, func(err error) { t.Errorf("%s gave way: %v", name, err) })
		if err != nil {
			t.Fatal(err)
		}
		got, err := engine.Analyze(p, params)
		if err != nil || !slices.Equal(got.Quads, want.Quads) {
			t.Errorf("%s: %d quads, want %d, or others; %v", name, len(got.Quads), len(want.Quads), err)
		}
		if err := engine.Wait(); err != nil {
			t.Error(err)
		}
		for !engine.Chosen() {
			if _, err := engine.Analyze(p, params); err != nil {
				t.Fatal(err)
			}
		}
		if runs != "" && engine.Name() != runs || engine.Why() == "" {
			t.Errorf("%s runs on %s: %s", name, engine.Name(), engine.Why())
		}
		engine.Release()
	}
	if _, err := headless.Open("tpu", nil); err == nil || !strings.Contains(err.Error(), `"tpu"`) || errors.Unwrap(err) != nil {
		t.Errorf("tpu: %v", err)
	}
}
