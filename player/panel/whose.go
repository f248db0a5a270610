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

// blocksOfB says what the plots are about while B alone has blocks.
const blocksOfB = "The codec's blocks are B's, other plots A's."

// whoseText says what of a tab is about A, if there is a B; else it is empty.
func whoseText(status *Status, tab session.Tab) string {
	switch w := &whose[tab]; {
	case status.Pairing.On && tab == session.Plots && status.Codec.Second && len(status.BlockBins.Sizes) > 0:
		return blocksOfB
	case status.Pairing.On:
		return w.videos
	case status.Wipe.On && status.Wipe.Tuned:
		return w.settings
	}
	return ""
}

// whose writes what of a tab is about A.
func (p *Panel) whose(status *Status, tab session.Tab) {
	if text := whoseText(status, tab); text != "" {
		p.tune.WriteSmall(text)
	}
}
