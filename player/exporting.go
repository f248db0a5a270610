package player

import (
	"path/filepath"

	"ffkvadrat/decode"
	"ffkvadrat/pipeline"
	"ffkvadrat/player/exporting"
)

// exporter exports the playing video, and asks before quitting during an export.
type exporter struct {
	*core
	running exporting.Running
}

// export starts an export with the panel's form and the settings. It replaces an existing file only
// after the user has seen its name and confirmed.
func (e *exporter) export(replace bool) {
	if e.play.Frame() == nil || e.running.Busy() {
		return
	}
	if e.play.Live() {
		e.status.Saving = exporting.State{Outcome: "Not exported: a live source cannot be read twice. Use the command ffkvadrat export"}
		return
	}
	form := e.panel.Export.Form
	j := exporting.Job{Form: form, Path: e.play.Video().Path, Stream: e.cfg.Stream, Selection: e.frames(&form), Choices: e.settings.Choices}
	replaced, err := form.Existing()
	if err == nil {
		err = e.guard(replaced...)
	}
	if err == nil {
		err = j.Check()
	}
	if err != nil {
		e.status.Saving = exporting.State{Outcome: exporting.NotExported(err)}
		return
	}
	if asked := e.status.Saving.Exists; len(replaced) > 0 && !(replace && asked == form.Name) {
		e.status.Saving = exporting.State{Exists: form.Name, Outcome: existsAlready(replaced[0])}
		return
	}
	e.status.Saving = exporting.State{Running: true, Part: -1}
	e.redraw.again()
	e.running.Start(e.ctx, e.settings.Engine.String(), j, func(s exporting.State) {
		e.inbox.post(func() { e.exported(s) })
	})
}

// existsAlready is the message that a file exists, and how to replace it.
func existsAlready(name string) string { return filepath.Base(name) + " exists: Replace overwrites it" }

// frames returns the frames that a form selects.
func (e *exporter) frames(form *exporting.Form) pipeline.Selection {
	s := pipeline.Selection{Every: int64(form.Every), From: decode.Position{Index: -1}}
	switch form.Part {
	case exporting.Onwards:
		s.From = e.play.Here()
	case exporting.Loop:
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
	if !e.running.Busy() || e.status.Quitting {
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

// exported shows an export's progress or result.
func (e *exporter) exported(s exporting.State) {
	e.status.Saving = s
	e.redraw.again()
	if !s.Running {
		e.running.End()
		e.goOn()
		e.say(s.Outcome)
	}
}
