package panel

import (
	"ffkvadrat/player/imgui"
	"ffkvadrat/player/session"
)

// video is the tab of the file.
func (p *Panel) video(status *Status, settings *session.Settings) {
	imgui.PushFont(p.medium, titleSize*p.scale)
	imgui.TextUnformatted(p.fitted(p.facts.Name, imgui.ContentRegionAvail().X))
	imgui.PopFont()
	p.information(&status.Information)
	p.shown(status, settings)
	p.videos(status, settings)
}
