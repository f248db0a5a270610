package panel

import (
	"image"
	"strconv"

	"ffkvadrat/overlay"
	"ffkvadrat/player/imgui"
	"ffkvadrat/player/session"
)

// codec has, while the codec's blocks are drawn, the switch of its motion vectors, and under that what the
// colours of blocks stand for and how many there are.
func (p *Panel) codec(status *Status, settings *session.Settings) {
	p.Widgets.Motion = image.Rectangle{}
	if !settings.Codec {
		return
	}
	p.begin(motionSetting, settings)
	p.Widgets.Motion = p.box(motionSetting, &settings.Motion)
	if !status.Codec.Known {
		return
	}
	s := p.scale
	at := imgui.CursorScreenPos()
	width := imgui.ContentRegionAvail().X
	draw := imgui.WindowDrawList()
	const parts = 64
	for i := range parts {
		low := at.X + width*float32(i)/parts
		high := at.X + width*float32(i+1)/parts
		draw.AddRectFilled(imgui.NewVec2(low, at.Y+2*s), imgui.NewVec2(high, at.Y+8*s), opaque(overlay.QuantiserColour(i, 0, parts-1)))
	}
	p.under(draw, at.Add(imgui.NewVec2(0, 2*s)), width, 0, p.texts.finest)
	p.under(draw, at.Add(imgui.NewVec2(0, 2*s)), width, 0.5, p.texts.coded)
	p.under(draw, at.Add(imgui.NewVec2(0, 2*s)), width, 1, p.texts.coarsest)
	imgui.Dummy(imgui.NewVec2(width, 24*s))
}

// codecTexts are the texts about the codec's blocks, of the status that they were made of.
type codecTexts struct {
	of                      Codec
	finest, coarsest, coded string
}

// update makes the texts again if the status is another one.
func (t *codecTexts) update(c Codec) {
	if c == t.of {
		return
	}
	t.of = c
	t.finest, t.coarsest = "QP "+strconv.Itoa(c.Finest), strconv.Itoa(c.Coarsest)
	t.coded = Count(int64(c.Blocks), "block")
	if c.Blocks == 0 {
		t.coded = "no blocks told"
	}
	if c.HasQP {
		t.coded += ", mean QP " + strconv.FormatFloat(c.QP, 'f', 1, 64)
	}
}
