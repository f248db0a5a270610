package panel

import (
	"image"
	"time"

	"ffkvadrat/player/command"
	"ffkvadrat/player/imgui"
)

// tipAfter is how long the mouse rests on a widget before its tooltip shows.
const tipAfter = 400 * time.Millisecond

// tips is the state of the tooltips.
type tips struct {
	Tip       string            // the tooltip of the last Build; empty for none
	explained map[string]string // the tooltips of settings, by their names

	at     image.Rectangle // of the widget under the mouse, in the last Build
	now    image.Rectangle // the same, as far as known in this Build
	rested time.Duration   // how long the mouse has been there
	shown  int             // for how many Builds the tooltip has been there
	// clicked is the widget clicked last, while the mouse stays on it: who clicks wants to
	// see what comes of it.
	clicked image.Rectangle
	held    bool   // the mouse's button is down on it
	reason  string // why the widgets that follow are not in use
}

// restTip counts how long the mouse rests on a widget.
func (p *Panel) restTip(elapsed time.Duration) {
	if p.tips.shown++; p.Tip == "" {
		p.tips.shown = 0
	}
	p.Tip = ""
	if t := &p.tips; t.now.Empty() || t.now != t.at {
		t.rested = 0
	} else {
		t.rested += elapsed
	}
	if t := &p.tips; t.now != t.clicked && !t.held {
		t.clicked = image.Rectangle{}
	}
	p.tips.held = false
	p.tips.at, p.tips.now = p.tips.now, image.Rectangle{}
}

// Waits returns how long it takes, from the last Build on, until a tooltip
// changes; 0 if none does. Dear ImGui draws a tooltip some Builds after it has
// measured it.
func (p *Panel) Waits() time.Duration {
	const measured = 2
	switch {
	case p.tips.now.Empty(), p.tips.now == p.tips.clicked:
		return 0
	case p.Tip == "":
		return max(tipAfter-p.tips.rested, time.Millisecond)
	case p.tips.shown < measured:
		return time.Millisecond
	}
	return 0
}

// tipped reports whether the last widget shows its tooltip now.
func (p *Panel) tipped() bool {
	if !imgui.IsItemHoveredV(imgui.HoveredFlagsAllowWhenDisabled) {
		return false
	}
	if imgui.IsItemActive() {
		p.tips.clicked, p.tips.held = item(), true
		return false
	}
	p.tips.now = item()
	return p.tips.now == p.tips.at && p.tips.now != p.tips.clicked && p.tips.rested >= tipAfter
}

// tip gives the last widget a tooltip.
func (p *Panel) tip(text string) {
	if p.tipped() {
		p.showTip(text)
	}
}

func (p *Panel) showTip(text string) {
	if p.tips.reason != "" {
		text += "\nNot in use: " + p.tips.reason + "."
	}
	p.Tip = text
	s := p.scale
	imgui.BeginTooltip()
	imgui.PushFont(p.regular, smallSize*s)
	imgui.PushTextWrapPos(min(300*s, 0.6*float32(p.width)))
	imgui.TextUnformatted(text)
	imgui.PopTextWrapPos()
	imgui.PopFont()
	imgui.EndTooltip()
}

// beginUnused greys the widgets that follow, if there is a reason why they have
// no effect.
func (p *Panel) beginUnused(reason string) {
	imgui.BeginDisabled(reason != "")
	p.tips.reason = reason
}

func (p *Panel) endUnused() {
	imgui.EndDisabled()
	p.tips.reason = ""
}

// tipOf gives the last widget the tooltip of its setting: what it does, its
// keys and its flag.
func (p *Panel) tipOf(r setting) { p.tip(p.explained[r.Name]) }

// tipFor gives the last widget the tooltip of its command.
func (p *Panel) tipFor(c command.Command) {
	if n := p.keys.named(c); n != nil && p.tipped() {
		p.showTip(n.Help + withKeys(n.Keys))
	}
}

// explain writes the tooltips of settings.
func (p *Panel) explain() {
	p.explained = map[string]string{}
	for _, r := range shownSettings {
		text, keys := r.Explained(), ""
		for i := range p.keys.Commands {
			if n := &p.keys.Commands[i]; n.Sets == r.Name && n.Keys != "" {
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
		p.explained[r.Name] = text
	}
}

func withKeys(keys string) string {
	if keys == "" {
		return ""
	}
	return "\nKey: " + keys
}
