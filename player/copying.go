package player

import (
	"ffkvadrat/decode/wording"
	"ffkvadrat/match"
	"ffkvadrat/playback"
	"ffkvadrat/player/command"
	"ffkvadrat/player/exporting"
	"ffkvadrat/player/invocation"
	"ffkvadrat/player/session"
)

// cut is a picked template, and its place in the video for the command line.
type cut struct {
	video    *playback.Video
	template match.Template
	flag     string
}

// copyCommand copies the command that exports the quads of the whole video as on the screen.
func (e *exporter) copyCommand(command.Command) { e.copyInvocation(e.panel.Export.Plain()) }

// copyExport copies the command for the form's export.
func (e *exporter) copyExport(command.Command) { e.copyInvocation(&e.panel.Export.Form) }

func (e *exporter) copyInvocation(form *exporting.Form) {
	if e.play.Frame() == nil {
		return
	}
	line, err := e.invocation(form)
	if err != nil {
		e.say("Not copied: " + wording.Line(err))
		return
	}
	e.copyText(command.Command{ID: command.Copy, Text: line})
	if e.settings.OnlySize > 0 && exporting.Draws(form.Format) {
		e.say("Copied, for quads of all sizes: " + shortened(e.copied))
	}
}

// invocation returns the command for a form's export.
func (e *exporter) invocation(form *exporting.Form) (string, error) {
	s := &e.settings
	j := invocation.Job{
		Command: "export", Access: e.layouts.access(e.cfg.Access, &e.video.Info, e.video.Path), File: e.video.Path, Stream: e.cfg.Stream, Settings: s, Cube: exporting.CubeFrames(&s.Choices),
		Format: form.Format, Compression: form.Compression, Summary: form.Summary, Out: form.Path(),
	}
	if j.File == e.cfg.Passing || e.cfg.Device {
		j.File = ""
	}
	switch form.Format {
	case exporting.Video, exporting.Pictures:
		j.Command, j.Encoder = "render", form.Encoder
		if form.Rated {
			j.Quality = session.Shortest(form.Quality)
		}
	case exporting.Sheet:
		j.Command, j.Cube = "sheet", 0
	case exporting.Blocks:
		j.Command, j.Cube = "blocks", 0
	}
	if form.Format != exporting.Sheet {
		j.Every = form.Every
		j.From, j.To = form.Selected(e.moment()).Flags()
	}
	if j.Template = s.Search.Template.String(); e.cut.video == e.video && e.cut.template == s.Search.Template {
		j.Template = e.cut.flag
	}
	return e.cfg.Commands.Line(j)
}
