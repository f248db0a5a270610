package panel

import "github.com/AllenDang/cimgui-go/imgui"

// film is the tab of the file.
func (p *Panel) film() {
	imgui.PushFont(p.medium, titleSize*p.scale)
	imgui.TextUnformatted(p.fitted(p.facts.Name, imgui.ContentRegionAvail().X))
	imgui.PopFont()
	p.small(p.facts.Codec + "   " + p.facts.Picture)
}
