package playback

import (
	"ffkvadrat/decode"
	"ffkvadrat/decode/wording"
	"ffkvadrat/yuv"
)

// SetPictures changes what the pictures of videos are. The playing video is opened again and continues at
// the same time; a live source continues as it is.
func (p *Playback) SetPictures(want decode.Pictures) {
	if want == p.opt.Pictures {
		return
	}
	p.opt.Pictures = want
	videos, i := p.opt.Videos, p.opt.Videos.Current
	switch {
	case p.next != nil: // with the former pictures
		videos, i = p.next.videos, p.next.index
	case i < 0:
		return
	case p.video.Info.Live:
		p.opt.Say("A live source continues as it was opened")
		return
	}
	same := p.next == nil && p.frame != nil
	if p.ask(videos, i, 1, true) && same {
		p.next.again, p.next.at = true, p.transport.Screen()
	}
}

// continues handles a video that was opened again for other pictures: it continues at the same time. If
// it cannot be opened, the video stays as it is.
func (p *Playback) continues(r *request, err error) {
	if err != nil {
		p.opt.Warn(wording.Line(err))
		p.opt.Say("The " + p.video.Info.Thing() + " stays as it is: " + wording.Line(err))
		return
	}
	p.SeekTo(r.at)
	if p.opt.Pictures.Grain == yuv.GrainOff && !p.video.Info.Grain {
		p.opt.Say("No film grain in this " + p.video.Info.Thing())
	}
}
