package player

import (
	"fmt"
	"math"

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
	p.settings = panel.Settings{
		Params: s.Params, Shown: s.Shown, Engine: p.settings.Engine,
		Overlay: s.Overlay, Look: s.Look, Colour: s.Colour, Opacity: float32(s.Opacity), LineWidth: s.LineWidth,
		View: s.View, Level: s.Level, Volume: s.Volume, Muted: s.Muted,
		Wanted: s.Wanted, EachFrame: s.EachFrame,
	}
	p.hidden = !s.Panel
	p.panel.Tab = panel.Tab(s.Tab)
	p.timeline = s.Timeline
}

// chosen are the player's settings.
func (p *player) chosen() session.Settings {
	s := &p.settings
	return session.Settings{
		Params: s.Params, Wanted: s.Wanted, EachFrame: s.EachFrame, Shown: s.Shown,
		Overlay: s.Overlay, Look: s.Look, Colour: s.Colour, LineWidth: s.LineWidth,
		Opacity: math.Round(float64(s.Opacity)*1e4) / 1e4, // as it was before it was a float32
		View:    s.View, Level: s.Level, Volume: s.Volume, Muted: s.Muted,
		Panel: !p.hidden, Tab: session.Tab(p.panel.Tab), Timeline: p.timeline,
	}
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
