package player

import "time"

// controlsStay is how long the bar over the picture is shown after a movement of the mouse, and on the start page at first.
const controlsStay = 2500 * time.Millisecond

// showsControls reports whether the bar over the picture is visible, and after how many seconds
// without input that changes; a negative number means never.
func (p *player) showsControls(now time.Time) (shown bool, left float64) {
	m := &p.input.pointer
	if p.settings.Panel {
		return false, -1
	}
	since := m.moved
	if since.IsZero() && p.status.Sample { // the start page shows what there is
		since = p.begun
	}
	if since.IsZero() {
		return false, -1
	}
	if m.held || p.status.Controls && !m.away && p.panel.Over(m.x, m.y) {
		return true, -1
	}
	left = (controlsStay - now.Sub(since)).Seconds()
	if left <= 0 {
		return false, -1
	}
	return true, left
}
