package player

import (
	"fmt"
	"path/filepath"

	"ffkvadrat/decode/wording"
	"ffkvadrat/player/command"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/session"
	"ffkvadrat/player/storedfile"
	"ffkvadrat/quadfile"
	"ffkvadrat/quadfile/stored"
)

// storedQuads shows stored quads in place of live ones.
type storedQuads struct {
	*core
	file    storedfile.File     // of the playing video
	opening *storedfile.Opening // a file that is being opened, or nil
}

// open opens a file of stored quads for the video that plays.
func (p *storedQuads) open(path string) {
	p.stop()
	p.opening = storedfile.Open(p.ctx, path, p.play.Video().Info, p.news, p.arrived)
	p.say("Reads " + filepath.Base(path))
}

// begin takes the file given at the start. If its frames must be read first, that happens in the
// background, but not if the player measures.
func (p *storedQuads) begin(path string, o *stored.Opening) {
	_, known := o.Len()
	p.opening = storedfile.Read(o, path, p.news, p.arrived)
	if known || p.cfg.Untimed {
		p.opened(p.opening)
	}
}

// news redraws; it may be called from any goroutine.
func (p *storedQuads) news() { p.inbox.post(p.redraw.again) }

// arrived takes a file that has been opened; it may be called from any goroutine.
func (p *storedQuads) arrived(o *storedfile.Opening) { p.inbox.post(func() { p.opened(o) }) }

// opened shows a file that has been opened, unless it was cancelled.
func (p *storedQuads) opened(o *storedfile.Opening) {
	if p.opening != o {
		return
	}
	p.opening = nil
	file, err := o.File(&p.play.Video().Info)
	if err != nil {
		p.complain(err)
		return
	}
	p.show(file)
}

// stop cancels an opening and waits for its end.
func (p *storedQuads) stop() {
	if p.opening != nil {
		p.opening.Stop()
		p.opening = nil
	}
}

// show shows the stored quads of an open file and takes over closing it. A player that measures has
// no timeline.
func (p *storedQuads) show(file storedfile.File) {
	header, whole := file.Video.Header()
	p.scene.SetStored(file.Video, header.Analysis, whole)
	p.close()
	p.file = file
	if !p.cfg.Untimed {
		p.file.Survey(p.ctx, &p.play.Video().Info, p.news)
		p.timeline.SetStored(p.file.Lists)
	}
	p.settings.Source = session.Stored
	p.say("Stored quads of " + file.Name())
	if err := file.Video.Damage(); err != nil {
		frames := quantity.Count(int64(file.Video.Len()), "frame")
		p.say(fmt.Sprintf("%s is damaged: %s of it", file.Name(), frames))
		p.cfg.Warn(fmt.Sprintf("%s: damaged: %s; the first %s can be shown", file.Path, wording.Line(err), frames))
	}
}

// leave returns to live quads when another video plays.
func (p *storedQuads) leave() {
	p.scene.SetStored(nil, quadfile.Analysis{}, false)
	p.timeline.SetStored(nil)
	p.close()
	p.settings.Source = session.Live
}

// close closes the file. The scene must not use it any more.
func (p *storedQuads) close() {
	p.stop()
	p.file.Close()
}

// switchSource toggles between stored and live quads.
func (p *storedQuads) switchSource(command.Command) {
	switch {
	case p.file.Video == nil:
		p.say("No stored quads: open an export, or drop it here")
	case p.settings.Source == session.Stored:
		p.settings.Source = session.Live
		p.say("Live quads")
	default:
		p.settings.Source = session.Stored
		p.say("Stored quads of " + p.file.Name())
	}
}

// observe updates the status about stored quads.
func (p *storedQuads) observe() {
	s := &p.status.Stored
	*s = panel.Stored{}
	if p.opening != nil {
		s.Reading = p.opening.String()
	}
	if p.file.Video == nil {
		return
	}
	s.Name = p.file.Name()
	if err := p.scene.Missing(); err != nil {
		s.Missing = wording.Line(err)
	}
	s.Counts, s.Compared = p.scene.A.Compared()
	if s.Shown = p.scene.A.Stored(); s.Shown {
		s.Sizes = *p.scene.A.Sizes()
	}
}
