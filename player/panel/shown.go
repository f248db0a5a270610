package panel

import (
	"image"

	"ffkvadrat/player/imgui"
	"ffkvadrat/player/session"
	"ffkvadrat/yuv"
)

// What the panel offers in the place of a film's tags.
var (
	matrices  = [...]string{"As tagged", yuv.BT601: "BT.601", yuv.BT709: "BT.709", yuv.BT2020: "BT.2020"}
	ranges    = [...]string{"As tagged", yuv.Limited: "limited", yuv.Full: "full"}
	transfers = [...]string{"As tagged", yuv.SDR: "SDR", yuv.PQ: "PQ", yuv.HLG: "HLG"}
)

// shown is how the picture is shown: three lists that tell what counts and why,
// to choose something else from.
func (p *Panel) shown(status *Status, settings *session.Settings) {
	p.section("Colour")
	o, a, w := &settings.Shown, &status.Account, &p.Widgets
	imgui.BeginDisabled(a.Fixed)
	w.Matrix = among(p, "Matrix", a.Matrix, matrices[:], &o.Matrix, w.Matrices[:])
	w.Range = among(p, "Range", a.Range, ranges[:], &o.Range, w.Ranges[:])
	imgui.EndDisabled()
	w.Transfer = among(p, "Transfer", a.Transfer, transfers[:], &o.Transfer, w.Transfers[:])
	if a.Light != "" {
		p.pair("Tone-mapped", a.Light)
	}
	if a.Gamut != "" {
		p.pair("Gamut", a.Gamut)
	}
}

// among is a labelled list to choose from, which tells what counts now. It gives
// its place, and in places those of the lines of the open list.
func among[T ~uint8](p *Panel, label, now string, names []string, chosen *T, places []image.Rectangle) image.Rectangle {
	p.label(label)
	imgui.SetNextItemWidth(-1)
	open := imgui.BeginCombo("##"+label, now, imgui.ComboFlagsHeightLargest)
	if open {
		for i, name := range names {
			if choice(name, *chosen == T(i), &places[i]) {
				*chosen = T(i)
			}
		}
		imgui.EndCombo()
	}
	return item()
}
