package cli

import (
	"fmt"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"ffkvadrat/decode"
	"ffkvadrat/decode/describe"
	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/batch"
	"ffkvadrat/pipeline/progress"
)

// batchProgress prints a line for each finished file. On a terminal it also shows a bar for the
// batch and one for each file in progress.
type batchProgress struct {
	env    *environment
	inputs []batch.Input

	// mu guards the fields below and, without a terminal, the lines. Do not call the bars with mu
	// held: their goroutines lock it.
	mu     sync.Mutex
	ended  int
	bars   *mpb.Progress // nil without a terminal
	whole  *mpb.Bar
	under  map[int]*underWay // by input
	frames int64             // of finished files
	begun  time.Time
}

// steps is the length of a whole bar.
const steps = 10000

// underWay is a file in progress.
type underWay struct {
	bar    *mpb.Bar
	frames int64
	part   float64
}

func newBatchProgress(e *environment, inputs []batch.Input) *batchProgress {
	p := &batchProgress{env: e, inputs: inputs, under: map[int]*underWay{}, begun: time.Now()}
	if !progress.IsTerminal(e.stderr) {
		return p
	}
	p.bars = mpb.New(mpb.WithOutput(e.stderr), mpb.WithWidth(64))
	p.whole = p.bars.AddBar(int64(len(inputs))*steps,
		mpb.BarPriority(len(inputs)), // below the files' bars
		mpb.PrependDecorators(decor.Percentage(decor.WC{W: 5})),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string { return p.rate() })),
	)
	return p
}

// Begin, Progress and End implement batch.Watcher.
func (p *batchProgress) Begin(input int) {
	if p.bars == nil {
		return
	}
	name := shortName(printable(describe.Name(p.inputs[input].Path)))
	bar := p.bars.AddBar(steps, mpb.BarPriority(input), mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Percentage(decor.WC{W: 5})),
		mpb.AppendDecorators(decor.Name(" "+name)),
	)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.under[input] = &underWay{bar: bar}
}

func (p *batchProgress) Progress(input int, at pipeline.Progress) {
	if p.bars == nil {
		return
	}
	p.mu.Lock()
	u := p.under[input]
	if u == nil { // a retry for a process that joined later
		p.mu.Unlock()
		return
	}
	u.frames, u.part = at.Frames, at.Part
	part := p.part()
	p.mu.Unlock()
	u.bar.SetCurrent(min(int64(at.Part*steps), steps-1))
	whole := float64(len(p.inputs) * steps)
	p.whole.SetCurrent(int64(min(part*whole, whole-1)))
}

func (p *batchProgress) End(input int, r batch.Result) {
	p.mu.Lock()
	p.ended++
	p.frames += r.Report.Frames
	u := p.under[input]
	delete(p.under, input)
	place := fmt.Sprintf("[%d/%d]", p.ended, len(p.inputs))
	p.mu.Unlock()
	if u != nil {
		u.bar.Abort(true)
	}
	switch r.Outcome {
	case batch.Failed:
		p.line("%s %s: failed", place, p.inputs[input].Path)
	case batch.Done, batch.Elsewhere:
		more := ""
		if r.Report.Faults.Any() {
			more = ", damaged"
		}
		if r.Outcome == batch.Elsewhere {
			more += ", by another process"
		}
		p.line("%s %s: %s%s", place, r.Out, number(r.Report.Frames, "frame"), more)
	case batch.Kept:
		p.line("%s %s: finished before", place, r.Out)
	case batch.LeftOut:
		p.line("%s %s: not a %s, left out", place, p.inputs[input].Path, decode.ThingNamed(p.inputs[input].Path))
	}
}

// line prints a line above the bars.
func (p *batchProgress) line(format string, args ...any) {
	if p.bars != nil {
		printLine(p.bars, format, args...)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.env.say(format, args...)
}

// end removes the bars.
func (p *batchProgress) end() {
	if p.bars == nil {
		return
	}
	p.whole.Abort(true)
	p.bars.Wait()
}

// part returns the fraction of the batch that is done.
func (p *batchProgress) part() float64 {
	done := float64(p.ended)
	for _, u := range p.under {
		done += u.part
	}
	return done / float64(max(1, len(p.inputs)))
}

// rate is called from the bar's own goroutine.
func (p *batchProgress) rate() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	n, spent := p.frames, time.Since(p.begun)
	for _, u := range p.under {
		n += u.frames
	}
	return fmt.Sprintf(" %d of %s, %s, %.0f/s%s", p.ended, number(len(p.inputs), "file"), number(n, "frame"), float64(n)/spent.Seconds(), progress.TimeLeft(spent, p.part()))
}

// shortName shortens a name to at most 32 characters.
func shortName(name string) string {
	const longest = 32
	letters := []rune(name)
	if len(letters) <= longest {
		return name
	}
	return string(letters[:longest/2-1]) + "…" + string(letters[len(letters)-longest/2:])
}
