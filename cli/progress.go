package cli

import (
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"ffkvadrat/decode"
)

// progress is a bar on the terminal: the part done by the stream's time, the
// frames so far, frames a second. Without a terminal it shows nothing.
type progress struct {
	bars   *mpb.Progress
	bar    *mpb.Bar
	start  float64 // seconds of the stream's clock
	length time.Duration
	frames atomic.Int64
	begun  time.Time
}

func newProgress(e *environment, info decode.Info) *progress {
	if !isTerminal(e.stderr) {
		return nil
	}
	p := &progress{start: info.Start, length: time.Duration(info.Duration * float64(time.Second)), begun: time.Now()}
	p.bars = mpb.New(mpb.WithOutput(e.stderr), mpb.WithWidth(64))
	p.bar = p.bars.AddBar(int64(p.length),
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Percentage(decor.WC{W: 5})),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return p.rate() })),
	)
	return p
}

// shown moves the bar behind a frame.
func (p *progress) shown(f *decode.Frame) {
	if p == nil {
		return
	}
	p.frames.Add(1)
	done := time.Duration(math.Max(0, f.Time+f.Duration-p.start) * float64(time.Second))
	p.bar.SetCurrent(int64(min(done, p.length)))
}

// end takes the bar away.
func (p *progress) end() {
	if p == nil {
		return
	}
	p.bar.Abort(true)
	p.bars.Wait()
}

// rate is called from the bar's own goroutine.
func (p *progress) rate() string {
	n := p.frames.Load()
	return fmt.Sprintf(" %d frames, %.0f/s", n, float64(n)/time.Since(p.begun).Seconds())
}
