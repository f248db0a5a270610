package player

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"ffkvadrat/analysis"
	"ffkvadrat/analysis/headless"
	"ffkvadrat/analysis/response"
	"ffkvadrat/decode"
	"ffkvadrat/decode/describe"
	"ffkvadrat/decode/wording"
	"ffkvadrat/pipeline"
	"ffkvadrat/pipeline/quads"
	"ffkvadrat/pipeline/render"
	"ffkvadrat/pipeline/sheet"
	"ffkvadrat/player/cubes"
	"ffkvadrat/player/exporting/exporttab"
	"ffkvadrat/player/scene"
	"ffkvadrat/player/widgets"
	"ffkvadrat/quadfile"
)

// exporting is an export started from the panel. It has its own goroutine, decoder and engine, and
// playback continues.
type exporting struct {
	large   string // warning about the file's size
	running sync.WaitGroup
	cancel  context.CancelFunc // nil unless running
	out     string             // output file
	outcome string             // result, once it has ended
}

// work writes a file with an engine. It returns the number of frames written and whether the video
// is damaged, and calls progress from time to time.
type work func(ctx context.Context, engine analysis.Engine, progress func(frames int64, part float64)) (frames int64, damaged bool, err error)

// updatePause is the time between two updates of an export's progress.
const updatePause = 100 * time.Millisecond

// start starts work on a file with an engine of the given name. The goroutine calls tell with the
// progress and the result.
func (e *exporting) start(ctx context.Context, engine, out string, do work, tell func(exporttab.Saving)) {
	ctx, e.cancel = context.WithCancel(ctx)
	e.out, e.large = out, ""
	begun := time.Now()
	var updated atomic.Int64 // time of the last update
	updated.Store(-int64(updatePause))
	progress := func(frames int64, part float64) {
		took, last := time.Since(begun), updated.Load()
		if took-time.Duration(last) < updatePause || !updated.CompareAndSwap(last, int64(took)) {
			return
		}
		s := exporttab.Saving{Running: true, Part: -1, Frames: frames, Rate: float64(frames) / max(took.Seconds(), 1e-3)}
		if part > 0 {
			s.Part = float32(part)
			s.Left = time.Duration(float64(took) * (1 - part) / part)
		}
		tell(s)
	}
	e.running.Go(func() {
		e.outcome = outcome(ctx, engine, out, do, progress)
		tell(exporttab.Saving{Outcome: e.outcome})
	})
}

// outcome does the work and returns its result for the panel.
func outcome(ctx context.Context, engine, out string, do work, progress func(int64, float64)) string {
	a, err := headless.Open(engine, nil, nil)
	if err != nil {
		return fmt.Sprintf("Not exported: %s", wording.Line(err))
	}
	defer a.Release()
	frames, damaged, err := do(ctx, a, progress)
	switch {
	case errors.Is(err, context.Canceled):
		return "Cancelled: nothing was written"
	case err != nil:
		return fmt.Sprintf("Not exported: %s", wording.Line(err))
	case damaged:
		return fmt.Sprintf("Wrote %s: %s; the video is damaged", out, widgets.Count(frames, "frame"))
	}
	return fmt.Sprintf("Wrote %s: %s", out, widgets.Count(frames, "frame"))
}

// close cancels a running export and waits for its end.
func (e *exporting) close() {
	if e.cancel != nil {
		e.cancel()
	}
	e.running.Wait()
}

// exporter exports the playing video, and asks before quitting during an export.
type exporter struct {
	*core
	exporting
}

// export starts an export with the panel's form and the settings. It replaces an existing file only
// after the user has seen its name and confirmed.
func (e *exporter) export(replace bool) {
	if e.play.Frame() == nil || e.exporting.cancel != nil {
		return
	}
	if e.play.Live() {
		e.status.Saving = exporttab.Saving{Outcome: "Not exported: a live source cannot be read twice. Use the command ffkvadrat export"}
		return
	}
	form := &e.panel.Export.Form
	replaced, err := existing(form)
	if err == nil {
		err = e.guard(replaced...)
	}
	if err == nil && form.Format.Has(quadfile.Maps) {
		err = form.Format.TakesStrength(e.settings.Strength)
	}
	if err != nil {
		e.status.Saving = exporttab.Saving{Outcome: fmt.Sprintf("Not exported: %s", wording.Line(err))}
		return
	}
	if asked := e.status.Saving.Exists; len(replaced) > 0 && !(replace && asked == form.Name) {
		e.status.Saving = exporttab.Saving{Exists: form.Name, Outcome: existsAlready(replaced[0])}
		return
	}
	do := e.exportQuads(form)
	switch form.Format {
	case exporttab.Sheet:
		do = e.exportSheet(form)
	case exporttab.Video, exporttab.Pictures:
		container, err := render.ContainerForName(form.Name)
		if err != nil {
			e.status.Saving = exporttab.Saving{Outcome: fmt.Sprintf("Not exported: %s", wording.Line(err))}
			return
		}
		do = e.exportVideo(form, container)
	}
	e.status.Saving = exporttab.Saving{Running: true, Part: -1}
	e.redraw.again()
	e.exporting.start(e.ctx, e.settings.Engine.String(), form.Name, do, func(s exporttab.Saving) {
		e.inbox.post(func() { e.exported(s) })
	})
}

// existsAlready is the message that a file exists, and how to replace it.
func existsAlready(name string) string { return filepath.Base(name) + " exists: Replace overwrites it" }

// existing returns the existing files that an export would replace. A name such as a-%05d.png is a
// sequence only for package render.
func existing(form *exporttab.Form) (names []string, err error) {
	if form.Format == exporttab.Video || form.Format == exporttab.Pictures {
		sequence, err := render.ParseSequence(form.Name)
		if container, other := render.ContainerForName(form.Name); err == nil && other == nil && container.Pictures() {
			return sequence.Existing()
		}
	}
	o := quads.Options{Out: form.Name, Format: form.Format, Compression: form.Compression, Summary: form.Summary, Playlist: true}
	for _, name := range o.Outputs() {
		if exists(name) {
			names = append(names, name)
		}
	}
	return names, nil
}

// exportQuads returns the work that exports quads.
func (e *exporter) exportQuads(form *exporttab.Form) work {
	o := quads.Options{
		Path: e.play.Video().Path, Stream: e.cfg.Stream, Selection: e.frames(form), Params: e.settings.Params, Goal: e.goal(),
		Cube: e.cubeFrames(), Cuts: e.cubeFrames() != 0, Out: form.Name, Format: form.Format, Compression: form.Compression, Summary: form.Summary, Playlist: true,
	}
	if form.Format.Has(quadfile.Maps) {
		o.Strength = e.settings.Strength
	}
	o.Large, o.Foresee = largeExport, func(f quads.Forecast) {
		e.inbox.post(func() {
			if e.exporting.large = foreseen(f); e.status.Saving.Running {
				e.exported(e.status.Saving)
			}
		})
	}
	return func(ctx context.Context, engine analysis.Engine, progress func(int64, float64)) (int64, bool, error) {
		r, err := quads.Run(ctx, engine, o, func(now pipeline.Progress) { progress(now.Frames, now.Part) })
		return r.Frames, r.Faults.Any(), err
	}
}

// largeExport is the size in bytes from which on the panel names smaller formats.
const largeExport = 200e6

// foreseen estimates the size of an export and names smaller choices of the form.
func foreseen(f quads.Forecast) string {
	text := "About " + quads.About(f.Bytes) + " at this rate."
	if !f.Whole {
		text = quads.About(f.Bytes) + " already."
	}
	var forms []string
	for _, form := range f.Forms {
		if form.Columns == nil { // the form cannot select columns
			forms = append(forms, form.String())
		}
	}
	if len(forms) == 0 {
		return text
	}
	return text + " Smaller: " + strings.Join(forms, ", ")
}

// goal returns the wanted number of quads per frame, if thresholds follow it on the screen, else
// nil.
func (e *exporter) goal() *response.Goal {
	if !e.settings.EachFrame {
		return nil
	}
	return &response.Goal{Quads: e.settings.Wanted, Each: true, Near: true}
}

// cubeFrames returns the length of the windows of cubes, as on the screen; 0 for quads.
func (e *exporter) cubeFrames() int {
	if s := &e.settings.Choices; !s.EachFrame && cubes.Fits(s.Params) {
		return s.Cube.Frames()
	}
	return 0
}

// exportVideo returns the work that renders a video with its quads.
func (e *exporter) exportVideo(form *exporttab.Form, container render.Container) work {
	o := render.Options{
		Path: e.play.Video().Path, Stream: e.cfg.Stream, Selection: e.frames(form), Params: e.settings.Params, Goal: e.goal(),
		Cube: e.cubeFrames(), Cuts: e.cubeFrames() != 0, Style: scene.Style(&e.settings.Choices), Colour: e.settings.Shown, Output: render.Output{Container: container}, Out: form.Name,
	}
	return func(ctx context.Context, engine analysis.Engine, progress func(int64, float64)) (int64, bool, error) {
		r, err := render.Run(ctx, engine, o, func(now pipeline.Progress) { progress(now.Frames, now.Part) })
		return r.Frames, r.Faults.Any(), err
	}
}

// exportSheet returns the work that writes a contact sheet.
func (e *exporter) exportSheet(form *exporttab.Form) work {
	path, stream, out := e.play.Video().Path, e.cfg.Stream, form.Name
	o := sheet.Usual()
	o.Params, o.Goal, o.Style, o.Colour = e.settings.Params, e.goal(), scene.Style(&e.settings.Choices), e.settings.Shown
	return func(ctx context.Context, engine analysis.Engine, progress func(int64, float64)) (int64, bool, error) {
		if err := pipeline.Guard(pipeline.File{Name: out}, pipeline.File{Name: path}); err != nil {
			return 0, false, err
		}
		video, err := decode.OpenVideo(ctx, path, decode.Options{Stream: stream, Needs: o.Params.Needs()})
		if err != nil {
			return 0, false, err
		}
		defer video.Close()
		length, err := video.Length()
		if err != nil {
			return 0, false, err
		}
		o.Title = sheet.Title(describe.Name(path), video.Info(), length)
		img, err := sheet.Make(ctx, video, length, engine, o, func(done int) {
			progress(int64(done), float64(done)/float64(o.Columns*o.Rows))
		})
		if err != nil {
			return 0, false, err
		}
		return int64(o.Columns * o.Rows), video.Faults().Any(), writePNG(ctx, out, img)
	}
}

// frames returns the frames that a form selects.
func (e *exporter) frames(form *exporttab.Form) pipeline.Selection {
	s := pipeline.Selection{Every: int64(form.Every), From: decode.Position{Index: -1}}
	switch form.Part {
	case exporttab.Onwards:
		s.From = e.play.Here()
	case exporttab.Loop:
		loop := e.play.State().Loop
		s.From.Seconds = loop[0]
		s.To, s.HasTo = decode.Position{Index: -1, Seconds: loop[1]}, true
	}
	return s
}

// askToQuit quits, and stores the position in the video if keep is set. During an export it asks
// first; a second call quits.
func (e *exporter) askToQuit(keep bool) {
	e.keep = e.keep || keep
	if e.exporting.cancel == nil || e.status.Quitting {
		e.quit = true
		return
	}
	e.status.Quitting = true
	e.redraw.again()
}

// goOn withdraws the question.
func (e *exporter) goOn() {
	e.status.Quitting, e.keep = false, false
	e.redraw.again()
}

// cancelExport cancels the running export.
func (e *exporter) cancelExport() {
	if e.exporting.cancel != nil {
		e.exporting.cancel()
	}
}

// exported shows an export's progress or result.
func (e *exporter) exported(s exporttab.Saving) {
	if s.Running {
		s.Large = e.exporting.large
	}
	e.status.Saving = s
	e.redraw.again()
	if !s.Running {
		e.exporting.cancel()
		e.exporting.cancel = nil
		e.goOn()
		e.say(s.Outcome)
	}
}
