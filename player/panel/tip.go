package panel

import (
	"image"
	"time"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
)

// tipAfter is the time the mouse must rest on a widget before its tooltip appears.
const tipAfter = 400 * time.Millisecond

// tips is the state of the tooltips.
type tips struct {
	Tip       string            // tooltip of the last Build; empty for none
	explained map[string]string // tooltips of settings, by name

	at     image.Rectangle // rectangle of the widget under the mouse in the last Build
	now    image.Rectangle // the same, collected during this Build
	rested time.Duration   // time the mouse has rested there
	shown  int             // number of Builds that have shown the tooltip
	// clicked is the widget that was clicked last, while the mouse stays on it. Its tooltip stays
	// hidden, so that the effect of the click is visible.
	clicked image.Rectangle
	held    bool   // a mouse button is down on it
	reason  string // why the widgets that follow are disabled
}

// restTip counts how long the mouse has rested on a widget.
func (k *kit) restTip(elapsed time.Duration) {
	if k.tips.shown++; k.Tip == "" {
		k.tips.shown = 0
	}
	k.Tip = ""
	if t := &k.tips; t.now.Empty() || t.now != t.at {
		t.rested = 0
	} else {
		t.rested += elapsed
	}
	if t := &k.tips; t.now != t.clicked && !t.held {
		t.clicked = image.Rectangle{}
	}
	k.tips.held = false
	k.tips.at, k.tips.now = k.tips.now, image.Rectangle{}
}

// Waits returns the time from the last Build until a tooltip changes; 0 if none will. Dear ImGui
// needs some Builds to measure a tooltip before drawing it.
func (k *kit) Waits() time.Duration {
	const measured = 2
	switch {
	case k.tips.now.Empty(), k.tips.now == k.tips.clicked:
		return 0
	case k.Tip == "":
		return max(tipAfter-k.tips.rested, time.Millisecond)
	case k.tips.shown < measured:
		return time.Millisecond
	}
	return 0
}

// tipped reports whether the last widget's tooltip is due.
func (k *kit) tipped() bool {
	if !imgui.IsItemHoveredV(imgui.HoveredFlagsAllowWhenDisabled) {
		return false
	}
	if imgui.IsItemActive() {
		k.tips.clicked, k.tips.held = item(), true
		return false
	}
	k.tips.now = item()
	return k.tips.now == k.tips.at && k.tips.now != k.tips.clicked && k.tips.rested >= tipAfter
}

// tip gives the last widget a tooltip.
func (k *kit) tip(text string) {
	if k.tipped() {
		k.showTip(text)
	}
}

func (k *kit) showTip(text string) {
	if k.tips.reason != "" {
		text += "\nNot in use: " + k.tips.reason + "."
	}
	k.Tip = text
	s := k.scale
	imgui.BeginTooltip()
	imgui.PushFont(k.regular, smallSize*s)
	imgui.PushTextWrapPos(min(300*s, 0.6*float32(k.width)))
	imgui.TextUnformatted(text)
	imgui.PopTextWrapPos()
	imgui.PopFont()
	imgui.EndTooltip()
}

// beginUnused disables the widgets that follow if reason is not empty.
func (k *kit) beginUnused(reason string) {
	imgui.BeginDisabled(reason != "")
	k.tips.reason = reason
}

func (k *kit) endUnused() {
	imgui.EndDisabled()
	k.tips.reason = ""
}

// tipOf gives the last widget the tooltip of its setting: help, keys and flag.
func (k *kit) tipOf(r setting) { k.tip(k.explained[r.Name]) }

// tipFor gives the last widget the tooltip of its command.
func (k *kit) tipFor(c command.Command) {
	if n := k.keys.named(c); n != nil && k.tipped() {
		k.showTip(n.Help + withKeys(n.Keys))
	}
}

// explain composes the tooltips of settings.
func (k *kit) explain() {
	k.explained = map[string]string{}
	for _, r := range shownSettings {
		text, keys := r.Explained(), ""
		for i := range k.keys.Commands {
			if n := &k.keys.Commands[i]; n.Sets == r.Name && n.Keys != "" {
				if keys != "" {
					keys += ", "
				}
				keys += n.Keys
			}
		}
		text += withKeys(keys)
		if r.Flag != "" {
			text += "\nFlag: --" + r.Flag
		}
		k.explained[r.Name] = text
	}
}

func withKeys(keys string) string {
	if keys == "" {
		return ""
	}
	return "\nKey: " + keys
}
