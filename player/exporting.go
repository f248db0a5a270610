package player

import (
	"cmp"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"ffkvadrat/decode"
	"ffkvadrat/player/browser"
	"ffkvadrat/player/command"
	"ffkvadrat/player/dialog"
	"ffkvadrat/player/exporting"
	"ffkvadrat/player/session"
)

// exporter exports the playing video, and asks before quitting during an export.
type exporter struct {
	*core
	running   exporting.Running
	foresight exporting.Foresight // of the form's export
	form      exporting.Form      // the last one whose other files are known
	others    []string            // those files
	written   exporting.Form      // the running export's, or the last one's until the form changes: no question about its file
	exists    string              // its path, if a file to write exists
	question  string              // says so
	looked    time.Time           // when the files were looked for
}

// close ends the work and waits for it.
func (e *exporter) close() {
	e.running.Close()
	e.foresight.Close()
	e.desktop.Wait()
}

// blocks shows the form of exports for the codec's blocks.
func (e *exporter) blocks() {
	if e.facts.NoBlocks != "" {
		e.say("No blocks: " + e.facts.NoBlocks)
		return
	}
	e.panel.Export.Form.Format = exporting.Blocks
	e.settings.Tab, e.settings.Panel = session.Export, true
}

// export starts an export with the panel's form and the settings. It replaces an existing file only
// after the user has seen its name and confirmed.
func (e *exporter) export(replace bool) {
	if e.play.Frame() == nil || e.running.Busy() {
		return
	}
	if e.facts.Once != "" {
		e.status.Saving = exporting.State{Outcome: "Not exported: " + e.facts.Once + ". Use the command ffkvadrat export"}
		return
	}
	j, ends := e.job()
	form := j.Form
	replaced, err := form.Existing()
	if err == nil {
		err = e.guard(replaced...)
	}
	if err == nil {
		err = j.Check()
	}
	if wrong := exporting.Foresee(ends, form.Every, &e.timeline.View, &e.video.Info).Wrong; err == nil && wrong != "" {
		err = errors.New(wrong)
	}
	if err != nil {
		e.status.Saving = exporting.State{Outcome: exporting.NotExported(err)}
		return
	}
	if len(replaced) > 0 && !(replace && form.Path() == e.status.Plan.Exists) {
		e.form, e.written = exporting.Form{}, exporting.Form{} // the file may be new, and the question is due
		e.say(existsAlready(replaced[0]))
		return
	}
	e.foresight.Stop()
	e.written = form
	e.status.Saving = exporting.State{Running: true, Part: -1, Name: form.Name}
	e.redraw.again()
	e.running.Start(e.pictured(), e.settings.Engine.String(), j, func(s exporting.State) {
		e.inbox.post(func() { e.exported(s) })
	})
}

// existsAlready is the message that a file exists, and how to replace it.
func existsAlready(name string) string { return filepath.Base(name) + " exists: Replace overwrites it" }

// job returns what the panel's form and the settings ask for now, and its ends.
func (e *exporter) job() (exporting.Job, exporting.Ends) {
	form := e.panel.Export.Form
	ends := form.Selected(e.moment())
	return exporting.Job{Form: form, Path: e.play.Video().Path, Stream: e.cfg.Stream, Selection: ends.Selection(form.Every), Choices: e.settings.Choices}, ends
}

// moment returns what the parts of a form refer to.
func (e *exporter) moment() exporting.Moment {
	return exporting.Moment{Here: e.play.Here(), Loop: e.play.State().Loop}
}

// looksAgain is the time after which a playing video's exporter looks again for existing files.
const looksAgain = time.Second

// plan updates what the panel says about the form's export.
func (e *exporter) plan(now time.Time) {
	if e.panel.Menu.IsOpen() { // whose lines name the folder
		e.status.Plan.Folder = browser.Short(e.folder())
	}
	if shown := e.settings.Panel && e.settings.Tab == session.Export; !shown || e.running.Busy() || e.facts.Once != "" {
		return
	}
	info := &e.video.Info
	j, ends := e.job()
	if j.Form.Name == "" {
		return // until the panel has named it
	}
	if j.Form != e.written {
		e.written = exporting.Form{}
	}
	// Others write and delete files, too. While nothing moves, only the user's input gets here.
	if j.Form != e.form || e.play.State().Paused || now.Sub(e.looked) >= looksAgain {
		e.form, e.others, e.exists, e.question, e.looked = j.Form, j.Form.Others(), "", "", now
		if replaced, err := j.Form.Existing(); err == nil && len(replaced) > 0 {
			e.exists = j.Form.Path()
			if j.Form != e.written {
				e.question = existsAlready(replaced[0])
			}
		}
	}
	f := exporting.Foresee(ends, j.Form.Every, &e.timeline.View, info)
	if j.Form.Format == exporting.Sheet {
		f.Frames, f.Exact = exporting.SheetFrames(), true
	}
	if !decode.IsURL(j.Path) { // which would be downloaded for it
		quads := e.status.Quads
		if e.status.Uncounted || e.status.Cubed { // an export has cubes of windows
			quads = 0
		}
		view := &e.timeline.View
		if !e.status.Timeline.Shown && !view.Counted() {
			view = nil
		}
		f = e.foresight.Show(e.pictured(), j, ends, f, quads, view, func(made func()) {
			e.inbox.post(func() {
				made()
				e.redraw.again()
			})
		})
	}
	e.status.Plan = exporting.Plan{Ends: ends, Typed: j.Form.Part == exporting.Typed, Length: info.Duration, Forecast: f, Folder: browser.Short(e.folder()), Others: e.others, Exists: e.exists, Question: e.question}
}

// folder returns the folder of exports.
func (e *exporter) folder() string {
	if folder := e.panel.Export.Form.Folder; folder != "" {
		return folder
	}
	return workingFolder()
}

// reveal shows a file, or the last export, in the desktop's file manager.
func (e *exporter) reveal(c command.Command) {
	path := cmp.Or(c.Text, e.status.Saving.Written)
	if path == "" {
		return
	}
	e.desktop.Go(func() {
		if err := dialog.Reveal(e.ctx, path); err != nil {
			e.inbox.post(func() { e.complain(err) })
		}
	})
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
		e.form = exporting.Form{} // its file exists now
		e.running.End()
		e.goOn()
		if s.Written == "" {
			e.written = exporting.Form{}
			e.say(s.Outcome)
			return
		}
		said := strings.Join(append([]string{"Wrote " + browser.InFolder(s.Written)}, s.Others...), " and ")
		e.wrote(said, s.Written, func(reveals bool) {
			if now := &e.status.Saving; now.Written == s.Written {
				now.Reveals = reveals
			}
		})
	}
}
