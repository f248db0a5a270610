package cli

import (
	"fmt"
	"math"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// progress is a bar on the terminal: fraction done, frames, frames per second, time left. Without a
// terminal it shows nothing.
type progress struct {
	bars   *mpb.Progress
	bar    *mpb.Bar
	thing  string // what is counted
	frames atomic.Int64
	part   atomic.Uint64 // bits of a float64, 0 to 1; 0 if unknown
	begun  time.Time
}

// steps is the length of a whole bar.
const steps = 10000

func newProgress(e *environment) *progress {
	if !isTerminal(e.stderr) {
		return nil
	}
	p := &progress{thing: "frame", begun: time.Now()}
	p.bars = mpb.New(mpb.WithOutput(e.stderr), mpb.WithWidth(64))
	p.bar = p.bars.AddBar(steps,
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Percentage(decor.WC{W: 5})),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return p.rate() })),
	)
	return p
}

// show sets the bar to a number of frames and a fraction of the whole.
func (p *progress) show(frames int64, part float64) {
	if p == nil {
		return
	}
	p.frames.Store(frames)
	p.part.Store(math.Float64bits(part))
	p.bar.SetCurrent(min(int64(part*steps), steps-1)) // a full bar would disappear
}

// counts makes the bar count other things than frames, such as files. Call it before show.
func (p *progress) counts(thing string) *progress {
	if p != nil {
		p.thing = thing
	}
	return p
}

// line prints a line above the bar.
func (p *progress) line(e *environment, format string, args ...any) {
	if p == nil {
		e.say(format, args...)
		return
	}
	printLine(p.bars, format, args...)
}

// end removes the bar.
func (p *progress) end() {
	if p == nil {
		return
	}
	p.bar.Abort(true)
	p.bars.Wait()
}

// rate is called from the bar's own goroutine.
func (p *progress) rate() string {
	n, spent := p.frames.Load(), time.Since(p.begun)
	return fmt.Sprintf(" %s, %.0f/s%s", number(n, p.thing), float64(n)/spent.Seconds(), timeLeft(spent, math.Float64frombits(p.part.Load())))
}

// timeLeft estimates the remaining time from the time spent on a part, or returns "" while the
// estimate is poor.
func timeLeft(spent time.Duration, part float64) string {
	if part < 0.001 || spent < time.Second {
		return ""
	}
	left := time.Duration(float64(spent) * (1 - part) / part)
	return fmt.Sprintf(", %v left", left.Round(time.Second))
}
