package panel

import (
	"ffkvadrat/imgui"
	"ffkvadrat/player/browser/browserpage"
	"ffkvadrat/player/refusal"
	"ffkvadrat/player/timeline/timelinestrip"
	"ffkvadrat/player/widgets"
)

// stops are the windows whose widgets keys can reach, in order. The timeline has handles of the export's ends.
var stops = [...]string{"side", timelinestrip.FocusName, "bar"}

// sliderSteps are the steps that keys move a slider by.
var sliderSteps = map[EditKey]int{
	KeyLeft: -1, KeyRight: 1, KeyPageDown: -widgets.SliderPage, KeyPageUp: widgets.SliderPage,
	KeyHome: -widgets.SliderEnds, KeyEnd: widgets.SliderEnds,
}

// FocusNext gives the keys to the side panel; then to the ends of the export, if they are shown; then to the
// bar; then back to the player.
func (p *Panel) FocusNext() {
	next, found := "", p.Focused() == ""
	for _, window := range stops {
		if window == timelinestrip.FocusName && p.timeline.Widgets.ExportEnds[0].Empty() {
			continue
		}
		if found {
			next = window
			break
		}
		found = window == p.Focused()
	}
	p.Focus(next)
}

// Takes reports whether a key is for the panel: for a value that is typed, for an open list or menu, or for
// the widgets if they have the keys. Space is also a character; it plays while the handles of the timeline
// have the keys.
func (p *Panel) Takes(key EditKey) bool {
	focused := p.Focused() != "" || p.Menu.anyOpen
	switch key {
	case KeySpace:
		return focused && !p.Typing() && p.Focused() != timelinestrip.FocusName
	case KeyTab:
		return focused || p.Typing()
	case KeyEscape: // the player closes what the mouse has opened: all levels of a menu
		return p.Typing() || p.Focused() != "" && (p.Menu.anyOpen || !p.paged)
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
	if p.Held.Shift {
		steps *= widgets.SliderPage
	}
	p.MoveSlider(steps)
	return moves || key == KeySpace || key == KeyEnter
}

// focusPage gives the keys to the page about what cannot be played, which has nothing else for them.
func (p *Panel) focusPage(status *Status) {
	shown := status.Refused != (refusal.Refusal{}) && !p.Files.IsOpen()
	switch {
	case shown && !p.paged:
		p.Focus(browserpage.RefusedName)
	case shown:
		p.Hold(browserpage.RefusedName)
	}
	p.paged = shown
}

// endFocus gives the keys back to the player while something else takes them.
func (p *Panel) endFocus(status *Status) {
	if p.field() != nil || p.Lesson.IsOpen() || status.Quitting {
		p.Focus("")
	}
}

// EditKey is a key for editing a typed value.
type EditKey imgui.Key

const (
	KeyEnter     = EditKey(imgui.KeyEnter)
	KeyEscape    = EditKey(imgui.KeyEscape)
	KeyBackspace = EditKey(imgui.KeyBackspace)
	KeyDelete    = EditKey(imgui.KeyDelete)
	KeyLeft      = EditKey(imgui.KeyLeftArrow)
	KeyRight     = EditKey(imgui.KeyRightArrow)
	KeyHome      = EditKey(imgui.KeyHome)
	KeyEnd       = EditKey(imgui.KeyEnd)
	KeyUp        = EditKey(imgui.KeyUpArrow)
	KeyDown      = EditKey(imgui.KeyDownArrow)
	KeyPageUp    = EditKey(imgui.KeyPageUp)
	KeyPageDown  = EditKey(imgui.KeyPageDown)
	KeyA         = EditKey(imgui.KeyA)
	KeySpace     = EditKey(imgui.KeySpace)
	KeyTab       = EditKey(imgui.KeyTab)
	KeyControl   = EditKey(imgui.ModCtrl)
	KeyShift     = EditKey(imgui.ModShift)
)

// PressKey reports a press or release of a key. Always pass on KeyControl, as Ctrl with a click
// opens a slider for typing, and KeyShift; pass on presses of other keys only if the panel Takes
// them.
func (p *Panel) PressKey(key EditKey, down bool) {
	modifier := key == KeyControl || key == KeyShift
	switch key {
	case KeyShift:
		p.Held.Shift = down
	case KeyControl:
		p.Held.Control = down
	}
	if f := p.field(); f != nil && !modifier {
		if down {
			f.Press(imgui.Key(key))
		}
		return
	}
	if down && !modifier && p.Focused() != "" && !p.Typing() && p.pressFocused(key) {
		return
	}
	io := imgui.CurrentIO()
	if modifier && !down {
		p.separate() // Dear ImGui would see the key without the modifier
	}
	io.AddKeyEvent(imgui.Key(key), down)
	if key == KeyTab && down {
		p.separate() // the next field opens in the frame after this one, and Dear ImGui drops what is typed before
	}
}

// Type reports a typed character. Call it only while Typing, or while a list is open: there it selects a line.
func (p *Panel) Type(character rune) {
	if f := p.field(); f != nil {
		f.Type(character)
		return
	}
	if p.ListOpen() && !p.Typing() {
		p.Spell(character)
		return
	}
	imgui.CurrentIO().AddInputCharacter(uint32(character))
}

// field returns the open page or field that takes all keys; nil for none.
func (p *Panel) field() interface {
	Press(key imgui.Key)
	Type(character rune)
} {
	switch {
	case p.Files.IsOpen():
		return &p.Files
	case p.Palette.IsOpen():
		return &p.Palette
	case p.Place.open:
		return &p.Place
	}
	return nil
}

// Typing reports whether the user is typing a value. Keys then belong to that value.
func (p *Panel) Typing() bool { return p.field() != nil || imgui.CurrentIO().WantTextInput }
