package panel

import "ffkvadrat/player/session"

// whose says what of a tab is about A and what about B, by tab: with a second video, and with two settings. Where
// nothing is said, the tab says it itself.
var whose = [session.TabCount]struct{ videos, settings string }{
	session.Tune:   {"Settings of A and B; the number is A's.", "These settings are A's; B stays as it is."},
	session.Plots:  {"The plots are about A.", "The plots are about A."},
	session.Pixel:  {"About the video under the pointer, A or B.", "With the settings under the pointer, A's or B's."},
	session.Scopes: {"Scopes of A, the playing video.", ""},
	session.Video:  {"About A. The tab Marks compares it with B.", ""},
	session.Export: {"A is exported, without B.", "Exported with the settings of A."},
}

// whose says what of a tab is about A, if there is a B.
func (p *Panel) whose(status *Status, tab session.Tab) {
	text := ""
	switch w := &whose[tab]; {
	case status.Pairing.On:
		text = w.videos
	case status.Wipe.On && status.Wipe.Tuned:
		text = w.settings
	}
	if text != "" {
		p.tune.WriteSmall(text)
	}
}
