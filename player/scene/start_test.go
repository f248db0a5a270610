package scene_test

import (
	"crypto/sha256"
	"fmt"
	"image"
	"maps"
	"os"
	"slices"
	"testing"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/gpu"
	"ffkvadrat/overlay/gloverlay"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
	"ffkvadrat/tests/wait"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/glyuv"
	"ffkvadrat/yuv/yuvtest"
)

// kept is a cache in memory.
type kept map[[sha256.Size]byte][]byte

func (k kept) Load(key [sha256.Size]byte) []byte       { return k[key] }
func (k kept) Save(key [sha256.Size]byte, data []byte) { k[key] = data }

// BenchmarkFirstPicture measures the GPU's work from a new context to the first picture, without
// and with compiled programs in the cache. For the GPU engine, it also reports the time until that
// engine is ready.
//
// A driver's own shader cache hides the time of compiling.
func BenchmarkFirstPicture(b *testing.B) {
	const width, height = 1920, 1080
	picture := yuvtest.Picture(yuvtest.Formats[1], width, height, yuvtest.Fills(1)[5])
	for _, engine := range []session.Engine{session.CPU, session.GPU} {
		programs := kept{}
		for _, cache := range []string{"cold", "warm"} {
			b.Run(fmt.Sprintf("engine=%v/cache=%s", engine, cache), func(b *testing.B) {
				var ready []time.Duration
				for b.Loop() {
					b.StopTimer()
					from := programs
					if cache == "cold" {
						from = kept{}
					}
					dev, err := gpu.OpenHeadless(false)
					if err != nil {
						b.Skip(err)
					}
					dev.UseCache(from)
					b.StartTimer()
					ready = append(ready, first(b, dev.Device, engine, &decode.Frame{Picture: *picture}))
					b.StopTimer()
					dev.Release()
					maps.Copy(programs, from)
					b.StartTimer()
				}
				slices.Sort(ready)
				b.ReportMetric(float64(ready[len(ready)/2].Microseconds())/1000, "ready-ms")
			})
		}
	}
}

// first draws the first picture and returns the time until the engine has found the quads.
func first(b *testing.B, dev *gpu.Device, engine session.Engine, frame *decode.Frame) time.Duration {
	start := time.Now()
	trace := func(what string) {
		if os.Getenv("FFKVADRAT_TRACE") != "" {
			b.Logf("%6.1f ms %s", float64(time.Since(start).Microseconds())/1000, what)
		}
	}
	check := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	a := session.Default().Choices
	a.Engine, a.Params = engine, analysis.Params{Threshold: 0.01}
	glyuv.Prepare(dev)
	gloverlay.Prepare(dev, scene.Style(&a))
	panel.Prepare(dev)
	trace("prepared")
	s, err := scene.New(dev)
	check(err)
	defer s.Release()
	trace("scene")
	s.Hurry = true
	p, err := panel.New(dev, widgets.Keys{}, panel.Facts{}, 1)
	check(err)
	defer p.Release()
	trace("panel")
	if engine == session.GPU {
		check(s.UseGPU())
	}
	window, err := dev.NewTarget("window", 1280, 720)
	check(err)
	defer window.Release()
	check(s.Load(&frame.Picture, yuv.Choice{}))
	trace("loaded")
	analyze := func() {
		e, err := s.Analyze(frame, 1, a)
		check(err)
		if a = e.Choices; len(e.Notices) != 0 {
			b.Error(e.Notices)
		}
	}
	analyze()
	trace("analysed")
	draw := func() {
		s.Locate(frame, decode.Orientation{}, &a, image.Rect(0, 0, 1280, 720), 1280, 720)
		window.DrawTo()
		check(s.Draw())
		dev.Finish()
	}
	draw()
	trace("drawn")
	b.StopTimer()
	defer b.StartTimer()
	wait.For(b, "the engine that was asked for", func() bool {
		if !s.Stale(&a) {
			return true
		}
		analyze()
		return false
	})
	dev.Finish()
	trace("engine")
	return time.Since(start)
}
