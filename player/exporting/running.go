// Package exporting writes the quads of the playing video to a file while it plays.
//
// Input is a [Job], which has the user's [Form] and the settings; output is a file, and its progress
// as [State]. The export has its own goroutine, decoder and engine; [Running.Close] waits for it.
// Its methods belong to one goroutine.
//
// The tests are those of the player's window for everything that it writes: exports, videos,
// pictures, maps, marks, and the state between runs. They also take the screenshots for the pages.
package exporting

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"ffkvadrat/analysis/headless"
	"ffkvadrat/decode/wording"
	"ffkvadrat/player/browser"
	"ffkvadrat/player/quantity"
)

// State describes the running export, or the result of the last one.
type State struct {
	Running bool
	Part    float32 // fraction done, 0 to 1; −1 if unknown
	Frames  int64
	Rate    float64 // frames per second
	Left    time.Duration
	Large   string // warns of a large file and names smaller formats; else empty
	Outcome string
	Name    string   // of the file that is or was written
	Others  []string // names of those that were written next to it
	Written string   // its absolute path, once it is written; else empty
	Reveals bool     // the desktop can show it in its folder
}

// updatePause is the time between two updates of an export's progress.
const updatePause = 100 * time.Millisecond

// Running is the running export. The zero value is none.
type Running struct {
	running sync.WaitGroup
	cancel  context.CancelFunc // nil unless running
	out     string
	outcome string // set when the goroutine has ended
}

// Start starts a job with an engine of the given name. The goroutine calls report with the progress
// and at last with the outcome, after which the caller calls End.
func (r *Running) Start(ctx context.Context, engine string, j Job, report func(State)) {
	p := &progress{report: report, begun: time.Now(), state: State{Running: true, Part: -1, Name: j.Form.Name}}
	do := j.work(p.large)
	ctx, r.cancel = context.WithCancel(ctx)
	r.out = j.Form.Path()
	form := j.Form
	r.running.Go(func() {
		end := State{Name: j.Form.Name}
		if end.Outcome, end.Written = outcome(ctx, engine, &form, do, p.update); end.Written != "" {
			end.Others = form.Others()
		}
		r.outcome = end.Outcome
		report(end)
	})
}

// Busy reports whether an export runs.
func (r *Running) Busy() bool { return r.cancel != nil }

// Cancel cancels the export, which still reports its outcome.
func (r *Running) Cancel() {
	if r.cancel != nil {
		r.cancel()
	}
}

// End takes note that the export has ended.
func (r *Running) End() {
	r.Cancel()
	r.cancel = nil
}

// Close cancels the export and waits for its end. It returns the file and the outcome.
func (r *Running) Close() (out, outcome string) {
	r.Cancel()
	r.running.Wait()
	return r.out, r.outcome
}

// progress reports the state of an export, not too often.
type progress struct {
	report func(State)
	begun  time.Time

	mu      sync.Mutex
	state   State
	updated time.Time // the last report
}

// update reports the frames and the part that are done.
func (p *progress) update(frames int64, part float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if now.Sub(p.updated) < updatePause {
		return
	}
	p.updated = now
	took, s := now.Sub(p.begun), &p.state
	s.Part, s.Left, s.Frames, s.Rate = -1, 0, frames, float64(frames)/max(took.Seconds(), 1e-3)
	if part > 0 {
		s.Part, s.Left = float32(part), time.Duration(float64(took)*(1-part)/part)
	}
	p.report(*s)
}

// large reports that the file becomes large.
func (p *progress) large(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state.Large = text
	p.report(p.state)
}

// outcome does the work and returns its result in words, and the file's absolute path if it is
// written.
func outcome(ctx context.Context, engine string, form *Form, do work, progress func(int64, float64)) (words, written string) {
	a, err := headless.Open(engine, nil, nil)
	if err != nil {
		return NotExported(err), ""
	}
	defer a.Release()
	frames, damaged, err := do(ctx, a, progress)
	switch {
	case errors.Is(err, context.Canceled):
		return "Cancelled: nothing was written", ""
	case err != nil:
		return NotExported(err), ""
	}
	words = fmt.Sprintf("Wrote %s: %s", strings.Join(append([]string{form.Name}, form.Others()...), " and "), quantity.Count(frames, "frame"))
	if written, err = filepath.Abs(form.Path()); err != nil {
		written = ""
	} else {
		words += ", in " + browser.Short(filepath.Dir(written))
	}
	if damaged {
		words += "; the input is damaged"
	}
	return words, written
}

// NotExported returns the outcome of an export that failed.
func NotExported(err error) string { return "Not exported: " + wording.Line(err) }
