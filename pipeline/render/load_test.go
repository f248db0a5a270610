package render

import (
	"bytes"
	"context"
	"io"
	"runtime"
	"sync"
	"testing"

	"ffkvadrat/analysis"
	"ffkvadrat/pipeline"
	"ffkvadrat/tests/pairs"
	"ffkvadrat/yuv"
)

func TestLoad(t *testing.T) {
	for _, c := range []struct {
		width, height int64
		cores         int
		want          load
	}{
		{1, 1, 1, load{4, 3, 1, 1}},
		{1920, 1080, 2, load{4, 4, 2, 1}},
		{1920, 1080, 64, load{4, 6, 4, 1}},
		{3840, 2160, 2, load{1, 4, 2, 1}},
		{3840, 2160, 64, load{1, 4, 2, 2}},
		{7680, 4320, 1, load{0, 2, 1, 1}},
		{7680, 4320, 2, load{0, 2, 1, 2}},
		{7680, 4320, 64, load{0, 2, 1, 4}},
		{yuv.MaxSide, yuv.MaxSide, 64, load{0, 2, 1, 4}},
		{0, 0, 2, load{4, 4, 2, 1}},
	} {
		if got := newLoad(4*c.width*c.height, pictureMemory, c.cores); got != c.want {
			t.Errorf("%d×%d, %d cores: %+v, want %+v", c.width, c.height, c.cores, got, c.want)
		}
	}
}

// pictures is the largest number of decoded frames: those ahead, one on its way there, one being
// analysed, and those of the slides.
func (l load) pictures() int { return l.ahead + 2 + l.slides }

// counting is an engine that counts the distinct frames that it is given. The decoder allocates
// another frame if all are in use.
type counting struct {
	analysis.Engine
	mu     sync.Mutex
	frames map[*yuv.Picture]bool
}

func (c *counting) Analyze(p *yuv.Picture, params analysis.Params) (analysis.Result, error) {
	c.mu.Lock()
	c.frames[p] = true
	c.mu.Unlock()
	return c.Engine.Analyze(p, params)
}

// slowWriter lets the earlier stages run as far as they can.
type slowWriter struct{}

func (slowWriter) Write(p []byte) (int, error) {
	for range 1000 {
		runtime.Gosched()
	}
	return len(p), nil
}

// run renders to w with a limit of memory and cores.
func run(t *testing.T, o Options, engine analysis.Engine, w io.Writer, memory int64, cores int) Report {
	t.Helper()
	r := rendering{options: &o, engine: engine, memory: memory, cores: cores}
	if _, err := pipeline.Run(context.Background(), pipeline.Options{Path: o.Path, Stream: o.Stream, To: w}, &r); err != nil {
		t.Fatal(err)
	}
	return r.report
}

// However slow the output is, there are no more frames than the load allows, which is few for large
// frames.
func TestPicturesInFlight(t *testing.T) {
	for _, memory := range []int64{pictureMemory, 1} {
		engine := &counting{Engine: analysis.NewCPU(), frames: map[*yuv.Picture]bool{}}
		l := newLoad(4*320*180, memory, 2)
		report := run(t, want("tiny-420.mp4", "x.nut"), engine, slowWriter{}, memory, 2)
		if n, most := len(engine.frames), l.pictures(); n > most || int64(most) >= report.Frames {
			t.Errorf("%d frames in flight of %d, want %d at most: %+v", n, report.Frames, most, l)
		}
		if memory == 1 && l.pictures() > 4 {
			t.Errorf("%d large pictures in flight", l.pictures())
		}
	}
}

// Large frames, painted and converted by several goroutines and threads each, give the same bytes
// as small ones.
func TestLoadsWriteTheSameBytes(t *testing.T) {
	clips := []string{"tiny-420.mp4", "tiny-odd-175x143.mp4", "tiny-rotated-90.mp4"}
	formats := []string{"yuv420p", "yuv422p10le", "yuv444p", "yuva420p", "bgr0"}
	ones := map[[2]int][]byte{}
	for c := range pairs.Cases(len(clips), len(formats), 3) {
		clip, format, cores := clips[c[0]], formats[c[1]], 2+c[2]
		o := want(clip, "x.nut")
		o.Output.PixelFormat, o.Output.Alone = format, format == "yuva420p"
		one := ones[[2]int{c[0], c[1]}]
		if one == nil {
			var b bytes.Buffer
			run(t, o, analysis.NewCPU(), &b, pictureMemory, 1)
			one = b.Bytes()
			ones[[2]int{c[0], c[1]}] = one
		}
		var many bytes.Buffer
		run(t, o, analysis.NewCPU(), &many, 1, cores)
		if l := newLoad(2, 1, cores); l.goroutines != cores || !bytes.Equal(one, many.Bytes()) {
			t.Errorf("%s as %s: other bytes on %d cores", clip, format, cores)
		}
	}
}
