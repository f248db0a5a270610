package player

import (
	"fmt"

	"ffkvadrat/analysis/partition"
	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/edge"
	"ffkvadrat/player/session"
	"ffkvadrat/player/views"
	"ffkvadrat/yuv"
	"ffkvadrat/yuv/channel"
)

// adopt replaces the player's settings. The engine and the source of quads stay.
func (p *player) adopt(s session.Settings) {
	if s.LineWidth == 0 {
		s.LineWidth = p.lineWidth()
	}
	s.Engine, s.Source = p.settings.Engine, p.settings.Source
	p.settings = s
	p.thresholds.auto = auto{}
}

// tellsVectors reports whether pictures like f come with the codec's motion vectors, or can.
func (p *player) tellsVectors(f *decode.Frame) bool {
	info := &p.video.Info
	return f.Picture.Vectors != nil || info.TellsVectors() && info.Seekable
}

// tellsBlocks reports whether pictures like f come with the codec's blocks, or can, or a trace has
// these.
func (p *player) tellsBlocks(f *decode.Frame) bool {
	info := &p.video.Info
	return p.scene.Traced() || f.Picture.Coded != nil || info.TellsBlocks() && info.Seekable
}

// suit changes settings that need planes, features or vectors that the video does
// not have: no video may end the player.
func (p *player) suit(f *decode.Frame) {
	s, format := &p.settings, f.Picture.Format
	if s.Params.Needs().Vectors && !p.tellsVectors(f) {
		s.Features = channel.RGB
		p.say("RGB features: this video has no motion vectors")
		p.cfg.Warn(p.message.text)
	}
	if s.View.Needs().Vectors && !p.tellsVectors(f) {
		s.View = views.Video
		p.say("Back to the picture: this video has no motion vectors")
		p.cfg.Warn(p.message.text)
	}
	if s.Codec && !p.tellsBlocks(f) {
		s.Codec = false
		if p.video.Info.TellsBlocks() {
			p.say("Codec blocks off: this video cannot be read twice")
		} else {
			p.say((&partition.UntoldError{Codec: p.video.Info.Codec}).Advice())
		}
		p.cfg.Warn(p.message.text)
	}
	switch {
	case s.ComparesColours() && s.Features == channel.Vectors:
		s.Features = channel.RGB
		p.say("RGB features: motion vectors are not colours")
	case s.Variant.Discriminates() && s.Planes == edge.AlphaPlane && !format.Alpha:
		s.Planes = edge.LumaPlane
		p.say("Luma: this video has no alpha")
	case format.Model != yuv.RGB:
		return
	case (!s.Variant.Discriminates() || s.ComparesColours()) && s.Features == channel.YUV:
		s.Features = channel.RGB
		p.say("RGB features: this video has no Y, U and V")
		if s.ComparesColours() {
			p.say("RGB features: this video has no Y, U and V; pick the colour again")
		}
	case s.Variant.Discriminates() && s.Planes == edge.AllPlanes:
		s.Planes = edge.LumaPlane
		s.Params = s.Limited()
		p.say("Luma only: this video has no planes U and V")
	default:
		return
	}
	p.cfg.Warn(fmt.Sprintf("%s: %s", format.Name, p.message.text))
}

// leave stores the player's state and, if wanted, the position in the video.
func (p *player) leave() {
	store := p.cfg.Store
	if store == nil {
		return
	}
	left := session.Session{Settings: p.settings, Window: p.win.place()}
	left.Settings.Shown = yuv.Choice{} // belongs to the video, not to the user
	if err := store.SaveSession(left); err != nil {
		p.cfg.Warn(wording.Line(err))
	}
	if p.keep {
		if err := p.play.Keep(); err != nil {
			p.cfg.Warn(wording.Line(err))
		}
	}
}
