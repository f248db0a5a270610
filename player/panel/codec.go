package panel

import (
	"image"
	"strconv"

	"ffkvadrat/analysis/partition/agreement"
	"ffkvadrat/imgui"
	"ffkvadrat/overlay"
	"ffkvadrat/player/quantity"
	"ffkvadrat/player/session"
	"ffkvadrat/player/widgets"
)

// codec shows, while the codec's blocks are drawn, the switch of motion vectors, the legend of the
// blocks' colours, and the number of blocks.
func (u *tuneTab) codec(status *Status, settings *session.Settings) {
	u.w.Motion = image.Rectangle{}
	settings.Codec = settings.Codec || u.LooksFor(motionSetting.Name)
	if !settings.Codec {
		return
	}
	u.Row(motionSetting, settings)
	u.w.Motion = u.Checkbox(motionSetting, &settings.Motion)
	if !status.Codec.Known {
		if status.Codec.Missing != "" {
			u.WriteSmall(status.Codec.Missing)
		}
		return
	}
	if status.Codec.Compared {
		u.compared()
		return
	}
	s := u.Scale
	at := imgui.CursorScreenPos()
	width := imgui.ContentRegionAvail().X
	draw := imgui.WindowDrawList()
	const parts = 64
	for i := range parts {
		low := at.X + width*float32(i)/parts
		high := at.X + width*float32(i+1)/parts
		draw.AddRectFilled(imgui.NewVec2(low, at.Y+2*s), imgui.NewVec2(high, at.Y+8*s), widgets.Opaque(overlay.QuantiserColour(i, 0, parts-1)))
	}
	u.WriteUnder(draw, at.Add(imgui.NewVec2(0, 2*s)), width, 0, u.texts.finest)
	u.WriteUnder(draw, at.Add(imgui.NewVec2(0, 2*s)), width, 0.5, u.texts.coded)
	u.WriteUnder(draw, at.Add(imgui.NewVec2(0, 2*s)), width, 1, u.texts.coarsest)
	imgui.Dummy(imgui.NewVec2(width, 24*s))
}

// compared is the legend for the comparison of blocks with quads, with the share of the pixels for
// each colour.
func (u *tuneTab) compared() {
	s := u.Scale
	at := imgui.CursorScreenPos()
	width := imgui.ContentRegionAvail().X
	draw := imgui.WindowDrawList()
	for kind := range agreement.KindCount {
		u.DrawSwatch(draw, at, width, int(kind), int(agreement.KindCount), overlay.KindColour(kind), u.texts.kinds[kind])
	}
	imgui.Dummy(imgui.NewVec2(width, 22*s))
	u.WriteSmall(u.texts.coded)
}

// codecTexts are the texts about the codec's blocks, and the status that they were made from.
type codecTexts struct {
	of                      Codec
	finest, coarsest, coded string
	kinds                   [agreement.KindCount]string
}

// update makes the texts again if the status has changed.
func (t *codecTexts) update(c Codec) {
	if c == t.of {
		return
	}
	t.of = c
	t.finest, t.coarsest = "QP "+strconv.Itoa(c.Finest), strconv.Itoa(c.Coarsest)
	t.coded = quantity.Count(int64(c.Blocks), "block")
	if c.Blocks == 0 {
		t.coded = "no blocks known"
	}
	if c.Compared {
		percent := func(part float64) string { return strconv.FormatFloat(100*part, 'f', 0, 64) + " %" }
		t.kinds = [...]string{
			agreement.Alike: "alike", agreement.CodecFiner: "codec finer " + percent(c.Finer), agreement.ContentFiner: "quads finer " + percent(c.Coarser),
		}
		t.coded += ", IoU of boundaries " + strconv.FormatFloat(c.IoU, 'f', 3, 64)
		return
	}
	if c.HasQP {
		t.coded += ", mean QP " + strconv.FormatFloat(c.QP, 'f', 1, 64)
	}
}
