package player

import (
	"time"

	"ffkvadrat/player/refusal"
	"ffkvadrat/player/session"
)

// toggleFullscreen covers the display with the picture alone, or restores window and panel.
func (k *core) toggleFullscreen() { k.setFullscreen(!k.win.fullscreen) }

func (k *core) setFullscreen(on bool) {
	was := k.win.fullscreen
	if k.win.setFullscreen(on); k.win.fullscreen == was {
		return
	}
	if k.status.Fullscreen = on; on {
		k.fold(true)
		k.settings.Panel = false
	}
	k.input.pointer.moved = time.Time{} // hides the bar over the picture until the mouse moves
}

// narrow is the width at scale 1 below which a window has room for the picture or the panel, not both.
const narrow = 800

// foldIn folds the panel in fullscreen and in a window of a width at scale 1 that is too narrow. The page about what
// cannot be played has no panel to show.
func (k *core) foldIn(width float32) {
	thin := !k.cfg.Panel && width < narrow
	if thin && k.settings.Panel && !k.folded && k.status.Refused == (refusal.Refusal{}) {
		k.say("Tab shows the panel, also in a narrow window")
	}
	k.fold(thin || k.win.fullscreen)
}

// fold hides the panel, or restores it. Meanwhile the user can show it.
func (k *core) fold(on bool) {
	if on != k.folded {
		k.folded, k.paneled, k.settings.Panel = on, k.settings.Panel, !on && k.paneled
	}
}

// kept returns the settings for files. Those with a folded panel differ by the panel, and default curves do not depend on the codec.
func (k *core) kept() session.Settings {
	s := k.settings
	s.CodesEarly(false)
	if k.folded {
		s.Panel = k.paneled
	}
	return s
}

// showPointer hides the pointer in fullscreen together with the bar, unless it is needed.
func (p *player) showPointer() {
	alone := p.win.fullscreen && !p.settings.Panel && !p.panel.Lesson.IsOpen() && !p.panel.Files.IsOpen()
	p.win.hidePointer(alone && !p.status.Controls && !p.status.Picking.On && !p.status.Quitting)
}
