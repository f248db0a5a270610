package headless_test

import (
	"crypto/sha256"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/headless"
	"ffkvadrat/gpu"
	"ffkvadrat/gpu/gputest"
	"ffkvadrat/tests/wait"
	"ffkvadrat/yuv/yuvtest"
)

// openGL reports whether there is OpenGL; it skips a subtest without it.
func openGL(t *testing.T) (found bool) {
	t.Run("OpenGL", func(t *testing.T) {
		gputest.Open(t)
		found = true
	})
	return found
}

// TestOpen: each name of an engine opens it, with the reference's quads; other names are errors.
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
		engine, err := headless.Open(name, nil, func(err error) { t.Errorf("%s gave way: %v", name, err) })
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
	if _, err := headless.Open("tpu", nil, nil); err == nil || !strings.Contains(err.Error(), `"tpu"`) || errors.Unwrap(err) != nil {
		t.Errorf("tpu: %v", err)
	}
}

// TestOpensLate: auto opens OpenGL in software only for Wait.
func TestOpensLate(t *testing.T) {
	if !openGL(t) || !gpu.OnlySoftware() {
		return
	}
	p := yuvtest.Picture(yuvtest.Formats[1], 32, 18, yuvtest.Fills(1)[5])
	engine, err := headless.Open("auto", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Release()
	for range 50 {
		if _, err := engine.Analyze(p, analysis.Params{Threshold: 0.1}); err != nil {
			t.Fatal(err)
		}
	}
	if engine.Chosen() {
		t.Errorf("chosen without Wait: %s", engine.Why())
	}
	if err := engine.Wait(); err != nil || !engine.Chosen() || engine.Name() != "cpu" {
		t.Errorf("after Wait: chosen %v, %s, %v", engine.Chosen(), engine.Name(), err)
	}
	if name, err := engine.OpenGL(); name == "" || err != nil {
		t.Errorf("OpenGL: %q, %v", name, err)
	}
}

// programs is a cache in memory.
type programs struct {
	mu     sync.Mutex
	kept   map[[sha256.Size]byte][]byte
	loaded int
}

func (c *programs) Load(key [sha256.Size]byte) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept[key] != nil {
		c.loaded++
	}
	return c.kept[key]
}

func (c *programs) Save(key [sha256.Size]byte, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept[key] = data
}

func (c *programs) counts() (kept, loaded int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.kept), c.loaded
}

// TestPrograms: an idle engine stores its programs, and another one loads them.
func TestPrograms(t *testing.T) {
	if !openGL(t) {
		return
	}
	p := yuvtest.Picture(yuvtest.Formats[1], 320, 180, yuvtest.Fills(1)[5])
	cache := &programs{kept: map[[sha256.Size]byte][]byte{}}
	var lists [2][]uint32
	for i := range lists {
		engine, err := headless.Open("gpu", cache, nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := engine.Analyze(p, analysis.Params{Threshold: 0.05})
		if err != nil {
			t.Fatal(err)
		}
		lists[i] = words(r)
		wait.For(t, "programs that are kept by the first engine and loaded by the second", func() bool {
			kept, loaded := cache.counts()
			return i == 0 && kept > 1 || i == 1 && loaded > 1
		})
		engine.Release()
	}
	if len(lists[0]) == 0 || !slices.Equal(lists[0], lists[1]) {
		t.Errorf("%d quads, and %d with programs from the cache, or others", len(lists[0]), len(lists[1]))
	}
}
