package panel

import (
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/browser/browserpage"
	"ffkvadrat/player/widgets"
)

// overPicture draws what is over the picture and does not react to the mouse: message,
// numbers, legends, and the selected cells.
type overPicture struct {
	*widgets.Kit
	place *placeField
	card  *card
	start *browserpage.Start
}

// message shows the result of the last command in the picture's upper left corner.
func (o *overPicture) message(picture image.Rectangle, status *Status) {
	text := status.shownMessage()
	if text == "" {
		return
	}
	s := o.Scale
	room := max(float32(picture.Dx())-56*s, 1)
	imgui.PushFont(o.Medium, widgets.TitleSize*s)
	size := imgui.CalcTextSizeV(text, false, room)
	imgui.PopFont()
	low := imgui.NewVec2(float32(picture.Min.X)+16*s, float32(max(picture.Min.Y, o.place.w.Place.Max.Y))+16*s)
	low.Y = max(low.Y, status.Wipe.end()+8*s)
	if card := o.card.w.Card; float32(card.Max.X)+size.X+40*s < float32(picture.Max.X) && !card.Empty() {
		low.X = float32(card.Max.X) + 8*s
	}
	high := low.Add(size).Add(imgui.NewVec2(24*s, 14*s))
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, high, widgets.Faded(widgets.ToastBed, status.Visible), 5*s, 0)
	at := low.Add(imgui.NewVec2(12*s, 7*s))
	all := imgui.NewVec4(low.X, low.Y, high.X, high.Y)
	draw.AddTextFontV(o.Medium, widgets.TitleSize*s, at, widgets.Faded(o.Bright, status.Visible), text, room, &all)
}
