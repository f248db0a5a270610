package player

import (
	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
)

// adopt replaces the player's settings, except engine and source of quads.
func (p *player) adopt(s session.Settings) {
	if s.LineWidth == 0 {
		s.LineWidth = p.lineWidth()
	}
	s.Engine, s.Source = p.settings.Engine, p.settings.Source
	if p.status.Fullscreen {
		p.paneled, s.Panel = s.Panel, p.settings.Panel
	}
	p.settings = s
	p.thresholds.auto = auto{}
}

// capabilities returns what the video has whose pictures are like f.
func (p *player) capabilities(f *decode.Frame) session.Capabilities {
	info := &p.video.Info
	return session.Capabilities{
		Format:   f.Picture.Format,
		Vectors:  f.Picture.Vectors != nil || info.ExportsVectors() && info.Seekable,
		Blocks:   p.scene.Traced() || f.Picture.Coded != nil || info.ExportsBlocks() && info.Seekable,
		Codec:    info.Codec,
		NoBlocks: !info.ExportsBlocks(),
	}
}

// apply makes effective settings the chosen ones, and shows and logs their notices.
func (k *core) apply(e session.Effective) {
	k.settings.Choices = e.Choices
	for _, n := range e.Notices {
		if n.Log != "" {
			k.cfg.Warn(n.Log)
		}
		if n.Text != "" {
			k.say(n.Text)
		}
	}
}

// leave stores the player's state and, if requested, the position in the video.
func (p *player) leave() {
	store := p.cfg.Store
	if store == nil {
		return
	}
	left := session.Session{Settings: p.kept(), Window: p.win.place()}
	left.Settings.Shown = yuv.Choice{} // belongs to the video
	if err := store.SaveSession(left); err != nil {
		p.cfg.Warn(wording.Line(err))
	}
	if p.keep {
		if err := p.play.Keep(); err != nil {
			p.cfg.Warn(wording.Line(err))
		}
	}
}
