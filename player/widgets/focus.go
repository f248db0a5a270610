package widgets

import "ffkvadrat/imgui"

// focus is the state of the keyboard: whether keys move between the widgets of a window instead of
// controlling the player.
type focus struct {
	window   string // has the keys; empty if the player has them
	enters   bool   // a widget of it gets them in the next Build
	built    bool   // the window was in the last Build
	onSlider bool   // a slider had them in the last Build
	steps    int    // to move that slider by in the next Build
}

// Steps of a slider for keys. A step is a hundredth of its range, or 1.
const (
	SliderPage = 10
	SliderEnds = 1 << 20 // enough for any range
)

// Focus gives the keys to a widget of a window in the next Build, or with an empty name back
// to the player.
func (f *focus) Focus(window string) {
	*f = focus{window: window, enters: true, built: true}
}

// Hold leaves the keys with a window, at the widget that had them last or was clicked.
func (f *focus) Hold(window string) {
	if f.window != window {
		*f = focus{window: window, built: true}
	}
}

// Focused returns the window that has the keys, "" if the player has them.
func (f *focus) Focused() string { return f.window }

// OnSlider reports whether a slider has the keys.
func (f *focus) OnSlider() bool { return f.onSlider }

// MoveSlider moves the slider that has the keys.
func (f *focus) MoveSlider(steps int) { f.steps += steps }

// beginFocus starts a Build.
func (f *focus) beginFocus() {
	if !f.built {
		f.window = "" // the window was closed
	}
	f.built, f.onSlider = false, false
	io := imgui.CurrentIO()
	io.ConfigFlags &^= imgui.ConfigFlagsNavEnableKeyboard
	if f.window != "" || imgui.IsPopupOpen("", imgui.PopupFlagsAnyPopup) { // keys also choose in a list that the mouse has opened
		io.ConfigFlags |= imgui.ConfigFlagsNavEnableKeyboard
	}
}

// FocusHere is called at the start of each window that keys can reach. The keys first go to the widget
// with an index.
func (f *focus) FocusHere(window string, first int) {
	if f.window != window {
		return
	}
	if f.built = true; f.enters {
		f.enters = false
		imgui.SetKeyboardFocusHere(first)
		imgui.SetNavCursorVisible(true)
	}
}

// BeginPart begins a widget of a row or column that Tab reaches once, at one of its parts. Arrow keys
// move between the parts.
func BeginPart(reached bool) { imgui.PushItemFlag(imgui.ItemFlagsNoTabStop, !reached) }

// EndPart ends what BeginPart began.
func EndPart() { imgui.PopItemFlag() }

// sliderFlags returns the flags of sliders. While the window has the keys, Tab would open each slider
// for typing.
func (f *focus) sliderFlags() imgui.SliderFlags {
	if f.window != "" {
		return imgui.SliderFlagsAlwaysClamp | imgui.SliderFlagsNoInput
	}
	return imgui.SliderFlagsAlwaysClamp
}

// Moved returns the steps to move the last widget by, a slider or another that keys move.
func (f *focus) Moved() (steps int) {
	if f.window == "" || !imgui.IsItemFocused() {
		return 0
	}
	f.onSlider = true
	steps, f.steps = f.steps, 0
	return steps
}
