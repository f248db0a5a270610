// Package worstlist is the panel's list of the frames of a second video that differ most from the
// playing video. It stands above the marks; a click seeks to a frame.
package worstlist

import (
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/command"
	"ffkvadrat/player/second"
	"ffkvadrat/player/widgets"
)

// List is the list with its widgets.
type List struct {
	*widgets.Kit
	Widgets Widgets // places in the last Build
}

// Build lists the worst frames; a click seeks to one.
func (l *List) Build(w *second.Worst) {
	if w.Name == "" {
		return
	}
	s := l.Scale
	imgui.TextUnformatted(widgets.Fitted("Worst frames of "+w.Name, imgui.ContentRegionAvail().X))
	if w.State != "" {
		l.WriteSmall(w.State)
	} else {
		l.WriteSmall("least like A first; a click goes there")
	}
	draw := imgui.WindowDrawList()
	for i := range w.Frames[:min(len(w.Frames), second.MostWorst)] {
		f := &w.Frames[i]
		at := imgui.CursorScreenPos()
		width := imgui.ContentRegionAvail().X
		imgui.PushID(int32(i))
		if imgui.InvisibleButton("worst", imgui.NewVec2(width, 20*s)) {
			l.Do(command.With(command.SeekTo, f.Time))
		}
		imgui.PopID()
		l.Widgets.Worst[i] = widgets.Item()
		ink := l.Bright
		if imgui.IsItemHovered() {
			ink = l.Stronger
		}
		imgui.PushFont(l.Regular, widgets.SmallSize*s)
		draw.AddText(at.Add(imgui.NewVec2(0, s)), widgets.Packed(ink), widgets.Fitted(f.Text, width))
		imgui.PopFont()
		l.AddTip("Goes there.\nSSIM and PSNR (in dB): how alike the pictures are; IoU: how alike their edges are. SSIM and IoU are 1 if equal.")
	}
	l.Rule()
}

// Widgets are the rectangles of the widgets; empty if hidden.
type Widgets struct {
	Worst [second.MostWorst]image.Rectangle
}
