package panel

import (
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// tabRow is the row of tabs at the top of the side panel, and the panel's edge.
type tabRow struct {
	*widgets.Kit
	border
	w     sideWidgets
	under int // the tab under the mouse that no list or menu covers, plus 1; 0 for none
}

// build shows the row of tabs; the selected one is underlined.
func (t *tabRow) build(settings *session.Settings) {
	s := t.Scale
	at := imgui.CursorScreenPos()
	at.Y -= 6 * s
	width := imgui.ContentRegionAvail().X
	const height = 24
	draw := imgui.WindowDrawList()
	gap := t.tabFont(width)
	x := at.X
	t.under = 0
	for tab := range session.TabCount {
		name := tab.Title()
		size := imgui.CalcTextSize(name)
		left, right := max(x-gap/2, at.X), min(x+size.X+gap/2, at.X+width)
		imgui.SetCursorScreenPos(imgui.NewVec2(left, at.Y))
		widgets.BeginPart(tab == settings.Tab)
		if imgui.InvisibleButton(name, imgui.NewVec2(right-left, height*s)) {
			settings.Tab = tab
		}
		widgets.EndPart()
		if imgui.IsItemHoveredV(imgui.HoveredFlagsAllowWhenBlockedByPopup) {
			t.under = int(tab) + 1
		}
		t.w.Tabs[tab] = widgets.Item()
		if n := t.Keys.Find(command.With(command.Tab, float64(tab))); n != nil && t.TipDue() {
			t.ShowTip(tab.Help() + widgets.WithKeys(n.Keys))
		}
		colour := t.Dim
		switch {
		case settings.Tab == tab:
			colour = t.Bright
			draw.AddRectFilled(imgui.NewVec2(x, at.Y+(height-2)*s), imgui.NewVec2(x+size.X, at.Y+height*s), widgets.Packed(t.Stronger))
		case imgui.IsItemHovered():
			colour = t.Stronger
		}
		draw.AddText(imgui.NewVec2(x, at.Y+2*s), widgets.Packed(colour), name)
		x += size.X + gap
	}
	imgui.PopFont()
	imgui.SetCursorScreenPos(at)
	imgui.Dummy(imgui.NewVec2(width, (height+1)*s))
}

// begin begins the part of the panel below the row, for a tab. Each tab has its own, and scrolls by itself.
func (t *tabRow) begin(tab session.Tab, r image.Rectangle) {
	const above = 5 // room for what frames the first widget
	s, at, padding := t.Scale, imgui.CursorScreenPos(), imgui.CurrentStyle().WindowPadding
	inside := image.Rect(r.Min.X+int(gripWidth*s), int(at.Y-above*s), r.Max.X, r.Max.Y)
	widgets.BeginScrolling(tab.Title(), inside, imgui.NewVec2(at.X-float32(inside.Min.X), above*s), float32(r.Dx())-2*padding.X)
	if imgui.ScrollY() > 0 {
		y := float32(inside.Min.Y)
		imgui.WindowDrawList().AddLine(imgui.NewVec2(float32(inside.Min.X), y), imgui.NewVec2(float32(r.Max.X), y), widgets.Packed(t.Separator), s)
	}
}

// tabFont pushes a font small enough for the names of the tabs, and returns their distance.
func (t *tabRow) tabFont(width float32) (gap float32) {
	const apart, least = 14, widgets.SmallSize
	for size := float32(widgets.TextSize); ; size-- {
		imgui.PushFont(t.Medium, size*t.Scale)
		var names float32
		for tab := range session.TabCount {
			names += imgui.CalcTextSize(tab.Title()).X
		}
		if gap = (width - names) / float32(session.TabCount-1); gap >= apart*t.Scale || size <= least {
			return gap
		}
		imgui.PopFont()
	}
}

type sideWidgets struct {
	Tabs [session.TabCount]image.Rectangle
	Grip image.Rectangle // edge of the side panel, for dragging
	Fold image.Rectangle // handle that hides it, in a narrow window
}
