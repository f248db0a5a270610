package panel

import "ffkvadrat/player/widgets"

// stops are the windows whose widgets keys can reach, in order.
var stops = [...]string{"side", "bar"}

// sliderSteps are the steps that keys move a slider by.
var sliderSteps = map[EditKey]int{
	KeyLeft: -1, KeyRight: 1, KeyPageDown: -widgets.SliderPage, KeyPageUp: widgets.SliderPage,
	KeyHome: -widgets.SliderEnds, KeyEnd: widgets.SliderEnds,
}

// FocusNext gives the keys to the side panel; then to the bar; then back to the player.
func (p *Panel) FocusNext() {
	next := stops[0]
	for i, window := range stops {
		if p.Focused() != window {
			continue
		}
		if next = ""; i+1 < len(stops) {
			next = stops[i+1]
		}
	}
	p.Focus(next)
}

// Takes reports whether a key is for the panel: for a value that is typed, or for the widgets if
// they have the keys. Space is also a character.
func (p *Panel) Takes(key EditKey) bool {
	focused := p.Focused() != ""
	switch key {
	case KeySpace:
		return focused && !p.Typing()
	case KeyTab:
		return focused
	case KeyBackspace, KeyDelete, KeyA:
		return p.Typing()
	}
	return focused || p.Typing()
}

// pressFocused handles a key for the widgets that Dear ImGui does not handle: Escape outside lists,
// and keys that move sliders.
func (p *Panel) pressFocused(key EditKey) bool {
	if key == KeyEscape && !p.Menu.anyOpen {
		p.Focus("")
		return true
	}
	if !p.OnSlider() {
		return false
	}
	steps, moves := sliderSteps[key]
	p.MoveSlider(steps)
	return moves || key == KeySpace || key == KeyEnter
}

// endFocus gives the keys back to the player while something else takes them.
func (p *Panel) endFocus(status *Status) {
	if p.field() != nil || p.Lesson.IsOpen() || status.Quitting {
		p.Focus("")
	}
}
