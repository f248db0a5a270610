package player

import (
	"time"

	"ffkvadrat/player/session"
)

// toggleFullscreen covers the display with the picture alone, or restores window and panel.
func (k *core) toggleFullscreen() { k.setFullscreen(!k.win.fullscreen) }

func (k *core) setFullscreen(on bool) {
	was := k.win.fullscreen
	if k.win.setFullscreen(on); k.win.fullscreen == was {
		return
	}
	if on {
		k.paneled, k.settings.Panel = k.settings.Panel, false
	} else {
		k.settings.Panel = k.paneled
	}
	k.status.Fullscreen = on
	k.input.pointer.moved = time.Time{} // hides the bar over the picture until the mouse moves
}

// kept returns the settings for files. Those in fullscreen differ by the panel.
func (k *core) kept() session.Settings {
	s := k.settings
	if k.status.Fullscreen {
		s.Panel = k.paneled
	}
	return s
}

// showPointer hides the pointer in fullscreen together with the bar, unless it is needed.
func (p *player) showPointer() {
	alone := p.win.fullscreen && !p.settings.Panel && !p.panel.Lesson.IsOpen() && !p.panel.Files.IsOpen()
	p.win.hidePointer(alone && !p.status.Controls && !p.status.Picking.On && !p.status.Quitting)
}
