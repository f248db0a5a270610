package player

import (
	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/measure/align"
	"ffkvadrat/overlay/views"
	"ffkvadrat/playback"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
)

// adopt replaces the player's settings, except engine, source of quads, and whether there is a second video.
func (p *player) adopt(s session.Settings) {
	if s.LineWidth == 0 {
		s.LineWidth = p.lineWidth()
	}
	s.Engine, s.Source, s.Second = p.settings.Engine, p.settings.Source, p.settings.Second
	if p.folded {
		p.paneled, s.Panel = s.Panel, p.settings.Panel
	}
	if p.settings = s; p.video != nil {
		p.settings.CodesEarly(p.video.Info.CodesEarly())
	}
	p.thresholds.auto = auto{}
}

// capabilities returns what the video has whose pictures are like f.
func (p *player) capabilities(f *decode.Frame) session.Capabilities {
	info := &p.video.Info
	return session.Capabilities{
		Thing:    info.Thing(),
		Format:   f.Picture.Format,
		Vectors:  f.Picture.Vectors != nil || info.ExportsVectors() && info.Seekable,
		Blocks:   p.scene.Traced() || f.Picture.Coded != nil || info.ExportsBlocks() && info.Seekable,
		Second:   p.second.reportsBlocks() && p.scene.Comparing(),
		Codec:    info.Codec,
		NoBlocks: !info.ExportsBlocks(),
		NoBits:   !p.scene.Traced() && !info.ExportsUnits() && p.second.video == nil,
	}
}

// apply makes effective settings the chosen ones, and shows and logs their notices.
func (k *core) apply(e session.Effective) {
	k.settings.Choices = e.Choices
	for _, n := range e.Notices {
		if n.Log != "" {
			k.cfg.Warn(n.Log)
		}
		switch {
		case n.Text == "" || k.refused != nil: // it would be about the video below the page
		case n.Quiet:
			k.note(n.Text)
		default:
			k.say(n.Text)
		}
	}
}

// tune gives a video that begins its parameters: those that it had in this run, those of the store,
// or fresh ones.
func (p *player) tune(f *playback.Video, stored *session.Tuning) {
	if p.oneTuning() {
		return
	}
	switch had, ok := p.tunings[f.Path]; {
	case ok:
		p.settings.SetTuning(had)
	case stored != nil:
		p.settings.SetTuning(*stored)
	default:
		p.settings.SetTuning(p.settings.Tuning().Fresh())
	}
	p.past.tune(p.settings.Tuning())
}

// oneTuning reports whether all videos have the same parameters.
func (p *player) oneTuning() bool { return p.cfg.Tuned || p.settings.ForAll }

// keepTuning keeps the parameters of the video on the screen, which is left.
func (p *player) keepTuning() {
	if p.video == nil || p.oneTuning() {
		return
	}
	t := p.settings.Tuning()
	p.tunings[p.video.Path] = t
	file := session.VideoFile(p.video.File())
	if p.cfg.Store == nil || file == (session.VideoFile{}) {
		return
	}
	if err := p.cfg.Store.KeepTuning(file, t); err != nil {
		p.cfg.Warn(wording.Line(err))
	}
}

// leave stores the player's state and, if requested, the position in the video.
func (p *player) leave() {
	p.second.cover()
	p.keepTuning()
	p.second.keepAlignment()
	store := p.cfg.Store
	if store == nil {
		return
	}
	left := session.Session{Settings: p.kept(), Window: p.win.place()}
	s := &left.Settings
	s.Shown, s.Fields, s.Grain, s.Align = yuv.Choice{}, yuv.WholeFrames, yuv.GrainOn, align.Rule{} // belong to the video
	if !p.keep {
		s.View = views.Video
	}
	if err := store.SaveSession(left); err != nil {
		p.cfg.Warn(wording.Line(err))
	}
	if p.keep {
		if err := p.play.Keep(); err != nil {
			p.cfg.Warn(wording.Line(err))
		}
	}
}
