package panel

import (
	"image"

	"ffkvadrat/imgui"
	"ffkvadrat/player/widgets"
)

// toast is the result of the last command, in the picture's upper left corner, with buttons for what may
// come next.
type toast struct {
	*widgets.Kit
	place *placeField
	card  *card
	w     toastWidgets
}

// mostOffers is the maximum number of a message's buttons.
const mostOffers = 1

// toastWidgets are the widgets of a message with buttons.
type toastWidgets struct {
	Toast  image.Rectangle
	Offers [mostOffers]image.Rectangle
}

// build shows the message; without the buttons, which a page would cover, unless they are reached.
func (t *toast) build(picture image.Rectangle, status *Status, reached bool) {
	text := status.shownMessage()
	if text == "" {
		return
	}
	s := t.Scale
	var offers []Offer
	if reached {
		offers = status.Offers[:min(len(status.Offers), mostOffers)]
	}
	room := max(float32(picture.Dx())-56*s, 1)
	imgui.PushFont(t.Medium, widgets.TitleSize*s)
	words := imgui.CalcTextSizeV(text, false, room)
	imgui.PopFont()
	size, buttons := words, imgui.Vec2{}
	for _, o := range offers {
		buttons.X += imgui.CalcTextSize(o.Title).X + 32*s
		buttons.Y = imgui.FrameHeight()
	}
	below := words.X+buttons.X > room
	switch {
	case below:
		size = imgui.NewVec2(max(words.X, buttons.X), words.Y+buttons.Y+6*s)
	case len(offers) > 0:
		size = imgui.NewVec2(words.X+buttons.X, max(words.Y, buttons.Y))
	}
	low := t.corner(picture, size, status)
	high := low.Add(size).Add(imgui.NewVec2(24*s, 14*s))
	draw := imgui.BackgroundDrawList()
	draw.AddRectFilledV(low, high, widgets.Faded(widgets.ToastBed, status.Visible), 5*s, 0)
	at := low.Add(imgui.NewVec2(12*s, 7*s))
	from := at.Add(imgui.NewVec2(words.X, (size.Y-buttons.Y)/2))
	if below {
		from = at.Add(imgui.NewVec2(-12*s, words.Y+6*s))
	} else {
		at.Y += (size.Y - words.Y) / 2
	}
	all := imgui.NewVec4(low.X, low.Y, high.X, high.Y)
	draw.AddTextFontV(t.Medium, widgets.TitleSize*s, at, widgets.Faded(t.Bright, status.Visible), text, room, &all)
	if len(offers) > 0 {
		t.w.Toast = image.Rect(int(low.X), int(low.Y), int(high.X), int(high.Y))
		t.offers(offers, from, status.Visible)
	}
}

// corner returns the upper left corner of a message of a size: in the border above the picture as far as
// that has room.
func (t *toast) corner(picture image.Rectangle, size imgui.Vec2, status *Status) imgui.Vec2 {
	s := t.Scale
	border := float32(status.Shown.Min.Y - picture.Min.Y)
	down := min(max((border-size.Y-14*s)/2, 6*s), 16*s)
	low := imgui.NewVec2(float32(picture.Min.X)+16*s, float32(max(picture.Min.Y, t.place.w.Place.Max.Y))+down)
	low.Y = max(low.Y, status.Wipe.end())
	if card := t.card.w.Card; float32(card.Max.X)+size.X+40*s < float32(picture.Max.X) && !card.Empty() {
		low.X = float32(card.Max.X) + 8*s
	}
	return low
}

// offers shows the buttons from their left.
func (t *toast) offers(offers []Offer, at imgui.Vec2, visible float32) {
	widgets.BeginWindow("toast", t.w.Toast, imgui.WindowFlagsNoScrollWithMouse)
	defer imgui.End()
	imgui.PushStyleColor(imgui.ColButton, widgets.Faded(t.Raised, visible))
	imgui.PushStyleColor(imgui.ColText, widgets.Faded(t.Bright, visible))
	defer imgui.PopStyleColor(2)
	for i, o := range offers {
		at.X += 12 * t.Scale
		width := imgui.CalcTextSize(o.Title).X + 20*t.Scale
		imgui.SetCursorScreenPos(at)
		if imgui.Button(o.Title, imgui.NewVec2(width, 0)) {
			t.Do(o.Command)
		}
		t.w.Offers[i] = widgets.Item()
		t.AddCommandTip(o.Command)
		at.X += width
	}
}

// OnToast reports whether the mouse is on a message with buttons.
func (p *Panel) OnToast() bool { return p.pointed.In(p.toast.w.Toast) }
