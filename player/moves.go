package player

import (
	"math"

	"ffkvadrat/decode/wording"
	"ffkvadrat/player/command"
)

func (p *player) escape(command.Command) {
	if p.status.Quitting {
		p.goOn()
		return
	}
	p.status.Help, p.library.hidden = false, true
	p.panel.Menu.Close()
	p.probe.Unpin()
	p.endPicking()
	p.win.setFullscreen(false)
}

func (p *player) toStart(command.Command) {
	p.play.SeekTo(0)
	p.say("Start")
}

func (p *player) toEnd(command.Command) {
	if p.play.Live() {
		p.play.Newest()
		return
	}
	p.play.SeekTo(math.MaxInt32)
	p.say("End")
}

// goTo moves to a place that the user typed. If the text is not a place, the
// user can type it again.
func (p *player) goTo(c command.Command) {
	if err := p.play.GoTo(c.Text); err != nil {
		p.say(wording.Line(err))
		p.panel.Place.Ask(c.Text)
	}
}
