package player

import (
	"fmt"

	"ffkvadrat/analysis"
	"ffkvadrat/edge"
	"ffkvadrat/feature"
	"ffkvadrat/player/panel"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
)

// adopt makes settings the player's. The engine stays.
func (p *player) adopt(s session.Settings) {
	if s.LineWidth == 0 {
		s.LineWidth = min(max(1, int(p.win.scale()+0.5)), panel.MaxLineWidth)
	}
	p.settings.Choices = s.Choices
	p.hidden, p.panel.Tab, p.timeline = !s.Panel, s.Tab, s.Timeline
}

// chosen are the player's settings.
func (p *player) chosen() session.Settings {
	return session.Settings{Choices: p.settings.Choices, Panel: !p.hidden, Tab: p.panel.Tab, Timeline: p.timeline}
}

// suit changes settings that ask for what an RGB picture does not have, so that
// no film ends the player.
func (p *player) suit() {
	s, format := &p.settings, p.frame.Picture.Format
	switch {
	case format.Model != yuv.RGB:
		return
	case s.Variant == analysis.CommonFeature && s.Features == feature.YUV:
		s.Features = feature.RGB
		p.say("RGB features: no Y, U and V here")
	case s.Variant == analysis.EdgeThreshold && s.Planes == edge.AllPlanes:
		s.Planes = edge.LumaPlane
		s.Threshold = min(s.Threshold, s.MaxThreshold())
		p.say("Luma alone: no planes U and V here")
	default:
		return
	}
	p.cfg.Warn(fmt.Sprintf("%s: %s", format.Name, p.status.Message))
}

// leave remembers how the player is left, and where the film stands if that is
// wanted.
func (p *player) leave() {
	store := p.cfg.Store
	if store == nil {
		return
	}
	left := session.Session{Settings: p.chosen(), Window: p.win.place()}
	left.Settings.Shown = yuv.Choice{} // belongs to a film, not to the user
	if err := store.SaveSession(left); err != nil {
		p.cfg.Warn(err.Error())
	}
	if path := p.cfg.remembered(p.path); p.keep && path != "" && !p.transport.Ended() {
		if err := store.Keep(path, p.transport.Screen()); err != nil {
			p.cfg.Warn(err.Error())
		}
	}
}
