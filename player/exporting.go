package player

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sync"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/decode"
	"ffkvadrat/job"
	"ffkvadrat/player/panel"
	"ffkvadrat/selection"
)

// exporting is the export that the panel begins. Playback goes on meanwhile;
// the job has a goroutine, a decoder and an engine of its own.
type exporting struct {
	wake    func()
	replace string // an existing file that the user was asked about

	running sync.WaitGroup
	cancel  context.CancelFunc // nil where none runs
	mu      sync.Mutex
	now     job.Progress
	outcome string // of the job that has ended; empty until then
	told    time.Time
	fresh   bool // there is more than the panel shows
	begun   time.Time
}

// start begins a job, whose video is on the file system.
func (e *exporting) start(engine string, o job.Options) {
	var ctx context.Context
	ctx, e.cancel = context.WithCancel(context.Background())
	e.now, e.outcome, e.begun, e.told, e.replace = job.Progress{}, "", time.Now(), time.Time{}, ""
	e.fresh = true // the panel is to say that it runs
	e.running.Go(func() {
		report, err := run(ctx, engine, o, e.progress)
		outcome := outcome(o.Out, report, err)
		e.mu.Lock()
		e.outcome, e.fresh = outcome, true
		e.mu.Unlock()
		e.wake()
	})
}

// run does a job with an engine of its own.
func run(ctx context.Context, engine string, o job.Options, progress func(job.Progress)) (job.Report, error) {
	a, err := analysis.OpenHeadless(engine, nil)
	if err != nil {
		return job.Report{}, err
	}
	defer a.Release()
	return job.Run(ctx, a, o, progress)
}

// outcome tells how a job went.
func outcome(out string, r job.Report, err error) string {
	switch {
	case errors.Is(err, context.Canceled):
		return "Cancelled: nothing was written"
	case err != nil:
		return fmt.Sprintf("Not exported: %v", err)
	case r.Faults.Any():
		return fmt.Sprintf("Wrote %s: %d frames, of a damaged film", out, r.Frames)
	}
	return fmt.Sprintf("Wrote %s: %d frames", out, r.Frames)
}

// toldEvery is how often the panel shows how far a job has come.
const toldEvery = 100 * time.Millisecond

// progress is called by the job's goroutine.
func (e *exporting) progress(now job.Progress) {
	e.mu.Lock()
	e.now = now
	tell := time.Since(e.told) >= toldEvery
	if tell {
		e.told, e.fresh = time.Now(), true
	}
	e.mu.Unlock()
	if tell {
		e.wake()
	}
}

// close cancels what runs and waits for its end.
func (e *exporting) close() {
	if e.cancel != nil {
		e.cancel()
	}
	e.running.Wait()
}

// observe brings what the panel shows up to date where there is more. It tells
// whether there was, and whether the job has just ended.
func (e *exporting) observe(s *panel.Saving) (changed, ended bool) {
	if e.cancel == nil {
		return false, false
	}
	e.mu.Lock()
	now, outcome, fresh := e.now, e.outcome, e.fresh
	e.fresh = false
	e.mu.Unlock()
	if !fresh {
		return false, false
	}
	if outcome != "" {
		e.cancel()
		e.cancel = nil
		*s = panel.Saving{Outcome: outcome}
		return true, true
	}
	took := time.Since(e.begun)
	*s = panel.Saving{Running: true, Part: -1, Frames: now.Frames, Rate: float64(now.Frames) / max(took.Seconds(), 1e-3)}
	if now.Part > 0 {
		s.Part = float32(now.Part)
		s.Left = time.Duration(float64(took) * (1 - now.Part) / now.Part)
	}
	return true, false
}

// export begins an export as the panel's form and the settings say. A file that
// exists is replaced only when the user asks a second time.
func (p *player) export() {
	form := &p.panel.Form
	if _, err := os.Lstat(form.Name); err == nil && p.exporting.replace != form.Name {
		p.exporting.replace = form.Name
		p.status.Saving = panel.Saving{Outcome: fmt.Sprintf("%s exists: Export once more replaces it", filepath.Base(form.Name))}
		return
	}
	o := job.Options{
		Path: p.film.path, Stream: p.cfg.Stream, Params: p.settings.Params,
		Selection: selection.Selection{Every: int64(form.Every), From: decode.Position{Index: -1}},
		Out:       form.Name, Format: form.Format, Compression: form.Compression, Summary: form.Summary, Playlist: true,
	}
	switch form.Part {
	case panel.Onwards:
		o.Selection.From = p.here()
	case panel.Loop:
		marks := p.loops.times()
		o.Selection.From.Seconds = marks[0]
		o.Selection.To, o.Selection.HasTo = decode.Position{Index: -1, Seconds: marks[1]}, true
	}
	p.exporting.start(p.settings.Engine.String(), o)
}

// followExport shows how far an export has come.
func (p *player) followExport() {
	changed, ended := p.exporting.observe(&p.status.Saving)
	if ended {
		p.say(p.status.Saving.Outcome)
	}
	if changed {
		p.settle = max(p.settle, 1)
	}
}

// here is the picture on the screen.
func (p *player) here() decode.Position {
	if p.frame.Index >= 0 {
		return decode.Position{Index: p.frame.Index}
	}
	return decode.Position{Index: -1, Seconds: math.Max(p.frame.Time-p.film.info.Start, 0)}
}
