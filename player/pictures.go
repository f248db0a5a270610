package player

import (
	"context"

	"ffkvadrat/decode"
	"ffkvadrat/playback"
	"ffkvadrat/player/session"
)

// pictures returns what the pictures of videos are by the settings.
func pictures(c *session.Choices) decode.Pictures {
	return decode.Pictures{Fields: c.Fields, Grain: c.Grain}
}

// pictured returns the player's context with the pictures of the playing video, for whatever else opens
// it.
func (k *core) pictured() context.Context {
	return decode.WithPictures(k.ctx, decode.PicturesOf(k.play.Video().Ctx))
}

// rePictured adapts what belongs to the playing video after it was opened again with other pictures.
func (p *player) rePictured(f *playback.Video) {
	p.stored.leave()
	p.scene.SetTrace(nil)
	path := p.second.path
	if p.second.video == nil {
		return
	}
	p.second.leave()
	if err := p.second.open(path); err != nil {
		p.second.refuse(path, err)
		return
	}
	p.second.show()
}
