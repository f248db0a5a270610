package widgets

import (
	"cmp"
	"image"
	"time"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
)

// tipAfterMouse is the time the mouse must rest on a widget before its tooltip appears.
const tipAfterMouse = 400 * time.Millisecond

// tipAfterKey is that time for a widget that has the keys. It is longer, as the tooltip covers the
// widgets that follow.
const tipAfterKey = 1500 * time.Millisecond

// tipFollows is the time for which widgets may still come to a mouse that has moved.
const tipFollows = 250 * time.Millisecond

// tipAfter is the time after which the tooltip appears.
func (k *Kit) tipAfter() time.Duration {
	if k.focus.window != "" {
		return tipAfterKey
	}
	return tipAfterMouse
}

// tips is the state of the tooltips.
type tips struct {
	Tip       string            // tooltip of the last Build; empty for none
	TipPlace  image.Rectangle   // its place, if Tip is not empty
	TipTop    float32           // tooltips next to the side panel are below, where they hide no name of A or B
	Explained map[string]string // tooltips of settings, by name

	at     image.Rectangle // rectangle of the widget under the mouse in the last Build
	now    image.Rectangle // the same, collected during this Build
	rested time.Duration   // time the mouse has rested there
	shown  int             // number of Builds that have shown the tooltip
	// clicked is the widget that was clicked last, while the mouse stays on it. Its tooltip stays
	// hidden, so that the effect of the click is visible.
	clicked image.Rectangle
	held    bool          // a mouse button is down on it
	reason  string        // why the widgets that follow are disabled
	waits   bool          // for the mouse to move
	moved   bool          // the mouse has, since the last Build
	still   time.Duration // time since it had, as of the last Build
	beside  bool          // the tooltip stands beside the widget's window
}

// HoldTips hides tooltips until the mouse moves.
func (t *tips) HoldTips() { t.waits = true }

// TipsMove reports that the mouse has moved. The tooltip of a widget that comes to the resting mouse, as by a key or the
// wheel, stays hidden.
func (t *tips) TipsMove() { t.waits, t.moved = false, true }

// restTip counts how long the mouse has rested on a widget, or keys have been there.
func (t *tips) restTip(elapsed time.Duration, keyed bool) {
	if t.shown++; t.Tip == "" {
		t.shown = 0
	}
	t.Tip = ""
	if t.now.Empty() || t.now != t.at {
		t.rested = 0
		t.waits = t.waits || !t.now.Empty() && !t.now.Overlaps(t.at) && t.still > tipFollows && !keyed
	} else {
		t.rested += elapsed
	}
	if t.now != t.clicked && !t.held {
		t.clicked = image.Rectangle{}
	}
	t.held = false
	t.at, t.now = t.now, image.Rectangle{}
	if t.still += elapsed; t.moved {
		t.still, t.moved = 0, false
	}
}

// Waits returns the time from the last Build until a tooltip changes; 0 if none will. Dear ImGui
// needs some Builds to measure a tooltip before drawing it.
func (k *Kit) Waits() time.Duration {
	const measured = 2
	switch {
	case k.tips.now.Empty(), k.tips.now == k.tips.clicked:
		return 0
	case k.Tip == "":
		return max(k.tipAfter()-k.tips.rested, time.Millisecond)
	case k.tips.shown < measured:
		return time.Millisecond
	}
	return 0
}

// TipDue reports whether the last widget's tooltip is due.
func (k *Kit) TipDue() bool {
	if k.tips.waits || !imgui.IsItemHoveredV(imgui.HoveredFlagsAllowWhenDisabled) {
		return false
	}
	if imgui.IsItemActive() {
		k.tips.clicked, k.tips.held = Item(), true
		return false
	}
	k.tips.now = Item()
	return k.tips.now == k.tips.at && k.tips.now != k.tips.clicked && k.tips.rested >= k.tipAfter()
}

// AddTip gives the last widget a tooltip.
func (k *Kit) AddTip(text string) {
	if k.TipDue() {
		k.ShowTip(text)
	}
}

// AddTipBeside does so, and places it beside the widget's window, a menu.
func (k *Kit) AddTipBeside(text string) {
	k.beside = true
	k.AddTip(text)
	k.beside = false
}

// ShowTip shows a tooltip of the last widget, with the reason if the widget is disabled.
func (k *Kit) ShowTip(text string) {
	if k.tips.reason != "" {
		text += "\nNot in use: " + k.tips.reason + "."
	}
	text = k.Worded(text)
	k.Tip = text
	s, pad := k.Scale, k.tipPadding()
	wrap := min(300*s, 0.6*float32(k.Width))
	if k.onSide() {
		wrap = min(wrap, float32(k.Areas.Side.Min.X)-pad.X-2*tipGap*s)
	}
	imgui.PushFont(k.Regular, SmallSize*s)
	text = Whole(text, wrap-pad.X)
	size := imgui.CalcTextSizeV(text, false, wrap-pad.X).Add(pad).Add(pad)
	at := k.tipPlace(size)
	k.TipPlace = image.Rect(int(at.X), int(at.Y), int(at.X+size.X), int(at.Y+size.Y))
	imgui.SetNextWindowPos(at)
	k.WriteTip(text, wrap)
	imgui.PopFont()
}

// WriteTip shows a window with text at once, with line breaks at a width; 0 for none.
func (p *pen) WriteTip(text string, wrap float32) {
	style := imgui.CurrentStyle()
	style.WindowRounding = style.PopupRounding // for Dear ImGui, a tooltip is no popup
	imgui.PushStyleVar(imgui.StyleVarWindowPadding, p.tipPadding())
	imgui.BeginTooltip()
	imgui.PopStyleVar(1)
	style.WindowRounding = 0
	imgui.PushTextWrapPos(cmp.Or(wrap, -1))
	imgui.TextUnformatted(text)
	imgui.PopTextWrapPos()
	imgui.EndTooltip()
}

// tipPadding is the distance of a tooltip's text from its border.
func (p *pen) tipPadding() imgui.Vec2 { return imgui.NewVec2(10*p.Scale, 8*p.Scale) }

// tipGap is the distance of a tooltip from what it explains, at scale 1.
const tipGap = 6

// onSide reports whether the last widget is in the side panel or in a list that it has opened.
func (k *Kit) onSide() bool {
	window := imgui.WindowPos()
	return k.tips.now.Overlaps(k.Areas.Side) && image.Pt(int(window.X), int(window.Y)).In(k.Areas.Side)
}

// tipPlace returns the place of a tooltip of a size, where it hides no neighbours of the last widget:
// next to the side panel or a menu, and above bar and timeline. Elsewhere it is below the widget, or above it.
func (k *Kit) tipPlace(size imgui.Vec2) imgui.Vec2 {
	of, a, gap := k.tips.now, &k.Areas, tipGap*k.Scale
	low, high := Corners(of)
	at, above, right := imgui.NewVec2(low.X, high.Y+gap), low.Y, k.Width
	switch {
	case k.beside:
		menu := imgui.WindowPos()
		if at = imgui.NewVec2(menu.X+imgui.WindowSize().X+gap, low.Y); at.X+size.X > float32(k.Width) {
			at.X = menu.X - gap - size.X
		}
		above = float32(k.Height)
	case k.onSide():
		at = imgui.NewVec2(float32(a.Side.Min.X)-gap-size.X, max(low.Y, k.TipTop))
	case of.In(a.Bar):
		at.X, above, right = (low.X+high.X-size.X)/2, float32(a.Bar.Min.Y), a.Bar.Max.X
	case of.In(a.Timeline):
		above = float32(a.Timeline.Min.Y)
	}
	if at.Y+size.Y > float32(k.Height) || above < low.Y {
		at.Y = above - gap - size.Y
	}
	return imgui.NewVec2(min(max(at.X, 0), max(float32(right)-size.X, 0)), min(max(at.Y, 0), max(float32(k.Height)-size.Y, 0)))
}

// BeginUnused disables the widgets that follow if reason is not empty.
func (t *tips) BeginUnused(reason string) {
	imgui.BeginDisabled(reason != "")
	t.reason = reason
}

// EndUnused ends what BeginUnused began.
func (t *tips) EndUnused() {
	imgui.EndDisabled()
	t.reason = ""
}

// Unless returns reason if the condition is false, else "".
func Unless(condition bool, reason string) string {
	if condition {
		return ""
	}
	return reason
}

// AddSettingTip gives the last widget the tooltip of its setting: help, keys and flag.
func (k *Kit) AddSettingTip(r Setting) {
	k.AddTip(k.Explained[r.Name])
	k.markItem(r)
}

// AddCommandTip gives the last widget the tooltip of its command.
func (k *Kit) AddCommandTip(c command.Command) { k.AddTipOf(c, "") }

// AddTipOf does so with another text, if not empty, for what the command does now.
func (k *Kit) AddTipOf(c command.Command, text string) {
	if n := k.Keys.Find(c); n != nil && k.TipDue() {
		k.ShowTip(cmp.Or(text, n.Help) + WithKeys(n.Keys))
	}
}

// explain composes the tooltips of settings.
func (k *Kit) explain() {
	k.Explained = map[string]string{}
	for _, r := range shownSettings {
		k.Explain(r, r.Explained())
	}
}

// Explain composes a setting's tooltip: a text, the keys and the flag. Rows of forms have the keys of their
// flag's setting.
func (k *Kit) Explain(r Setting, text string) {
	keys := ""
	for i := range k.Keys.Commands {
		if n := &k.Keys.Commands[i]; n.Keys != "" && (n.Sets == r.Name || n.Sets != "" && n.Sets == r.Flag) {
			if keys != "" {
				keys += ", "
			}
			keys += n.Keys
		}
	}
	text += WithKeys(keys)
	if r.Flag != "" {
		text += "\nFlag: --" + r.Flag
	}
	k.Explained[r.Name] = text
}

// WithKeys returns the line of a tooltip that names the keys, or "" without keys.
func WithKeys(keys string) string {
	if keys == "" {
		return ""
	}
	return "\nKey: " + keys
}
