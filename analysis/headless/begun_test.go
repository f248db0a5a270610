package headless_test

import (
	"slices"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/headless"
	"ffkvadrat/tests/leak"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// TestBegun keeps as many pictures in flight as each engine wants: none may be lost, and their
// order stays.
func TestBegun(t *testing.T) {
	if !openGL(t) {
		return
	}
	params := analysis.Params{Threshold: 0.05}
	var pictures []*yuv.Picture
	var want [][]uint32
	for i := range 40 {
		p := yuvtest.Picture(yuvtest.Formats[1], 50+7*i, 200-3*i, yuvtest.Fills(uint64(i))[5])
		r, err := analysis.NewReference().Analyze(p, params)
		if err != nil {
			t.Fatal(err)
		}
		pictures, want = append(pictures, p), append(want, words(r))
	}
	engines := map[string]func() (*headless.Engine, error){
		"fallback": func() (*headless.Engine, error) { return headless.OpenFallback(nil, nil), nil },
	}
	for _, name := range []string{"cpu", "gpu", "auto"} {
		engines[name] = func() (*headless.Engine, error) { return headless.Open(name, nil, nil) }
	}
	for name, open := range engines {
		engine, err := open()
		if err != nil {
			t.Fatal(err)
		}
		most, begun := 0, 0
		for i := range pictures {
			for begun < len(pictures) && (begun == i || begun-i < engine.Depth()) {
				engine.Begin(pictures[begun], params)
				begun++
			}
			most = max(most, begun-i)
			got, err := engine.End()
			if err != nil || !slices.Equal(words(got), want[i]) {
				t.Errorf("%s: picture %d: %d quads, want %d, or others; %v", name, i, len(got.Quads), len(want[i]), err)
			}
		}
		if several := name == "gpu" || name == "fallback"; name != "auto" && several != (most > 1) {
			t.Errorf("%s: %d pictures at once", name, most)
		}
		engine.Release()
	}
}

func words(r analysis.Result) []uint32 {
	list := make([]uint32, len(r.Quads))
	for i, q := range r.Quads {
		list[i] = uint32(q)
	}
	return list
}

// TestGivenUp releases engines with pictures in flight, before and after there is a context. Their
// goroutines must end.
func TestGivenUp(t *testing.T) {
	if !openGL(t) {
		return
	}
	p := yuvtest.Picture(yuvtest.Formats[1], 64, 64, yuvtest.Fills(1)[5])
	leak.Check(t)
	for _, wait := range []bool{false, true} {
		for n := range 6 {
			engine, err := headless.Open("gpu", nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			if wait {
				if err := engine.Wait(); err != nil {
					t.Fatal(err)
				}
			}
			for range n {
				engine.Begin(p, analysis.Params{Threshold: 0.05})
			}
			if n > 2 {
				engine.GiveUp()
				if wait { // it goes on
					if r, err := engine.Analyze(p, analysis.Params{Threshold: 0.05}); err != nil || len(r.Quads) == 0 {
						t.Errorf("%d quads, %v", len(r.Quads), err)
					}
				}
			}
			engine.Release()
			engine.Release()
		}
	}
}
