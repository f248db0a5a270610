// Package progress shows how far a long job is.
//
// Input is a terminal, and calls with what is done; output is a [Bar] on its last line, which a
// goroutine draws until [Bar.End].
package progress

import (
	"fmt"
	"io"
	"math"
	"os"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"ffkvadrat/decode/describe"
)

// Bar is a bar on the terminal: fraction done, frames, frames per second, time left. A nil Bar shows
// nothing.
type Bar struct {
	bars   *mpb.Progress
	bar    *mpb.Bar
	thing  string // what is counted
	frames atomic.Int64
	part   atomic.Uint64 // bits of a float64, 0 to 1; 0 if unknown
	begun  time.Time
}

// steps is the length of a whole bar.
const steps = 10000

// New returns a bar, or nil if w is not a terminal.
func New(w io.Writer) *Bar {
	if !IsTerminal(w) {
		return nil
	}
	b := &Bar{thing: "frame", begun: time.Now()}
	b.bars = mpb.New(mpb.WithOutput(w), mpb.WithWidth(64))
	b.bar = b.bars.AddBar(steps,
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Percentage(decor.WC{W: 5})),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return b.rate() })),
	)
	return b
}

// Show sets the bar to a number of frames and a fraction of the whole.
func (b *Bar) Show(frames int64, part float64) {
	if b == nil {
		return
	}
	b.frames.Store(frames)
	b.part.Store(math.Float64bits(part))
	b.bar.SetCurrent(min(int64(part*steps), steps-1)) // a full bar would disappear
}

// Counts makes the bar count other things than frames, such as files. Call it before Show.
func (b *Bar) Counts(thing string) *Bar {
	if b != nil {
		b.thing = thing
	}
	return b
}

// Above returns the writer for lines above the bar: w itself if there is no bar.
func (b *Bar) Above(w io.Writer) io.Writer {
	if b == nil {
		return w
	}
	return b.bars
}

// End removes the bar.
func (b *Bar) End() {
	if b == nil {
		return
	}
	b.bar.Abort(true)
	b.bars.Wait()
}

// rate is called from the bar's own goroutine.
func (b *Bar) rate() string {
	n, spent := b.frames.Load(), time.Since(b.begun)
	return fmt.Sprintf(" %s, %.0f/s%s", describe.Count(n, b.thing), float64(n)/spent.Seconds(), TimeLeft(spent, math.Float64frombits(b.part.Load())))
}

// TimeLeft estimates the remaining time from the time spent on a part, or returns "" while the
// estimate is poor.
func TimeLeft(spent time.Duration, part float64) string {
	if part < 0.001 || spent < time.Second {
		return ""
	}
	left := time.Duration(float64(spent) * (1 - part) / part)
	return fmt.Sprintf(", %v left", left.Round(time.Second))
}

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}
