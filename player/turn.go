package player

import (
	"time"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/decode"
	"ffkvadrat/decode/describe"
	"ffkvadrat/gpu"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/playback"
	"ffkvadrat/player/scene"
)

// turnTo changes the window to a film that has begun to play.
func (p *player) turnTo(f *playback.Film) {
	if p.film != nil {
		if f.Path != p.film.Path {
			p.leaveStored()
			p.leaveBeside()
			p.scene.SetTrace(nil)
		}
		p.settings.Shown = p.cfg.Settings.Shown // the previous choice was for the previous film
	}
	p.film, p.begun = f, time.Now()
	p.history.show(&p.settings.Choices)
	p.input.pointer.drags = nothing
	p.panel.StopTeaching()
	p.status.Information.Film = nil
	p.facts = facts(f, &p.win.dev.Caps)
	p.panel.SetFacts(p.facts)
	p.win.SetTitle(title(&p.facts))
	p.scene.Camera.Reset()
	p.scene.Place = scene.Place{}
	p.probe.Unpin()
	p.probe.Start = f.Info.Start
	p.timeline = &timeline{}
	if !p.cfg.Untimed {
		p.timeline.start(f, p.win.scale(), p.inbox.post)
	}
	p.timeline.keep(p.keeping.lists)
	p.beside.start = f.Info.Start
	p.cubing.turn(f, p.inbox.post, p.cubesArrived)
	p.marking.film, p.marking.list = f.Marks()
	p.marking.seen, p.status.Exists, p.status.Written = 0, "", ""
	p.listFilms()
	p.status.Recent = p.others(f.Recent())
	if p.library.leaves && p.panel.Browsing() {
		p.closeFiles()
	}
}

// changed records that playback changed without a new picture: there is
// something to draw.
func (p *player) changed() {
	p.redraw.again()
	p.listFilms()
	if n := p.play.Film().Info.Frames; n != p.facts.Frames {
		p.facts.Frames = n
		p.panel.SetFacts(p.facts)
	}
}

// title is the window's.
func title(f *panel.Facts) string {
	if f.Live {
		return f.Name + " – live – ffkvadrat"
	}
	return f.Name + " – ffkvadrat"
}

// facts returns what the panel shows about a film.
func facts(f *playback.Film, caps *gpu.Caps) panel.Facts {
	made := panel.Facts{
		Name:     describe.Name(f.Path),
		Frames:   f.Info.Frames,
		Duration: time.Duration(f.Info.Duration * float64(time.Second)),
		Renderer: caps.Renderer,
		Software: caps.Software,
	}
	if f.Info.Live {
		made.Live, made.Name = true, decode.WithoutPassword(f.Path)
	}
	if !f.Info.TellsBlocks() {
		made.Untold = (&partition.UntoldError{Codec: f.Info.Codec}).Error()
	}
	return made
}
