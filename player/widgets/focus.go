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
func (k *Kit) Focus(window string) {
	k.focus = focus{window: window, enters: true, built: true}
}

// Focused returns the window that has the keys, "" if the player has them.
func (k *Kit) Focused() string { return k.focus.window }

// OnSlider reports whether a slider has the keys.
func (k *Kit) OnSlider() bool { return k.focus.onSlider }

// MoveSlider moves the slider that has the keys.
func (k *Kit) MoveSlider(steps int) { k.focus.steps += steps }

// beginFocus starts a Build.
func (k *Kit) beginFocus() {
	if !k.focus.built {
		k.focus.window = "" // the window was closed
	}
	k.focus.built, k.focus.onSlider = false, false
	io := imgui.CurrentIO()
	io.ConfigFlags &^= imgui.ConfigFlagsNavEnableKeyboard
	if k.focus.window != "" {
		io.ConfigFlags |= imgui.ConfigFlagsNavEnableKeyboard
	}
}

// FocusHere is called at the start of each window that keys can reach. The keys first go to the widget
// with an index.
func (k *Kit) FocusHere(window string, first int) {
	if k.focus.window != window {
		return
	}
	if k.focus.built = true; k.focus.enters {
		k.focus.enters = false
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
func (k *Kit) sliderFlags() imgui.SliderFlags {
	if k.focus.window != "" {
		return imgui.SliderFlagsAlwaysClamp | imgui.SliderFlagsNoInput
	}
	return imgui.SliderFlagsAlwaysClamp
}

// Moved returns the steps to move the last widget by, a slider or another that keys move.
func (k *Kit) Moved() (steps int) {
	if k.focus.window == "" || !imgui.IsItemFocused() {
		return 0
	}
	k.focus.onSlider = true
	steps, k.focus.steps = k.focus.steps, 0
	return steps
}
