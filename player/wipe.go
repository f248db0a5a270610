package player

import (
	"fmt"
	"image"
	"math"

	"ffkvadrat/player/panel"
)

// wipe shows the picture with two choices of settings side by side: to the left
// of a divider A, which the panel tunes, to the right B, which stays as it is.
type wipe struct {
	on       bool
	settings panel.Settings // B
	applied  panel.Settings // what the screen shows of them
	part     float64        // of the picture's area that is A's, 0 to 1
	dragging bool
}

// stale reports whether the screen lacks a change of B.
func (w *wipe) stale() bool { return w.on && w.settings != w.applied }

// divider is the first column of B.
func (w *wipe) divider(area image.Rectangle) int {
	return area.Min.X + int(math.Round(w.part*float64(area.Dx())))
}

// toggleWipe begins with B as the settings are now, or ends.
func (p *player) toggleWipe() {
	w := &p.wipe
	w.on, w.dragging = !w.on, false
	if !w.on {
		p.screen.other.release()
		p.screen.other = nil
		p.say("One picture")
		return
	}
	p.screen.other = newLayer(p.win.dev)
	w.settings, w.applied, w.part = p.settings, panel.Settings{}, 0.5
	p.say("Tune A on the left; B on the right stays")
}

// swapWipe lets A and B change places. What is not part of the comparison
// stays: how the film is shown, the engine, the sound.
func (p *player) swapWipe() {
	w := &p.wipe
	if !w.on {
		p.say("No B to swap with")
		return
	}
	p.screen.layer, p.screen.other = p.screen.other, p.screen.layer
	swap := func(a, b *panel.Settings) {
		kept := *a
		*a, *b = *b, *a
		for _, s := range [2]*panel.Settings{a, b} {
			s.Shown, s.Engine, s.Volume, s.Muted = kept.Shown, kept.Engine, kept.Volume, kept.Muted
		}
	}
	swap(&p.settings, &w.settings)
	swap(&p.applied, &w.applied)
	p.overview.set(&p.applied)
	p.say("A and B swapped")
}

// findB makes B's layer of the picture on the screen. Where B does not fit the
// film, as planes that it does not have, the wipe ends.
func (p *player) findB() {
	w := &p.wipe
	if err := p.find(p.screen.other, &w.settings); err != nil {
		p.toggleWipe()
		p.cfg.Warn(fmt.Sprintf("no B: %v", err))
		p.say("B does not fit this film")
		return
	}
	w.applied = w.settings
}

// side is a part of the window with the layer that it shows.
type side struct {
	layer    *layer
	settings *panel.Settings
	area     image.Rectangle
}

// sides are the parts of the picture's area: one, or with a wipe two.
func (p *player) sides(area image.Rectangle) (sides [2]side, n int) {
	sides[0] = side{p.screen.layer, &p.settings, area}
	if !p.wipe.on {
		return sides, 1
	}
	x := p.wipe.divider(area)
	sides[0].area.Max.X = x
	area.Min.X = x
	sides[1] = side{p.screen.other, &p.wipe.settings, area}
	return sides, 2
}

// sideOf is the side on which the middle of a cell stands.
func (p *player) sideOf(cell, area image.Rectangle) side {
	sides, n := p.sides(area)
	if n == 2 && (cell.Min.X+cell.Max.X)/2 >= sides[1].area.Min.X {
		return sides[1]
	}
	return sides[0]
}

// onDivider reports whether the pointer is on the divider.
func (p *player) onDivider() bool {
	const reach = 8
	if !p.wipe.on || !p.overPicture() {
		return false
	}
	_, area := p.view()
	off := p.input.x - float64(p.wipe.divider(area))
	return max(off, -off) <= reach*float64(p.panel.Scale())
}

// grab takes the divider where the pointer is on it.
func (p *player) grab() bool {
	p.wipe.dragging = p.onDivider()
	return p.wipe.dragging
}

// pull moves the divider to the pointer.
func (p *player) pull() {
	_, area := p.view()
	p.wipe.part = min(max((p.input.x-float64(area.Min.X))/float64(max(area.Dx(), 1)), 0), 1)
}

// compare tells the panel about the sides.
func (p *player) compare() {
	s := &p.status.Wipe
	s.On = p.wipe.on
	if !s.On {
		return
	}
	_, area := p.view()
	s.Divider = p.wipe.divider(area)
	sides, _ := p.sides(area)
	for i := range sides {
		quads, _ := sides[i].layer.counts()
		settings := sides[i].settings
		s.Names[i] = fmt.Sprintf("%c   %s %.4f", "AB"[i], panel.MethodName(settings.Params), settings.Threshold)
		s.Counts[i] = panel.Count(int64(quads), "quad")
	}
}
