package headless

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/quadpyramid"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/yuvtest"
)

// away is a surface that only Fetch can read.
type away struct {
	luma    []byte
	samples []byte
	lost    bool
	fetched atomic.Int64
}

func (a *away) Fetch() error {
	if a.lost {
		return fmt.Errorf("test: %w", yuv.ErrLost)
	}
	copy(a.luma, a.samples)
	a.fetched.Add(1)
	return nil
}

// TestSurfaces has pictures in flight whose samples are on a device when the GPU fails: the CPU
// fetches them. A lost picture is no reason to leave the GPU.
func TestSurfaces(t *testing.T) {
	gputest.Open(t) // or skips
	params := analysis.Params{Threshold: 0.05}
	h := OpenFallback(nil, nil)
	defer h.Release()
	if err := h.Wait(); err != nil {
		t.Fatal(err)
	}
	var pictures []*yuv.Picture
	var want [][]quadpyramid.Quad
	for i := range 6 {
		p := yuvtest.Picture(yuvtest.Formats[0], 50+7*i, 90, yuvtest.Fills(uint64(i))[5])
		r, err := analysis.NewReference().Analyze(p, params)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, slices.Clone(r.Quads))
		p.Surface = &away{luma: p.Luma.Data, samples: slices.Clone(p.Luma.Data), lost: i == 1}
		clear(p.Luma.Data)
		pictures = append(pictures, p)
	}
	if !h.Surfaces() {
		t.Error("an engine on the GPU wants no surfaces")
	}
	for _, p := range pictures {
		h.Begin(p, params)
	}
	for i := range pictures {
		if i == 3 {
			h.fallBack(errors.New("the GPU fails"))
		}
		r, err := h.End()
		if i == 1 {
			if !errors.Is(err, yuv.ErrLost) || h.Name() != "gpu" {
				t.Errorf("a lost picture gives %v, on %s", err, h.Name())
			}
		} else if err != nil || !slices.Equal(r.Quads, want[i]) {
			t.Errorf("picture %d on %s: %d quads, want %d, or others; %v", i, h.Name(), len(r.Quads), len(want[i]), err)
		}
	}
	if h.Surfaces() || h.Name() != "cpu" {
		t.Errorf("after the GPU has failed, the engine is %s, and Surfaces is %v", h.Name(), h.Surfaces())
	}
}
