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
	"ffkvadrat/analysis/glanalysis"
	"ffkvadrat/decode"
	"ffkvadrat/export/job"
	"ffkvadrat/export/render"
	"ffkvadrat/export/selection"
	"ffkvadrat/player/panel"
)

// exporting is the export that the panel begins. Playback goes on meanwhile;
// the work has a goroutine, a decoder and an engine of its own.
type exporting struct {
	wake    func()
	replace string // an existing file that the user was asked about

	running sync.WaitGroup
	cancel  context.CancelFunc // nil where none runs
	begun   time.Time
	mu      sync.Mutex
	frames  int64
	part    float64 // 0 where unknown
	outcome string  // of the work that has ended; empty until then
	told    time.Time
	fresh   bool // there is more than the panel shows
}

// work writes a file with an engine, and tells how many frames are in it and
// whether the film is damaged. It calls progress as it comes along.
type work func(ctx context.Context, engine analysis.Engine, progress func(frames int64, part float64)) (frames int64, damaged bool, err error)

// start begins to work on a file, with an engine of the given name.
func (e *exporting) start(ctx context.Context, engine, out string, do work) {
	ctx, e.cancel = context.WithCancel(ctx)
	e.frames, e.part, e.outcome, e.begun, e.told, e.replace = 0, 0, "", time.Now(), time.Time{}, ""
	e.fresh = true // the panel is to say that it runs
	e.running.Go(func() {
		outcome := e.do(ctx, engine, out, do)
		e.mu.Lock()
		e.outcome, e.fresh = outcome, true
		e.mu.Unlock()
		e.wake()
	})
}

// do works, and tells how it went.
func (e *exporting) do(ctx context.Context, engine, out string, do work) string {
	a, err := glanalysis.OpenHeadless(engine, nil)
	if err != nil {
		return fmt.Sprintf("Not exported: %v", err)
	}
	defer a.Release()
	frames, damaged, err := do(ctx, a, e.progress)
	switch {
	case errors.Is(err, context.Canceled):
		return "Cancelled: nothing was written"
	case err != nil:
		return fmt.Sprintf("Not exported: %v", err)
	case damaged:
		return fmt.Sprintf("Wrote %s: %s, of a damaged film", out, panel.Count(frames, "frame"))
	}
	return fmt.Sprintf("Wrote %s: %s", out, panel.Count(frames, "frame"))
}

// toldEvery is how often the panel shows how far a job has come.
const toldEvery = 100 * time.Millisecond

// progress is called by the work's goroutines.
func (e *exporting) progress(frames int64, part float64) {
	e.mu.Lock()
	e.frames, e.part = frames, part
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
// whether there was, and whether the work has just ended.
func (e *exporting) observe(s *panel.Saving) (changed, ended bool) {
	if e.cancel == nil {
		return false, false
	}
	e.mu.Lock()
	frames, part, outcome, fresh := e.frames, e.part, e.outcome, e.fresh
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
	*s = panel.Saving{Running: true, Part: -1, Frames: frames, Rate: float64(frames) / max(took.Seconds(), 1e-3)}
	if part > 0 {
		s.Part = float32(part)
		s.Left = time.Duration(float64(took) * (1 - part) / part)
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
	do := p.exportQuads(form)
	if form.Format == panel.Video {
		container, err := render.ContainerForName(form.Name)
		if err != nil {
			p.status.Saving = panel.Saving{Outcome: fmt.Sprintf("Not exported: %v", err)}
			return
		}
		do = p.exportVideo(form, container)
	}
	p.exporting.start(p.ctx, p.settings.Engine.String(), form.Name, do)
}

// exportQuads is the work on a file of quads.
func (p *player) exportQuads(form *panel.ExportForm) work {
	o := job.Options{
		Path: p.film.path, Stream: p.cfg.Stream, Selection: p.frames(form), Params: p.settings.Params,
		Out: form.Name, Format: form.Format, Compression: form.Compression, Summary: form.Summary, Playlist: true,
	}
	return func(ctx context.Context, engine analysis.Engine, progress func(int64, float64)) (int64, bool, error) {
		r, err := job.Run(ctx, engine, o, func(now job.Progress) { progress(now.Frames, now.Part) })
		return r.Frames, r.Faults.Any(), err
	}
}

// exportVideo is the work on a video with its quads.
func (p *player) exportVideo(form *panel.ExportForm, container render.Container) work {
	o := render.Options{
		Path: p.film.path, Stream: p.cfg.Stream, Selection: p.frames(form), Params: p.settings.Params,
		Style: styleOf(&p.settings), Colour: p.settings.Shown, Output: render.Output{Container: container}, Out: form.Name,
	}
	return func(ctx context.Context, engine analysis.Engine, progress func(int64, float64)) (int64, bool, error) {
		r, err := render.Run(ctx, engine, o, func(now render.Progress) { progress(now.Frames, now.Part) })
		return r.Frames, r.Faults.Any(), err
	}
}

// frames are those that a form asks for.
func (p *player) frames(form *panel.ExportForm) selection.Selection {
	s := selection.Selection{Every: int64(form.Every), From: decode.Position{Index: -1}}
	switch form.Part {
	case panel.Onwards:
		s.From = p.here()
	case panel.Loop:
		marks := p.loops.times()
		s.From.Seconds = marks[0]
		s.To, s.HasTo = decode.Position{Index: -1, Seconds: marks[1]}, true
	}
	return s
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
